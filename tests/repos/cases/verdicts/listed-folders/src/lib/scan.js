import { readdirSync } from "fs";
import { join, resolve } from "path";

export function scan(module) {
  const subscribers = join(module.path, "subscribers");
  if (!module.enabled) {
    return [];
  }
  return [
    readdirSync(resolve(module.path, "pages", "front")),
    readdirSync(subscribers),
  ];
}
