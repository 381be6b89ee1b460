export class Sails { hoist() {} }
export class Anchor { drop() {} }
export class Horn { blow() {} }
export interface Deck { sails: Sails }
export type Stern = { anchor: Anchor };
export type Boat = Deck & Stern;
export type Small = Omit<Boat, "anchor">;
export const fit = () => ({ horn: new Horn() });
export type Fitted = ReturnType<typeof fit>;
