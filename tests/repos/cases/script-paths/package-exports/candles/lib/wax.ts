export function wax() {}
