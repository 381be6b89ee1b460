"""Parameters of the address that several pages use.

Streamlit's own binding of a widget drops a parameter on the way to a page whose widget has the same name (it belongs to the
page that is left), so a link from one page to another would lose what it says. These few are therefore read and written here.
"""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st


def read(name: str, usual: str = "", allowed: Collection[str] = ()) -> None:
    """Give the widget whose key is `name` the value of the address; what is not allowed counts as the usual value.

    On every run, before the widget is made: a page that is entered anew forgets what the widget held elsewhere.
    """
    value = st.query_params.get(name, usual)
    st.session_state[name] = value if not allowed or value in allowed else usual


def write(name: str, usual: str = "") -> None:
    """Write what the widget holds into the address when it changes; the usual value is not written."""
    value = st.session_state[name] or usual
    if value != usual:
        st.query_params[name] = value
    elif name in st.query_params:
        del st.query_params[name]
