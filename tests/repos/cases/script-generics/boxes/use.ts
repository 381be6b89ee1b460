import { Bell, Bells, Box, Horn, Horns, type Shelf } from "./box";

export const inherited = (bells: Bells) => bells.open().ring();
export const given = (box: Box<Horn>) => box.open().blow();
export function made() {
  const box = new Horns<Horn>();
  box.open().blow();
}
export async function several(box: Box<Bell>) {
  for (const one of await box.all()) one.ring();
}
export const nested = (box: Box<Box<Bell>>) => box.open().open().ring();
export const both = (shelf: Shelf<Bell, Horn>) => {
  shelf.left.open().ring();
  shelf.right().open().blow();
};
export const nothing = (box: Box<unknown>) => box.open().ring();
