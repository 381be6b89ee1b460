import Router from "koa-router";
import type { Knex } from "knex";

export class Store {
  constructor(private db: Knex) {}
  async add(row: object) {
    return this.db("hooks").insert(row);
  }
  drop() {}
}
export interface Tenant {
  store: Store;
}
export class OwnRouter extends Router {}
type Start<T> = (router: T, tenant: Tenant) => void;
export type Init<T> = Parameters<Start<T>>;
