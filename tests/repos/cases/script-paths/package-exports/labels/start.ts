export function label() {}
