import { memo } from 'react'

import { Cart, Money } from '..'

export const Price = memo(({ money }: { money: Money }) => <b>{money.amount}</b>)

export function CartView({ cart }: { cart: Cart }) {
  return (
    <div>
      <Price money={cart.price()} />
    </div>
  )
}
