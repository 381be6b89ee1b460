const express = require("express");
const { members } = require("./members");
const app = express();
app.use("/v1", require("./api"));
module.exports = app;

app.get(["/up", "/alive"], (req, res) => res.send("yes"));
axios.get("/elsewhere", (answer) => answer);
