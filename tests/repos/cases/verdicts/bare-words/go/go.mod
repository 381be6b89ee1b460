module example.org/mill
