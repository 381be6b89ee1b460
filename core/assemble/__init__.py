"""Pack the best candidates into a context that never exceeds its budget."""
