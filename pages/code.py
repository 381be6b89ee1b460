"""Code: a unit, file or folder with what uses it, what it uses, its flow, data, tests and history."""

import streamlit as st

from core.model import file_key, unit_key
from core.workbench.file_tree import TOP
from core.workbench.flows import shown_unit
from pages.parts import files, folders, tree, units
from pages.parts.frame import workbench

bench = workbench()
path, wanted, line = (st.query_params.get(name, "") for name in ("path", "unit", "line"))
head = shown_unit(bench, wanted) if wanted and not path else None
if head is None and (folder := unit_key("folder", path.rstrip("/"))) in bench.heads:
    head = bench.heads[folder]
tree.show(bench, head.file_path if head else path or TOP)
if head is None and path:
    files.show(bench, path, line)
elif head is None:
    folders.show(bench)
elif head.type == "file" and head.key == file_key(head.file_path):
    files.show(bench, head.file_path, line)
elif head.type == "folder":
    folders.show(bench, head.file_path)
else:
    units.show(bench, head)
