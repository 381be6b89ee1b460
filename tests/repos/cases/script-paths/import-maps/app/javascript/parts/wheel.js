export function wheel() {}
