import type { Request, Response } from "express";
import type { DataSource, Repository } from "typeorm";
import { Ticket } from "./ticket";
export class Desk {
  constructor(private readonly old: Repository<Ticket>) {}
  async sell(id: string) {
    const ticket = await Ticket.findOne({ where: { id } });
    if (!ticket) throw new NotFound(id);
    ticket.stamp();
    await ticket.save();
    const answer = await fetch("https://gate.example/" + id);
    if (answer.headers.get("x")) await this.old.remove(ticket);
  }
  async all() { for (const one of await Ticket.find()) { one.stamp(); } }
}
export async function swap(source: DataSource, one: Ticket) {
  source.transaction(async (manager) => { await manager.save(one); }, { retry: 1 });
  const draft = source.getRepository(Ticket).create({});
  return draft;
}
export async function peek() { const response = await fetch("https://gate.example"); return response.json(); }
export function show(request: Request, res: Response) { res.status(200).json({}); }
