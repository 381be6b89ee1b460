export function scent() {}
