package money

import "fmt"

/*
Money is an amount of the smallest coin.
*/
type Money int

// Zero is nothing.
var Zero = Of(0)

// Of makes an amount.
func Of(coins int) Money { return Money(coins) }

// Plus adds.
func (m Money) Plus(other Money) Money { return m + other }

func (m Money) String() string { return fmt.Sprint(int(m)) }

// Number is what can be added.
type Number interface{ ~int | ~float64 }

// Sum adds any numbers.
func Sum[N Number](numbers ...N) (sum N) {
	for _, one := range numbers {
		sum += one
	}
	return sum
}

type plain = Money

func twice(m plain) plain { return m.Plus(Sum[Money](m, m)) }
