import { peel as none } from "~/peel";
export function far() {}
