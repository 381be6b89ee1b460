export function pedal() {}
