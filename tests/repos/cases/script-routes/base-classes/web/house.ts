import express from "express";
import Base from "./base";
import { Lamps } from "./lamps";
export class House extends Base {
  constructor(settings: object) {
    super(settings);
    this.below("/inside", new Lamps(settings).router);
  }
}
export function start(settings: object) {
  const app = express();
  app.use("/house", new House(settings).router);
  return app;
}
