//go:build linux

package cart

// Device is where the cart is kept.
func Device() string { return "/dev/cart" }
