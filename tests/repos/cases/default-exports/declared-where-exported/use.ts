import pull from "./oar";
import flow from "./tide";
import Pole from "./mast";
import Body from "./hull";
import type Load from "./cargo";
import * as away from "./drift";
export function row() { return pull(); }
export function wait() { return flow(); }
export function step() { return new Pole(); }
export function launch() { return Body.float(); }
export function load(one: Load) { return one; }
export function all() { return away.default(true); }
