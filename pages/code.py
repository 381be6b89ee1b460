"""Code: a unit, file or folder with what uses it, what it uses, its flow, data, tests and history."""

import streamlit as st

from core.model import file_key
from core.workbench.flows import shown_unit
from pages.parts import files, folders, units
from pages.parts.frame import workbench

bench = workbench()
path, wanted, line = (st.query_params.get(name, "") for name in ("path", "unit", "line"))
if path:
    files.show(bench, path, line)
elif not wanted:
    folders.show(bench)
else:
    head = shown_unit(bench, wanted)
    if head.type == "file" and head.key == file_key(head.file_path):
        files.show(bench, head.file_path, line)
    elif head.type == "folder":
        folders.show(bench, head.file_path)
    else:
        units.show(bench, head)
