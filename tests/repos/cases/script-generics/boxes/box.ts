export class Bell {
  ring() {}
}
export class Horn {
  blow() {}
}
export abstract class Box<T> {
  protected held: T;
  open(): T {
    return this.held;
  }
  async all(): Promise<T[]> {
    return [this.held];
  }
}
export class Bells extends Box<Bell> {
  ring() {
    this.held.ring();
  }
}
export class Horns<T extends Horn> extends Box<T> {
  first(one: T) {
    one.blow();
  }
}
export interface Shelf<A, B> {
  left: Box<A>;
  right(): Box<B>;
}
