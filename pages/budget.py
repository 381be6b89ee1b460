"""Stub."""

import streamlit as st

st.title("budget")
st.write(dict(st.query_params))
