export type * from "./stitch";
import { knot } from "./knot";
