"""Stub."""

import streamlit as st

st.title("indexes")
st.write(dict(st.query_params))
