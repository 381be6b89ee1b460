import type { Stores } from "./ledger";
export class Office {
  private letters;
  private trail;
  private stamps;
  constructor({ letters, trail, stamps }: Pick<Stores, "letters" | "trail" | "stamps">) {
    this.letters = letters;
    this.trail = trail;
    this.stamps = stamps;
  }
  async send(one: { id: number }) {
    this.stamps.press();
    await this.letters.insert(one);
    await this.letters.move(one.id);
    await this.trail.store({ kind: "sent" });
  }
}
