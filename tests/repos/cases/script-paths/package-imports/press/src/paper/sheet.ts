export function sheet() {}
