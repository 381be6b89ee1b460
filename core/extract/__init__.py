"""Read a checkout into units and relations.

Reading happens in two passes because a name can only be understood when all files are known: `read` looks at one file at a
time (cached by content hash), `link` looks at the facts of all files. That split is also what makes an incremental run equal
to a full one: only reading is skipped for unchanged files, linking always sees everything.
"""
