"""URL parameters that several pages share, and those that every link carries on.

Streamlit's own binding of a widget belongs to one page and drops the parameter on the way to another. So shared parameters are
read and written here. Widgets get their value on every run, before they are made, because a page that is entered again forgets
the old value.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import streamlit as st

from core.present.html.link_parameters import travelled, travelling


def read(name: str, usual: str = "", allowed: Collection[str] = ()) -> None:
    """Give the widget whose key is `name` the value of the address; what is not allowed counts as the usual value."""
    value = st.query_params.get(name, usual)
    st.session_state[name] = value if not allowed or value in allowed else usual


def read_several(name: str, allowed: Collection[str]) -> None:
    """Give the widget those values of the address that are allowed."""
    st.session_state[name] = [value for value in st.query_params.get_all(name) if value in allowed]


def read_flag(name: str) -> None:
    """Give a switch the value of the address; off unless it says so."""
    st.session_state[name] = st.query_params.get(name) == "true"


def read_number(name: str, usual: int, low: int, high: int) -> None:
    """Give the widget the number of the address, within these bounds; what is no number counts as the usual one."""
    value = st.query_params.get(name, "")
    st.session_state[name] = min(max(int(value), low), high) if value.isdigit() else usual


def write(name: str, usual: object = "") -> None:
    """Write what the widget holds into the address when it changes; the usual value, nothing and off are not written."""
    put(name, _written(st.session_state[name]), _written(usual))


def put(name: str, values: Sequence[str], usual: Sequence[str] = ()) -> None:
    """Write values into the address; the usual ones, and none, are left out."""
    if values and list(values) != list(usual):
        st.query_params[name] = values[0] if len(values) == 1 else list(values)
    elif name in st.query_params:
        del st.query_params[name]


def state(index: str = "") -> dict[str, list[str]]:
    """Return what travels from the address of this run; `index` is the one that is shown, whatever the address says."""
    said = {name: st.query_params.get_all(name) for name in st.query_params}
    return travelling({**said, **({"index": [index]} if index else {})})


def subject(page: str) -> str:
    """Return what a page shows, for the title of the browser's tab: the question, the unit or the file of the address."""
    named = {"search": ("q", "text"), "code": ("path", "unit")}.get(page, ())
    said = next((said for one in named if (said := st.query_params.get(one, ""))), "")
    return (said.partition(":")[2] or said if page == "code" else said)[:80]


def complete(url: str, index: str) -> str:
    """Return the address of a page with what travels to it, for links that are not in a panel."""
    return travelled(url, state(index))


def _written(value: object) -> list[str]:
    if isinstance(value, bool):
        return ["true"] if value else []
    if isinstance(value, (list, tuple)):
        return [str(one) for one in value]
    return [str(value)] if value not in ("", None) else []
