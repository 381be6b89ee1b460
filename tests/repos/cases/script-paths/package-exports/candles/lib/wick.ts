export function wick() {}
