"""Of which class the values of expressions are, as far as the facts of all files tell: `inference.Inference`."""
