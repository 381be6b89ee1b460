import { inLedger, type Ledger, type Starter } from "./db";

export class Office {
  private start: Starter<Ledger>;
  constructor(start: Starter<Ledger>) {
    this.start = start;
  }
  async close() {
    await this.start(async (ledger) => {
      await ledger.write({ total: 1 });
    });
  }
  async open() {
    await inLedger((ledger) => ledger.write({ total: 0 }));
  }
}
