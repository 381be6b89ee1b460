"""Classes and methods as units, with what their statements mean to Rails: one module per kind of fact.

A fact has at least `name`, `file_path`, `line`, `certainty` and `via`. Further values depend on its kind and are documented in
the function that makes it.
"""
