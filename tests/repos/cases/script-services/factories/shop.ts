import { createAll, createBread, createShelf } from "./bakery";
const services = { bread: createBread("mill", 1) };
export function early() { services.bread.bake(); }
export function late(place: string) {
  const services = { loaf: createBread(place, 1) };
  services.loaf.bake();
}
export function whole(place: string) {
  const { bread } = createAll(place);
  bread.bake();
  createAll(place).flour.weigh();
}
export function shelf(place: string) { createShelf(place).bread.bake(); }
export class Counter {
  private loaf;
  constructor(place: string) { const { bread } = createAll(place); this.loaf = bread; }
  sell() { this.loaf.bake(); }
}
