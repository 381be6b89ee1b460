import Fastify from "fastify";
import boats from "./boats";
const server = Fastify({ logger: true });
server.register(boats, { prefix: "/boats" });
