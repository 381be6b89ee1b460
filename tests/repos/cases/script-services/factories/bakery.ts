export class Flour { constructor(private place: string) {} weigh() { return 1; } }
export class Bread {
  private flour;
  constructor({ flour }: { flour: Flour }, private hours: number) { this.flour = flour; }
  bake() { return this.flour.weigh(); }
}
export const createBread = (place: string, hours: number) => {
  const flour = new Flour(place);
  return new Bread({ flour }, hours);
};
export function createAll(place: string) {
  const bread = createBread(place, 2);
  return { bread, flour: new Flour(place), name: "all" };
}
export const createShelf = (place: string) => {
  const shelf = { bread: createBread(place, 3) };
  return shelf;
};
