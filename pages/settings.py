"""Settings: indexes, what was read, configuration, and measured answer quality."""

import streamlit as st

from pages.parts import catalogs
from pages.parts.frame import chosen_index

st.title("Settings", anchor=False)
st.caption("Indexes, coverage, configuration and answer quality.")
catalogs.show(chosen_index())
