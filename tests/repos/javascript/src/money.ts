/** Amounts of money. */

export type Currency = 'EUR' | 'USD'

/** An amount. */
export class Money {
  constructor(readonly amount: number, private currency: Currency) {}

  plus(other: Money): Money {
    return new Money(this.amount + other.amount, this.currency)
  }

  static zero(): Money {
    return new Money(0, 'EUR')
  }
}

export const rounded = (money: Money): Money => money.plus(Money.zero())

export default rounded
