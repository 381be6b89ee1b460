import type { Money } from './money'

export interface Priced {
  price(): Money
}

export enum Mode {
  Net,
  Gross,
}
