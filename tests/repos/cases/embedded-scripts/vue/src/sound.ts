export function whistle() {}
export function describe(one: unknown) {}
export function cool() {}
export const cups = () => [1];
