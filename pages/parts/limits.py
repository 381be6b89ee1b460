"""What a question may find, and in how many tokens."""

from __future__ import annotations

import streamlit as st

from core.workbench import Workbench
from pages.parts import address

BUDGETS = (500, 64_000)
"""The least and the most tokens that a question may be given."""


def limits(bench: Workbench) -> None:
    """Let the reader limit what is found; the address keeps it."""
    types = list(bench.index.by_type)
    address.read_several("types", types)
    st.multiselect("Only these types", types, key="types", on_change=address.write, args=("types",))
    address.read("paths")
    st.text_input("Only these paths", key="paths", on_change=address.write, args=("paths",), placeholder="app/models/** lib/**")
    address.read_flag("tests")
    st.toggle("Let tests answer too", key="tests", on_change=address.write, args=("tests",))
    route = bench.settings.route
    if route.url:  # not in the address: a link must not decide what leaves this machine
        said = f"Sends the question, names of folders and types to {route.model or 'a model'} at {route.url}"
        st.toggle("Let a language model split the question", route.router == "llm", key="router", help=said)
    usual = bench.settings.assemble.budget
    address.read_number("budget", usual, *BUDGETS)
    st.number_input("Budget in tokens", *BUDGETS, step=500, key="budget", on_change=address.write, args=("budget", usual))
