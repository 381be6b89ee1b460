import { BaseEntity } from "typeorm";
export class Ticket extends BaseEntity { stamp() {} }
