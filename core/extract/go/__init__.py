"""Go: packages, their types and the types of expressions.

A folder is a package, and the nearest go.mod gives its name. In Go, the source determines the type of every expression. So a
body becomes a program of small steps whose values have types: a name, a field, a call, an element. The reader writes these
steps with local names already replaced. The linker runs them once, from top to bottom, when the names of all files are known.

Identifiers follow Go's documentation, with the full import path: `example.com/shop/cart.Cart.Total`. Definitions that a folder
has once per system are one unit in several places.
"""
