export function peel() {}
