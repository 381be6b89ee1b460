"""Rails on top of Ruby: routes, tables, views, class facts, filter chains, gem macros, packages and tasks.

Rails is a set of conventions over Ruby, and many of them have small languages of their own (`routes.rb`, `schema.rb`,
templates, `package.yml`). `routes`, `schema`, `views` and `files` each read one of them into plain values and are independent.
`facts` interprets the declarations of a class. `linking` combines all of it with the classes from `core.extract.ruby`.

Nothing is executed. Where Rails would run Ruby, `core.extract.ruby.evaluate` follows literals, local variables, loops over
literal lists and methods in the same file. It reports what it cannot follow.
"""
