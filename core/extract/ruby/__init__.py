"""Ruby: the content of single files, and the constants of all files together.

This package is independent of frameworks. The reader (`reading`) covers one file: definitions, references, and *declarations*,
calls in class bodies that may mean something to a framework. `linking` evaluates class bodies as Ruby does: includes, hooks,
class methods that declare things. So an association from a macro in a module has the line that declares it.

Framework packages such as `core.extract.rails` interpret the declarations. Therefore reading can be cached by content, and a
new framework is a new table of meanings.
"""
