import Hound = require("./dog");
export function guard() { Hound.bark(); }
