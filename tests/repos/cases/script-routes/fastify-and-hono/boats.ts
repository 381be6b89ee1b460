import type { FastifyInstance } from "fastify";
export default async function boats(fastify: FastifyInstance) {
  fastify.get("/:id", { schema: {} }, async (request, reply) => { return request.params.id; });
  fastify.route({ method: ["POST", "PUT"], url: "/launch", preHandler: moored, handler: launch });
}
function moored() {}
async function launch() {}
