const { Router } = require("express");
const books = require("./books");
const admin = require("./admin");
const api = Router();
api.use("/books", books);
admin(api);
api.use("/admin", admin);
module.exports = api;
