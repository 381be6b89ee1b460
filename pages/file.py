"""A file: its code with every known name linked, what stands in it, who uses what."""

import streamlit as st

from pages.parts import files
from pages.parts.frame import workbench

files.show(workbench(), st.query_params.get("path", ""), st.query_params.get("line", ""))
