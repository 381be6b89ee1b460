export function stitch() { return 1; }
export interface Thread { width: number }
export async function loadPins<T>(load: () => Promise<T>): Promise<T> { return load(); }
