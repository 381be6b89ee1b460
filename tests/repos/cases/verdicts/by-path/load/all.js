import fs from "fs";

for (const file of fs.readdirSync("./parts")) {
  const part = require(`./parts/${file}`);
  part.startPart();
  part.default();
}
