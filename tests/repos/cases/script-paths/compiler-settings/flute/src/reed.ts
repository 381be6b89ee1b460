export function reed() {}
