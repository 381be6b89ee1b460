import * as rooms from "./room";
export interface Keys { room: number }
export const first = () => new rooms.Room();
