import Koa from "koa";
import mount from "koa-mount";
import { market } from "./market";
const server = new Koa();
server.use(mount("/api", market));
