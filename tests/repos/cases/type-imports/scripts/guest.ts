import { Room } from "./room";
export class Guest { room = new Room(); }
