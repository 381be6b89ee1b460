import type { Loom } from "./loom";

export type Lent<S> = S & {
  lend: <R>(work: (thing: S) => R) => Promise<R>;
};
export type Borrowed<S> = Lent<S>;

export interface Things {
  loom: Lent<Loom>;
  later: Borrowed<Loom>;
}
export type Few = Pick<Things, "loom">;
export type One = Things["later"];
