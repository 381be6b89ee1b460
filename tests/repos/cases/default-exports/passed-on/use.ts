import { chime } from "./index";
import ring from ".";
export function one() { return chime(); }
export function two() { return ring(); }
