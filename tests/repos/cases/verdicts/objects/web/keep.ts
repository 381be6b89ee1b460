export function keep(kept: unknown) {
  return kept;
}
