import { type Init, OwnRouter, type Tenant } from "./tenant";
import type Router from "koa-router";

type Api = Router<unknown>;

export default function hookRoutes<T extends Api>(...[router, { store }]: Init<T>) {
  router.post("/hooks", async (ctx) => {
    ctx.body = await store.add({});
  });
}
export function pair([first, second]: [Tenant, place: Tenant]) {
  return second.store.drop();
}
export const listed = ([, second]: Tenant[]) => second.store.drop();

const own = new OwnRouter();
own.get("/own", (ctx) => pair([ctx.tenant, ctx.tenant]));
