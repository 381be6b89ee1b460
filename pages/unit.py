"""Stub."""

import streamlit as st

st.title("unit")
st.write(dict(st.query_params))
