module.exports = function withLargeMemory(settings) {
  return settings;
};
