"""Stub."""

import streamlit as st

st.title("overview")
st.write(dict(st.query_params))
