package main

import (
	"net/http"

	_ "example.com/shop/internal/money"
	"example.com/shop/web"
	yaml "gopkg.in/yaml.v3"
)

func main() {
	mux := http.NewServeMux()
	web.Routes(mux)
	yaml.Marshal(mux)
	new := func(text string) string { return text }
	new("shadowed")
}
