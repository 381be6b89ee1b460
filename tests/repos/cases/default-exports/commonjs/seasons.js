function sow() {}
function reap() {}
module.exports = { sow, harvest: reap };
