import { EventEmitter } from "events";
import type { Db, LetterStore, Stamps, TrailStore } from "./ledger";
export class Letters implements LetterStore {
  private db: Db;
  constructor(db: Db) { this.db = db; }
  async insert(one: object) {
    const rows = await this.db("letters").insert(one).returning("*");
    return rows[0];
  }
  async move(id: number) {
    await this.db.transaction(async (tx) => {
      await tx("letters").where({ id }).update({ moved: true });
    });
  }
}
export class Trail extends EventEmitter implements TrailStore {
  constructor(private db: Db) { super(); }
  async store(event: object) {
    await this.db("trail").insert(event);
    this.emit("stored", event);
  }
}
export class Rubber implements Stamps { press() {} }
export class Wax implements Stamps { press() {} }
