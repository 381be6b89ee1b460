export class Sail { hoist() {} fold(): Sail { return this; } }
export class Flag { hoist() {} }
export async function fetchSail(): Promise<Sail> { return new Sail(); }
export function cut() { const sail = new Sail(); return sail; }
export function either(x: number) { if (x) return new Sail(); return new Flag(); }
export function plain() {}
