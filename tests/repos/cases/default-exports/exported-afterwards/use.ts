import lamp from "./a";
export function one() { return lamp(); }
