def weave(): return 1
