import Base from "./base";
import { READ } from "./rights";
const PLACE = "/:room/lamps";
export class Lamps extends Base {
  constructor(settings: object) {
    super(settings);
    this.route({ method: "post", path: "/lamps", handler: this.hang, middleware: [checked] });
    this.route({ method: "get", path: `${PLACE}/:id`, handler: this.look });
    this.get(PLACE, this.look, READ);
    this.post("", this.count, READ);
    this.note("/nothing", "of routes");
  }
  hang(req, res) { res.json({}); }
  look(req, res) { res.json([]); }
  count(req, res) { res.json(1); }
}
function checked(req, res, next) { next(); }
