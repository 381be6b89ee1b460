class Station { read() { return 1; } }
export function makeStation() { return 2; }
export default new Station();
