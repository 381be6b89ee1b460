def grind(): return 1
def spill(): return 2
