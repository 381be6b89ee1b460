"""Index: read a checkout, see what was read and what was not, which settings and products are in force."""

import streamlit as st

from pages.parts import catalogs
from pages.parts.frame import chosen_index

st.title("Index", anchor=False)
st.caption("What has been read, what has not, and with which settings?")
catalogs.show(chosen_index())
