"""Orienteer in an editor: the Language Server Protocol over stdio, on the one workbench.

`checkouts` finds the index of a file, `present_file` sets the file as the editor has it beside the file as it was indexed,
`meant` says what stands under the cursor; `hover`, `going` and `symbols` answer in values of their own, and `server` speaks the
protocol. The code is only looked up: nothing of it is run, and no file is written.
"""
