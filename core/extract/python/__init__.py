"""Python: what a module defines and uses, and what its names stand for.

The reader decides everything that one file can decide: which names are local, what a local variable is an instance of, which
chains of names are called. It writes such a chain as an expression (`Cart().items`, `models.Model`), and the linker evaluates
the expressions against all modules: imports, re-exports, inherited attributes. What the frameworks mean is in `frameworks`.
"""
