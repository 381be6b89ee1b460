// Package shop sells things.
package shop
