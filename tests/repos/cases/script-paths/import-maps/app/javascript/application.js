import { delay } from "helpers/timing";
import { open } from "menu";
import { draw } from "canvas/draw";
import { wheel } from "parts/wheel";

export function run() {
  delay();
  open();
  draw();
  wheel();
}
