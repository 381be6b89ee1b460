import { core } from "~/core";
import { stem } from "stem";
