const express = require("express");
class Table {
  constructor() { this.router = express.Router(); }
  add(verb, path, handler) { this.router[verb](path, handler); }
  describe({ method, path, handler }) { this.router[method](path, handler); }
}
function register(app, { method, path, handler }) { app[method](path, handler); }
module.exports = { Table, register };
