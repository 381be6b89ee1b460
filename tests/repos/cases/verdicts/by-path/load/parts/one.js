export function startPart() {
  return 1;
}

export function stopPart() {
  return 1;
}

export default function runPart() {
  return 1;
}
