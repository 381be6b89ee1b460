exports.stamp = function () {};
