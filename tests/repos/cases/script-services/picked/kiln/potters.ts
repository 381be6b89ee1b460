import type { Glazes, Ovens, Sieves, Workshop } from "./ware";
type Settings = { hours: number };
export class Picked {
  private ovens: Ovens;
  private colors;
  constructor({ ovens, glazes: colors }: Pick<Workshop, "ovens" | "glazes">) {
    this.ovens = ovens;
    this.colors = colors;
  }
  work() { this.ovens.fire(1); this.colors.mix("red"); }
}
export class Second {
  private sieves;
  constructor(settings: Settings, { sieves }: Workshop) { this.sieves = sieves; }
  work() { this.sieves.shake(); }
}
export class Several {
  constructor(private settings: Settings, { ovens, sieves }: Pick<Workshop, "ovens"> & { sieves: Sieves }) {
    this.ovens = ovens;
    this.sieves = sieves;
  }
  work() { this.ovens.fire(2); this.sieves.shake(); }
}
export function lend({ glazes = null, ovens }: Partial<Omit<Workshop, "ovens">> & Readonly<{ ovens: Ovens }>) {
  glazes.mix("blue");
  ovens.fire(3);
}
