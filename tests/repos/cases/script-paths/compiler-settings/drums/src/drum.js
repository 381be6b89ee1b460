export function drum() {}
