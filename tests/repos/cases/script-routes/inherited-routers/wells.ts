import { Base } from "./base";
export class Wells extends Base {
  constructor(config: object) { super(config); this.get("/wells", this.dip); }
  async dip(req, res) { res.json(1); }
}
