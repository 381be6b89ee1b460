export function pip() {}
