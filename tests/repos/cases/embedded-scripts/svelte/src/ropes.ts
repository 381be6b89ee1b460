export const ropes = () => [];
export function knot(one: unknown) {}
export function peal() {}
export function swing(node: Element) {}
export function high() { return true; }
