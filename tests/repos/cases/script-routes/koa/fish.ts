import Router from "koa-router";
const router = new Router({ prefix: "/fish" });
router.get("/list", (ctx) => { ctx.body = []; });
export default router;
