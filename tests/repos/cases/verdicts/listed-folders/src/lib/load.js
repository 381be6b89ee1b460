export async function load(path) {
  return (await import(path)).default;
}
