"""Stub."""

import streamlit as st

st.title("evaluation")
st.write(dict(st.query_params))
