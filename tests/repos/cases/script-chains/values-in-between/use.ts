import { Oven, Stove } from "./oven";
import { fetchOven } from "library";

const ovens = new Map<string, Oven>();
export function spread(some: Oven[]) { for (const one of [...some]) one.heat(); }
export function usual(one = new Oven()) { one.heat(); }
export function rest(...some: Oven[]) { some[0].heat(); }
export function mapped() { ovens.get("a").heat(); }
export function crossed(one: Oven & { door: boolean }) { one.heat(); }
export function kept() { Oven.all.forEach((one) => one.heat()); }
export function asked(one: unknown) { if (one instanceof Oven) { one.heat(); } }
export function later() { let one: Oven; one = fetchOven(); one.heat(); }
export function copied(some: Oven[]) { Array.from(some).map((one) => one.heat()); }
export function other(one: unknown) { if (one instanceof Stove) { one.heat(); } one.heat(); }
