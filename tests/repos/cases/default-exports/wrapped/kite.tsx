const Kite = () => <i />;
export default memo(Kite);
