"""Orienteer in an editor: the Language Server Protocol over stdio, on top of the workbench.

`checkouts` finds the index of a file. `present_file` compares the file in the editor with the indexed one, and `meant` finds
the unit under the cursor. `hover`, `going` and `symbols` answer with values of their own, and `server` implements the
protocol. The server only reads: it runs no code and writes no file.
"""
