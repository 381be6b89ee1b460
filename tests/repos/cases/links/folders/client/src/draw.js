import { paint } from "./lib/colors"
export function draw() { return paint("red") }
