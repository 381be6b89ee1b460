import { clean } from "./clean";
export default defineHandler(async (event) => clean(event));
