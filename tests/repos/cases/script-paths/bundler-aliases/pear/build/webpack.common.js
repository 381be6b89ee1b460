const path = require("path");
module.exports = {
  resolve: {
    alias: {
      "~": path.join(__dirname, "..", "app"),
      stem$: path.resolve(__dirname, "../app/parts/stem.js"),
      react: "preact/compat",
    },
  },
};
