import { Sail, fetchSail, cut, either, plain } from "./sail";
import type { Flag } from "./sail";

const spare = new Sail();
export function made() { new Sail().fold().hoist(); }
export async function awaited() { (await fetchSail()).hoist(); }
export function cast(it: any) { (it as Sail).hoist(); }
export function listed(sails: Array<Sail>) { sails.filter(Boolean).forEach(function (one) { one.hoist(); }); }
export function taken() { const { hoist } = new Sail(); hoist(); }
export function bound(sail: Sail) { const go = sail.hoist.bind(sail); go(); }
export function given() { cut().hoist(); }
export function fallback(one?: Sail) { const it = one ?? null; it.hoist(); }
export function unsure() { either(1).hoist(); }
export class Ship {
  constructor(readonly sails: Sail[] = []) {}
  get top() { return this.sails[0]; }
  first() { this.sails[0].hoist(); }
  main() { this.top.hoist(); }
}
export function met() { fetchSail().then((sail) => sail.hoist()); }
export function applied() { plain.apply(null, []); }
