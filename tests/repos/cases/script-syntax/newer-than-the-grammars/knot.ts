export function knot() {}
