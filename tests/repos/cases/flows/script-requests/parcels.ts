import { Router } from "express";
import { keyed } from "./keyed";
import { Depot } from "./depot";
const router = Router();
const depot = new Depot();
router.post("/parcels", keyed(), async (req, res) => {
  const parcel = await depot.send(req.body);
  res.status(201).json(parcel);
});
