import axios from "axios";
import type { Lent } from "./lent";

export class Notes {
  constructor(private lent: Lent<Desk>) {}
  each(all: string[]) {
    all.forEach(send);
  }
  async after(desk: Desk) {
    await desk.load().then(this.keep).catch(send);
  }
  within() {
    return this.lent.transactional(desk => desk.load());
  }
  keep(text: string) {
    return axios.put("/kept", text);
  }
}
export class Desk {
  async load() {
    return axios.get("/desk");
  }
}
function send(text: string) {
  return axios.post("/sent", text);
}
