import { Router } from "express";
import { BeeController } from "./bee.controller";
export class BeeRoutes {
  public readonly router: Router = Router();
  private controller = new BeeController();
  constructor() {
    this.router.get("/", this.controller.list);
    this.router.post("/", this.controller.add.bind(this.controller));
  }
}
