export default React.memo(function Card() { return <b />; });
