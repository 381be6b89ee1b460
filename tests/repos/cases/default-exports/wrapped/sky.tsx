import Kite from "./kite";
import Cloud from "./cloud";
import Rain from "./rain";
import { Wind } from "./wind";
import station from "./station";
export const Sky = () => <p><Kite />
  <Cloud />
  <Rain />
  <Wind />
  {station.read()}</p>;
