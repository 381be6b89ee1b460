import { key } from "keys/key";
import { pedal } from "feet";
