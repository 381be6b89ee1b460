"""Ruby, and what Rails makes of it: a reader of single files and a linker of whole applications.

The reader keeps to what one file says and knows Ruby only: definitions, references, and *declarations*, the calls in class
bodies that mean something to a framework. It does not know which of them are Rails'. The linker evaluates the bodies of
classes the way Ruby would (includes, hooks, class methods that declare things), so that an association declared by a macro
of a module is known with the line that declares it, and only then asks what each declaration means. Reading is therefore
cacheable by content, and a new framework is a new table of meanings.
"""
