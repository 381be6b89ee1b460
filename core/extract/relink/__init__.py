"""Link again only the files that were edited, where no other file can see a difference.

What a file means to others is what it declares: names, supers, macros, constants, what it renders. Most edits leave that as it
was and change the inside of methods, comments and where the lines stand. Then every unit and relation of the index still
holds, but for the lines and texts of that file and for what its own bodies refer to; only these are made again, with the tables
that the last linking left behind. Whatever cannot be followed in this way raises `SeenElsewhere`, and everything is linked.
"""
