export function ink() {}
