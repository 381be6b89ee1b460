package shop

type Payer interface{ PayNow(amount int) error }

type Cash struct{}

func (c Cash) PayNow(amount int) error { return nil }
func (c Cash) CountCoins() int         { return 1 }

type Wrapped struct{ Cash }

func Checkout(p Payer) error { return p.PayNow(1) }

type Logger struct{}

func (l Logger) Log(event string) error { return nil }
func (l *Logger) WriteHeader(code int)  {}

type Refunder interface{ Refund(amount int) }

func (c Cash) Refund(amount int) {}

func back(r Refunder) { r.Refund(1) }

func own(c Cash) { c.Refund(2) }
