function lamp() { return 1; }
export default lamp;
