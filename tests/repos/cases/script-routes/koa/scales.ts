import Router from "@koa/router";
import { sealed, weigh } from "./guards";
const router = new Router();
router.post("scales.weigh", sealed(), async (ctx) => {
  ctx.body = weigh();
});
export default router;
