import { string } from "our/string";
