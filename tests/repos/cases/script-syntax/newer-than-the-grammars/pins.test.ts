import { loadPins } from "./stitch";
const pins = async (original) => ({ ...(await original<typeof import("./knot")>()) });
loadPins(pins);
