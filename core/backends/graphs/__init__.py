"""The graph of an index, by the products that can answer for it."""
