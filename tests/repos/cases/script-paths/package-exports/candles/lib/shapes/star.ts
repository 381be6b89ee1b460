export function mould() {}
