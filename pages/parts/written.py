"""The search for text as it is written, by words or by a regular expression, and the units that write it."""

from __future__ import annotations

import streamlit as st

from core.errors import SettingsError
from core.present.export.snippets import search_snippet
from core.present.html.empty import nothing
from core.present.unit.outline import written_table
from core.workbench import Workbench
from core.workbench.limit_values import text_limits
from core.workbench.sessions import edition
from pages.parts import address, tables
from pages.parts.frame import lately
from pages.parts.limits import in_force, narrowed
from pages.parts.panel import panel

_SHOWN = 200  # units with the words of a search


def searched(bench: Workbench) -> None:
    """Show what contains the text of the address."""
    words = _asked_for(bench)
    if not words:
        return
    regex, limits = st.query_params.get("regex") == "true", text_limits(in_force(bench))
    try:
        asked = f"{bench.name} {edition(bench.manifest)} {words!r} {regex} {limits!r}"
        found = lately(asked, lambda: bench.search(words, regex=regex, **limits))
    except SettingsError as problem:
        panel(nothing(str(problem), "Switch off “Regular expression” to search for the literal text."), key="written")
        return
    if not found.found:
        remedies = (
            "Use fewer words, or part of a word.",
            "Text assembled at runtime appears nowhere in full.",
            *(("Remove a filter.",) if any(limits.values()) else ()),
        )
        panel(nothing(found.sentence, *remedies), key="written")
        return
    st.caption(found.sentence)
    panel(written_table(found.found[:_SHOWN], bench.heads, bench.name), key="written")
    if len(found.found) > _SHOWN:
        st.caption(f"Showing {_SHOWN} of {len(found.found):,}. Download for all.")
    tables.offered(found.to_rows(), "written", search_snippet(bench.name, words, {"regex": regex, **limits}))


def _asked_for(bench: Workbench) -> str:
    """Show the box for text with its limits; return the text."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        address.read("text")
        st.text_input(
            "Text search", key="text", placeholder="error message, setting or code",
            on_change=address.write, args=("text",),
        )  # fmt: skip
        address.read_flag("regex")
        st.toggle(
            "Regular expression", key="regex", on_change=address.write, args=("regex",),
            help="RE2 syntax, matched per line. Start with (?i) to ignore case.",
        )  # fmt: skip
        with st.popover(
            "Filters", icon=":material/tune:", help="Filter by type, path, namespace, package, change or importance."
        ):
            narrowed(bench)
    return str(st.session_state["text"]).strip()
