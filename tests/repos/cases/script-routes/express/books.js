const { Router } = require("express");
const { isMember, shelve, lend } = require("./members");
const router = Router();
router.get("/", shelve);
router.post("/:id/loans", isMember("any"), wrap(async (req, res) => {
  lend(req.params.id);
}));
router.route("/:id").put(async (req, res) => { lend(1); });
module.exports = router;
