"""The search for text as it is written, by words or by a regular expression, and the units that write it."""

from __future__ import annotations

import streamlit as st

from core.errors import SettingsError
from core.model.written import WordSearch
from core.present.export.snippets import search_snippet
from core.present.html.empty import nothing
from core.present.unit.written import written_table
from core.workbench import Workbench
from core.workbench.sessions import edition
from pages.parts import address, tables, units
from pages.parts.frame import lately
from pages.parts.limits import in_force, narrowed
from pages.parts.panel import panel

_SHOWN = 200  # units with the words of a search


def searched(bench: Workbench) -> None:
    """Show what writes the words of the address, or files to choose from."""
    words = _asked_for(bench)
    if not words:
        units.choose(bench)
        return
    regex, limits = st.query_params.get("regex") == "true", {**in_force(bench)}
    del limits["include_tests"]  # tests write text as everything else does
    try:
        asked = f"{bench.name} {edition(bench.manifest)} {words!r} {regex} {limits!r}"
        found = lately(asked, lambda: _found(bench, words, regex))
    except SettingsError as problem:
        panel(nothing(str(problem), "Switch “Regular expression” off to search it as it is written."), key="written")
        return
    if not found.found:
        remedies = (
            "Write fewer words, or only a part of one.",
            "Lines that a program puts together are written nowhere as a whole.",
            *(("Drop a limit under Limits.",) if any(limits.values()) else ()),
        )
        panel(nothing(found.sentence, *remedies), key="written")
        return
    st.caption(found.sentence)
    panel(written_table(found.found[:_SHOWN], bench.heads, bench.name), key="written")
    if len(found.found) > _SHOWN:
        st.caption(f"Showing {_SHOWN} of {len(found.found):,}; the downloads have all of them.")
    tables.offered(found.to_rows(), "written", search_snippet(bench.name, words, {"regex": regex, **limits}))


def _asked_for(bench: Workbench) -> str:
    """Show the box for text with its limits; return the text."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        address.read("text")
        st.text_input(
            "Search text as it is written", key="text", placeholder="an error message, a setting, a piece of code",
            on_change=address.write, args=("text",),
        )  # fmt: skip
        address.read_flag("regex")
        st.toggle(
            "Regular expression", key="regex", on_change=address.write, args=("regex",),
            help="As RE2 has them, looked for in each line; case matters unless it begins with (?i).",
        )  # fmt: skip
        with st.popover("Limits", icon=":material/tune:", help="Types, paths, namespaces, packages, change and importance"):
            narrowed(bench)
    return str(st.session_state["text"]).strip()


def _found(bench: Workbench, words: str, regex: bool) -> WordSearch:
    within = in_force(bench)
    return bench.search(
        words, regex=regex, types=within["types"], paths=within["paths"], repositories=within["repositories"],
        where=within["where"],
    )  # fmt: skip
