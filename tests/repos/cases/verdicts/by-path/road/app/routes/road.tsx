export function shouldRevalidate() {
  return false;
}

export function shouldReturn() {
  return false;
}

export default function Road() {
  return 1;
}
