"""What Rails means by its files: routes, tables, views, filter chains, macros of gems, translations, packages and tasks.

Rails is a set of conventions over ordinary Ruby, and most of them live in small languages of their own (`routes.rb`,
`schema.rb`, templates, `package.yml`). Each module here reads one of them into plain values and knows nothing of the
others; the Ruby linker puts them together. Nothing is executed: where Rails would run Ruby, a small evaluator follows
literals, local variables, loops over literal lists and methods written in the same file, and says so where it cannot.
"""
