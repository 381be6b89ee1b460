export function stem() {}
