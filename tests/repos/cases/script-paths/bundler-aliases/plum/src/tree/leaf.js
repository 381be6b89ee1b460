export function leaf() {}
