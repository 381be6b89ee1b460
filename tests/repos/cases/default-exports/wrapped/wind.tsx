function Wind() { return <i />; }
const Watched = observer(Wind);
export { Watched as Wind };
