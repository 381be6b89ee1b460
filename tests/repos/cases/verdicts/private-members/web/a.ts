import { other } from "./b";

function hiddenHelper() {
    return 1;
}

export function shown() {
    return other();
}
