import { peel } from "~/peel";
import { pip } from "seeds/pip";
