"""What a question may find, and in how many tokens."""

from __future__ import annotations

import streamlit as st

from core.model.where import BY_NAME
from core.present.answer.limits import LIMIT_NAMES, limit_values_table
from core.workbench import Workbench
from core.workbench.limit_values import SEVERAL, AskLimits, limit_values, limits_of
from pages.parts import address
from pages.parts.frame import kept
from pages.parts.panel import panel

_BUDGETS = (500, 64_000)  # the least and the most tokens that a question may be given


def in_force(bench: Workbench) -> AskLimits:
    """Return the limits that the address names, as `Workbench.ask` takes them: they hold on every page that asks."""
    return limits_of(bench, {name: st.query_params.get_all(name) for name in (*SEVERAL, "scope", "tests")})


def narrowed(bench: Workbench) -> None:
    """Let the reader limit what is found to types, paths, packages and the like; the address keeps it."""
    types = list(bench.index.by_type)
    address.read_several("types", types)
    st.multiselect("Types", types, key="types", on_change=address.write, args=("types",))
    address.read("paths")
    st.text_input("Paths", key="paths", on_change=address.write, args=("paths",), placeholder="app/models/** lib/**")
    _by_name(bench)


def limits(bench: Workbench) -> None:
    """Let the reader limit what is found, and in how many tokens; the address keeps it."""
    narrowed(bench)
    route = bench.settings.route
    if route.url:  # not in the address: a link must not decide what leaves this machine
        said = f"Sends the question, folder names and types to {route.model or 'a model'} at {route.url}"
        st.toggle("Split the question with a language model", route.router == "llm", key="router", help=said)
    usual = bench.settings.assemble.budget
    address.read_number("budget", usual, *_BUDGETS)
    st.number_input("Token budget", *_BUDGETS, step=500, key="budget", on_change=address.write, args=("budget", usual))


def _by_name(bench: Workbench) -> None:
    """Let the reader choose values by name, and list how many units each would leave."""
    found = kept(bench, "limit values", lambda: limit_values(bench))
    for name, said in LIMIT_NAMES.items():
        if not found[name] and name not in st.query_params:
            continue  # there is nothing to choose from
        if name == "package" and not bench.manifest.members:
            continue  # it stands beside every page
        values = list(dict.fromkeys((*found[name], *(() if BY_NAME[name] else st.query_params.get_all(name)))))
        address.read_several(name, values)
        st.multiselect(said.label, values, key=name, on_change=address.write, args=(name,), help=said.help)
    with st.expander("Matches per filter", icon=":material/table_rows:"):
        panel(limit_values_table(found), key="limit_values")
