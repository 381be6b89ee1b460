function closeShutter(name) {
  return name;
}

function openShutter(name) {
  return name;
}
