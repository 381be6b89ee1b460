package cart

import "testing"

func TestCart_Add(t *testing.T) {
	tests := []struct {
		name string
		cart *Cart
	}{
		{"empty", New(Open)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.cart.Add(fakeLine(t)); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for i := 0; i < b.N; i++ {
		New(Open)
	}
}

func FuzzDevice(f *testing.F) { Device() }

func fakeLine(t *testing.T) *Line { return &Line{} }
