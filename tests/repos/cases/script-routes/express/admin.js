const { burn } = require("./members");
module.exports = function (router) { router.delete("/books", burn); };
