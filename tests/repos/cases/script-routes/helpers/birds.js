const { Table, register } = require("./table");
const table = new Table();
function feed(req, res) { res.json({}); }
function ring(req, res) { res.json({}); }
table.describe({ method: "put", path: "/birds/:id", handler: feed });
table.describe({ method: "delete", path: "/birds/:id", handler: ring });
unknown.describe({ method: "get", path: "/unknown", handler: ring });
table.add("patch", "/nests", feed);
