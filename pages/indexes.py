"""Index: read a checkout, see what was read and what was not, which settings and products are in force."""

import streamlit as st

from pages.parts import catalogs
from pages.parts.frame import chosen_index

st.title("Indexes", anchor=False)
st.caption("Add, compare and remove indexes. Check coverage and settings.")
catalogs.show(chosen_index())
