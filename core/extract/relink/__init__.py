"""Link only the edited files again, if no other file can see a difference.

Other files see what a file declares: names, superclasses, macros, constants, renders. Most edits leave these unchanged and
affect only method bodies, comments and line numbers. Then all units and relations remain valid, except the lines and texts of
the edited file and the references from its bodies. Only these are made again, with the tables of the last linking.

An edit that cannot be followed in this way raises `SeenElsewhere`, and everything is linked.
"""
