module example.org/tower

go 1.21
