import type { Boat, Deck, Fitted, Small, Stern } from "./boat";
export class Mate {
  constructor(private boat: Boat) {}
  leave() { this.boat.sails.hoist(); this.boat.anchor.drop(); }
}
export function sail(small: Small) { small.sails.hoist(); }
export function anchor({ anchor, sails }: Deck & Stern) { anchor.drop(); sails.hoist(); }
export function warn({ horn }: Fitted) { horn.blow(); }
