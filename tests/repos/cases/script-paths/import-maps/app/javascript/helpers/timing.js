export function delay() {}
