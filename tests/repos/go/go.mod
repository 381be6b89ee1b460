module example.com/shop

go 1.22

require (
	example.com/shop/tools v0.1.0
	github.com/gin-gonic/gin v1.10.0
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace example.com/shop/tools => ./tools
