package cart_test

import (
	"fmt"

	. "example.com/shop/cart"
)

func ExampleCart_Price() {
	fmt.Println(New(Open).Price())
	// Output: 0
}
