"""Go: packages, their types and what expressions of a typed language mean.

A folder is a package; its name follows from the nearest go.mod. The type of every expression of Go follows from what is
written, so a body is not read as chains of names but as a program of small steps whose values have types: a name, a field, a
call, an element. The reader writes these steps down with local names already replaced, the linker runs them once from top to
bottom, when the names of all files are known. Identifiers are those of Go's own documentation, with the whole import path:
`example.com/shop/cart.Cart.Total`. What a folder defines several times, once for each system, is one unit in several places.
"""
