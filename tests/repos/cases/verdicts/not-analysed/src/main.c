int lonely(void) { return 1; }
