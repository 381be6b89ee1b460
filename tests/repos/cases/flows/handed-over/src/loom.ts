import { PrismaClient } from "@prisma/client";

const prisma = new PrismaClient();

export async function keep() { await prisma.cloth.create({ data: { ells: 3 } }); }
export async function retry(work: () => Promise<void>) { await work(); }

export async function retried() { await retry(keep); }

export function timed() { setTimeout(keep, 10); }
