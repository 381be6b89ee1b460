import express from "express";
import { Base } from "./base";
import { Wells } from "./wells";
class Farm extends Base {
  constructor(config: object) {
    super(config);
    this.app.use("/yard", new Wells(config).router);
  }
}
const app = express();
app.use("/farm", new Farm({}).router);
