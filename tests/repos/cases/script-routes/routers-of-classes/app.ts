import express, { type Express } from "express";
import { BeeRoutes } from "./bee.routes";
import Health from "./health";
class App {
  private app: Express;
  private bees = new BeeRoutes();
  constructor() {
    this.app = express();
    this.app.use("/api/bees", this.bees.router);
    this.app.use("/health", new Health().router);
  }
}
