"""Rails on top of Ruby: routes, tables, views, facts of classes, filter chains, macros of gems, packages and tasks.

Rails is a set of conventions over ordinary Ruby, and most of them live in small languages of their own (`routes.rb`,
`schema.rb`, templates, `package.yml`). `routes`, `schema`, `views` and `files` read one of them each into plain values and
know nothing of each other, `facts` says what the declarations of a class mean; `linking` puts them together with the classes
that `core.extract.ruby` knows. Nothing is executed: where Rails would run Ruby, `core.extract.ruby.evaluate` follows
literals, local variables, loops over literal lists and methods written in the same file, and says so where it cannot.
"""
