import { Hono } from "hono";
const app = new Hono().basePath("/edge");
const sea = new Hono().get("/tides", (c) => c.json([])).post("/tides", async (c) => c.json({}));
app.route("/sea", sea);
export default app;
