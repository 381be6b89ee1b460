import type { Guest } from "./guest";
import { type Keys as All } from "./keys";
export type { Keys } from "./keys";
export class Room { constructor(guest?: Guest, keys?: All) {} }
