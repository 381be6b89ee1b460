import { Router } from "express";
export default class Health {
  router = Router(); constructor() { this.router.get("/up", (req, res) => res.send("yes")); }
}
