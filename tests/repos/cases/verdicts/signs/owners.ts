export class Owner {
  close() {
    this.release?.();
    return this.parent!.title;
  }
}

export class Tenant extends Owner {
  release() {}
  get title() {
    return "a";
  }
  left() {}
}
