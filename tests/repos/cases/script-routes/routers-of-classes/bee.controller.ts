export class BeeController {
  list = async (req, res) => {};
  add(req, res) {}
}
