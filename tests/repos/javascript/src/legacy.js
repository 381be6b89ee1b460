const { rounded } = require('./money')
const window = require('./components/CartView')

const api = {
  show(cart) {
    return rounded(window.CartView(cart))
  },
}

exports.start = function () {
  return api.show(null)
}

function Clock() {}
Clock.prototype.tick = function () {
  return exports.start()
}

module.exports = { Clock, start: exports.start }
