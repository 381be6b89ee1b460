package web

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"example.com/shop/cart"
	"example.com/shop/internal/money"
)

type server struct {
	*cart.Cart
	sold chan money.Money
}

// Handler answers requests.
type Handler func(http.ResponseWriter, *http.Request)

func (s *server) show(w http.ResponseWriter, r *http.Request) {
	var priced cart.Priced = s
	switch it := priced.(type) {
	case *cart.Cart:
		it.Add(nil)
	case cart.Named, nil:
		priced.Price()
	}
	s.Add(&cart.Line{Amount: int(money.Generated())})
}

func logged(next Handler) http.HandlerFunc { return http.HandlerFunc(next) }

// Routes leads requests to what answers them.
func Routes(mux *http.ServeMux) {
	s := &server{Cart: cart.New(cart.Open)}
	mux.HandleFunc("GET /cart", logged(s.show))
	http.Handle("/all", http.HandlerFunc(s.show))
	api := gin.Default().Group("/api")
	api.POST("/carts/:id", s.add)
	go s.watch(func(m money.Money) { m.Plus(money.Zero) })
}

func (s *server) add(c *gin.Context) {
	select {
	case m := <-s.sold:
		m.Plus(money.Zero)
	default:
	}
	unknown.Call()
	s.missing()
}

func (s *server) watch(each func(money.Money)) { each(<-s.sold) }
