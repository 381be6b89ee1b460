"""Stub."""

import streamlit as st

st.title("graph")
st.write(dict(st.query_params))
