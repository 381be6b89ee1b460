export function label2() {}
