package bell

type Ringer interface {
	Ring() int
}

type Bell struct {
	Clapper *Clapper
	Name    string
}

type Clapper struct{ weight int }

func (c *Clapper) Swing() int { return c.weight }

func New(name string) (*Bell, error) { return &Bell{Name: name}, nil }

func (b *Bell) Ring() int { return b.Clapper.Swing() }

func (b Bell) Mute() Bell { return b }

func Pair() (first *Bell, second *Clapper, err error) { return nil, nil, nil }

type Chime struct {
	*Bell
	Extra Clapper
}

type Handlers struct {
	OnRing func(*Bell) int
	Make   func() *Bell
}

type Option func(*Bell)

func WithName(name string) Option { return func(b *Bell) { b.Name = name } }

func Build(options ...Option) *Bell { return &Bell{} }

func Loud(b *Bell) int { return b.Ring() }

func Map[T any, R any](in []T, by func(T) R) []R { return nil }

type Set[T any] struct{ items []T }

func (s *Set[T]) First() T { return s.items[0] }
