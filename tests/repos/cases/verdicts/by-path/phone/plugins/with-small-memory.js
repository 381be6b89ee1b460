module.exports = function withSmallMemory(settings) {
  return settings;
};
