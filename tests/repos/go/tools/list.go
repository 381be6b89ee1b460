// Package tools has what others lack.
package tools

// List keeps things.
type List[T any] struct{ all []T }

// Push adds a thing.
func (l *List[T]) Push(one T) { l.all = append(l.all, one) }

// All gives them.
func (l *List[T]) All() []T { return l.all }
