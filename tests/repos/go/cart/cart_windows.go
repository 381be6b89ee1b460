//go:build windows

package cart

func Device() string { return `\\.\cart` }
