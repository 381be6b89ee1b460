import { PrismaClient } from "@prisma/client";
import { Queue } from "bullmq";
import { EventEmitter } from "node:events";
import axios from "axios";
import nodemailer from "nodemailer";
import { Slip } from "./slip";
const prisma = global.prisma || new PrismaClient();
const mailer = nodemailer.createTransport({});
export class Depot {
  private shipping = new Queue("shipping");
  constructor(private readonly events: EventEmitter) {}
  count(list: Map<string, number>) { return list.size + Object.keys(list).length; }
  async send(body: Body) {
    if (!body.items) {
      throw new Error("nothing inside");
    }
    if (body.draft) return null;
    for (const item of body.items) {
      await axios.post("https://scale.example/weigh", item);
    }
    return prisma.$transaction(async (tx) => {
      const parcel = await prisma.parcel.create({ data: body });
      if (body.old) await Slip.destroy({ where: { id: body.old } });
      await this.shipping.add("ship", { id: parcel.id });
      await this.tell(parcel);
      return parcel;
    });
  }
  private async tell(parcel) {
    await mailer.sendMail({ to: parcel.to });
    this.events.emit("parcel.sent", parcel);
  }
}
