// Package cart holds what somebody wants to buy.
package cart

import (
	"errors"
	"sync"

	"example.com/shop/internal/money"
	tool "example.com/shop/tools"
)

// Limit is the most lines that a cart has.
const Limit = 20

// State says how far a cart is.
type State int

const (
	Open State = iota // still being filled
	Paid
	_
	Sent
)

var (
	// ErrFull tells that nothing more fits.
	ErrFull  = errors.New("the cart is full already")
	standard = New(Open)
	_        Priced = (*Cart)(nil)
)

// Priced is what has a price.
type Priced interface {
	Price() money.Money
	Named
}

// Named is what has a name.
type Named interface{ Name() string }

// Line is a part of a cart.
type Line struct {
	Named
	Amount int `json:"amount,omitempty" db:"amount"`
}

// Total is the price of all of it.
func (l Line) Total() money.Money { return money.Of(l.Amount) }

// Cart is what somebody wants to buy.
type Cart struct {
	sync.Mutex
	lines []*Line
	state State
	byKey map[string]Line
	prices tool.List[money.Money]
}

// New makes a cart.
func New(state State) *Cart {
	return &Cart{state: state, byKey: map[string]Line{}}
}

// Add puts a line into the cart.
func (c *Cart) Add(line *Line) error {
	c.Lock()
	defer c.Unlock()
	if len(c.lines) >= Limit || c.state == Paid {
		return ErrFull
	}
	c.lines = append(c.lines, line)
	c.prices.Push(line.Total())
	return nil
}

// Price sums up.
func (c *Cart) Price() money.Money {
	sum := money.Zero
	for _, line := range c.lines {
		sum = sum.Plus(line.Total())
	}
	for _, each := range c.prices.All() {
		each.Plus(sum)
	}
	if last, ok := c.byKey["last"]; ok {
		sum.Plus(last.Total())
	}
	return sum
}

// Name is the same for all carts.
func (*Cart) Name() string { return "cart" }

func init() { standard.Add(&Line{Amount: 1}) }
