export class Loom {
  weave() {}
  dye() {}
}
