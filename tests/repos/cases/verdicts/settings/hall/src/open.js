export function openHall() {
  return 1;
}

function sweepHall() {
  return 1;
}
