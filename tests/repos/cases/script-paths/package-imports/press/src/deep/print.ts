import { ink } from "#ink";
import { sheet } from "#paper/sheet.js";
import { stamp } from "#stamps";
export function print() {
  ink();
  sheet();
  stamp();
}
