"""Stub."""

import streamlit as st

st.title("structure")
st.write(dict(st.query_params))
