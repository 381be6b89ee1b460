exports.isMember = (kind) => (req, res, next) => next();
exports.shelve = function (req, res) {};
exports.lend = function (id) {};
exports.burn = function (req, res) {};
