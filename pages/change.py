"""Stub."""

import streamlit as st

st.title("change")
st.write(dict(st.query_params))
