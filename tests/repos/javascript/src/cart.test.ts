import { Cart, CartStore } from './cart'

const made = () => new Cart(new CartStore())

describe('Cart', () => {
  it('adds a line', () => {
    const cart = made()
    expect(cart.add('tea')).toBe(cart)
  })
})
