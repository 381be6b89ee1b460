export function wrong() {}
