package use

import (
	"fmt"

	"example.org/tower/bell"
)

type Tower struct {
	bells  []*bell.Bell
	byName map[string]*bell.Bell
	ringer bell.Ringer
	chime  bell.Chime
	hands  bell.Handlers
}

func (t *Tower) Fields()   { t.bells[0].Ring(); t.byName["a"].Mute().Mute() }
func (t *Tower) Embedded() { t.chime.Ring(); t.chime.Clapper.Swing(); t.chime.Extra.Swing() }
func (t *Tower) Ranged() {
	for _, b := range t.bells {
		b.Ring()
	}
	for _, b := range t.byName {
		b.Mute()
	}
}
func (t *Tower) Looked() {
	if b, ok := t.byName["x"]; ok {
		b.Ring()
	}
}
func (t *Tower) Interface() { t.ringer.Ring() }
func (t *Tower) Asserted(v any) {
	if b, ok := v.(*bell.Bell); ok {
		b.Mute()
	}
	switch x := v.(type) {
	case *bell.Clapper:
		x.Swing()
	}
}
func (t *Tower) Several() {
	b, err := bell.New("a")
	if err != nil {
		return
	}
	b.Ring()
	first, second, _ := bell.Pair()
	first.Mute()
	second.Swing()
}
func (t *Tower) Functions() {
	t.hands.OnRing = bell.Loud
	t.hands = bell.Handlers{OnRing: bell.Loud, Make: t.make}
	t.hands.Make().Ring()
	ring := t.bells[0].Ring
	ring()
	func(b *bell.Bell) { b.Mute() }(nil)
}
func (t *Tower) make() *bell.Bell { return bell.Build(bell.WithName("x")) }
func (t *Tower) Started()         { go t.Ranged(); defer t.Looked(); fmt.Println(t.make().Ring()) }
func (t *Tower) Generic() {
	bell.Map(t.bells, bell.Loud)
	var set bell.Set[*bell.Bell]
	set.First().Ring()
}
func (t *Tower) Channel(in chan *bell.Bell) {
	for b := range in {
		b.Mute()
	}
	b := <-in
	b.Ring()
}
func (t *Tower) Local() {
	bells := make([]*bell.Bell, 0)
	bells = append(bells, t.make())
	bells[0].Ring()
	other := map[string]bell.Clapper{}
	c := other["a"]
	c.Swing()
}
