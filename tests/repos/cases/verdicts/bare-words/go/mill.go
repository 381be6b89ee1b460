package mill

func grindAll() int { return 1 }

func idleWheel() int { return 2 }

var Table = map[string]any{"grindAll": grindAll}
