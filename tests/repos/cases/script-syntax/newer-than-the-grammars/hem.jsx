import { stitch } from "./stitch";
export const Hem = () => <label class="hem" for="pin" default>{stitch()}</label>;
