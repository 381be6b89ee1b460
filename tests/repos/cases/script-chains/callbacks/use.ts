import { Bee, Hive } from "./bees";
export function nested(hives: Hive[]) { hives.map((hive) => hive.bees.map((bee) => bee.fly())); }
export function two(bees: Bee[], hives: Hive[]) { bees.map((x) => x.fly()); hives.map((x) => x.open()); }
export function apart(all: { bee: Bee }[], bees: Bee[]) { bees.some(({ home: { bees } }) => bees[0].fly()); }
export function sum(bees: Bee[]) { bees.reduce((all, bee) => all + bee.fly(), 0); }
export function shadowed(it: Bee) { other().forEach((it) => it.fly()); }
