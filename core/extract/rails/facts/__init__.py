"""Classes and methods as units, with what the statements of a class mean to Rails: one module per kind of fact.

A fact has at least `name`, `file_path`, `line`, `certainty` and `via`; what else it has depends on its kind and is said in
the function that makes it.
"""
