"""Ruby: what one file says, and what the constants of all files mean together.

Nothing in here knows a framework. The reader (`reading`) keeps to what one file says: definitions, references, and
*declarations*, the calls in class bodies that mean something to a framework; it does not know what. The evaluation of the
bodies of classes (`linking`) is Ruby's own: includes, hooks, class methods that declare things, so that an association
declared by a macro of a module is known with the line that declares it. What each declaration means is asked by those who
know (`core.extract.rails`). Reading is therefore cacheable by content, and a new framework is a new table of meanings.
"""
