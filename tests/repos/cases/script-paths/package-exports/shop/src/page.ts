import { wax } from "@dusk/candles";
import { wick } from "@dusk/candles/wick";
import { mould } from "@dusk/candles/moulds/star";
import { scent } from "@dusk/candles/scent.js";
import { label } from "labels";
import { ribbon } from "ribbons";
