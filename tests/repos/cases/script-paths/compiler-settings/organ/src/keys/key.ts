export function key() {}
