import round, { Money } from './money'
import type { Priced as HasPrice } from '@/priced'

/**
 * What somebody wants to buy.
 */
export class Cart implements HasPrice {
  total = Money.zero()
  #lines: string[] = []

  constructor(private readonly store: CartStore) {}

  add(line: string): Cart {
    if (!line || this.#lines.length > 100) {
      throw new Error('A cart holds at most 100 lines')
    }
    this.total = this.total.plus(Money.zero())
    this.store.save(this)
    return this.check()
  }

  price(): Money {
    return round(this.total)
  }

  private check = (): Cart => this
}

export class CartStore {
  async save(cart: Cart): Promise<void> {}
}

export function checkout(cart: Cart) {
  const again = () => cart.price()
  return again()
}
