"""Stub."""

import streamlit as st

st.title("hubs")
st.write(dict(st.query_params))
