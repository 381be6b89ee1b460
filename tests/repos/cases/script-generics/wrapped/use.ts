import type { Few, Lent, One, Things } from "./lent";
import type { Loom } from "./loom";

export class Weaver {
  private loom: Lent<Loom>;
  constructor({ loom }: Few) {
    this.loom = loom;
  }
  work() {
    this.loom.weave();
    return this.loom.lend((it) => it.dye());
  }
}
export function late({ later }: Pick<Things, "later">) {
  later.weave();
  later.lend(async (it) => {
    await it.dye();
  });
}
export const one = (loom: One) => loom.weave();
export const either = (loom: Loom | string) => typeof loom !== "string" && loom.dye();
export const some = (loom: Partial<Things>["loom"]) => loom.weave();
