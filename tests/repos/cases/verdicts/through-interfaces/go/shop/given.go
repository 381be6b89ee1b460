package shop

import (
	"example.net/kit"
)

type source struct{ name string }

func (s *source) NextBlock(size int) int { return size }
func (s *source) helper() int            { return 1 }

func Open(name string) (kit.Source, error) { return &source{name: name}, nil }

type Watcher2 struct{}

func (w Watcher2) OnTick(at int) {}

var _ kit.Watcher = Watcher2{}

type plug struct{}

func (p *plug) PlugLine(at int) {}

func install() { kit.Register("plug", &plug{}) }

type Drawer struct{}

func (d *Drawer) PullOut() {}

func NewDrawer() *Drawer { return &Drawer{} }
