export function openInner() {
  return 1;
}
