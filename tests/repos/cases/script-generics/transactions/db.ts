import type { Knex } from "knex";

export type Starter<S> = <T>(scope: (trx: S) => Promise<T>) => Promise<T>;
type Work<S> = (it: S) => Promise<void>;

export class Ledger {
  constructor(private db: Knex) {}
  async write(row: object) {
    await this.db("lines").insert(row);
  }
}
export async function inLedger(work: Work<Ledger>) {
  await work(new Ledger(null));
}
