export function string() {}
