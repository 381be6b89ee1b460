import { PrismaClient } from "@prisma/client";
class PrismaService extends PrismaClient {}

export class StockService {
  constructor(private readonly prisma: PrismaService) {}
  deleteMany() { return this.prisma.stock.deleteMany({}); }
  clear() { return this.deleteMany(); }
  swap() { return this.prisma.$transaction(async (client) => { await client.stockService.deleteMany({}); }, { timeout: 1 }); }
}
