"""What every page shows beside its content: the button that finds anything, the choice of the index and how fresh it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal
from urllib.parse import parse_qs, urlsplit

import streamlit as st

from core.present.html.elements import el
from core.present.html.link_parameters import travelled
from core.present.html.links import page_url
from core.present.html.navigation import PageEntry, navigation
from core.settings import read_settings
from core.text.counts import counted_as
from core.workbench import Workbench, indexes
from pages.parts import address, jobs
from pages.parts.frame import freshness, workbench
from pages.parts.members import choice
from pages.parts.panel import panel

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage


def sidebar(pages: Sequence[StreamlitPage], shown: StreamlitPage) -> None:
    """Show the pages, the button that finds anything, the choice of the index and how fresh it is.

    The pages are links of ours: those of Streamlit lose what the address says.
    """
    names = [manifest.name for manifest in indexes(read_settings())]
    with st.sidebar:
        linked, noticed = st.container(), st.container()
        try:
            bench = workbench() if names else None
        finally:  # beside an index that cannot be opened, too
            with noticed:
                jobs.notice()
            with linked:
                panel(navigation(entries(pages), shown.url_path or "home"), key="pages")
        if bench is None:
            return
        panel(el("button", "Find anything", el("kbd", "/"), type="button", class_="find", data_find=True), key="find")
        st.selectbox(
            "Index", names, index=names.index(bench.name), key=f"index_{bench.name}", on_change=_choose, args=(bench.name,)
        )
        choice(bench)
        _not_yours(bench)
        _state(bench)


def entries(pages: Sequence[StreamlitPage]) -> list[PageEntry]:
    """Return the pages as links show them."""
    return [PageEntry(page.title, page.url_path or "home", page.icon.strip(":").partition("/")[2]) for page in pages]


def _choose(shown: str) -> None:
    name = st.session_state[f"index_{shown}"]
    st.session_state["last_index"] = name
    kept = travelled(page_url("home", index=name), address.state(shown))  # what was asked holds for another index, too
    st.query_params.from_dict(parse_qs(urlsplit(kept).query))


_PLACES = 12  # that the help names

_Colour = Literal["green", "orange", "red", "gray"]
_STATES = {"current": "Up to date", "stale": "Out of date", "missing": "Checkout not found", "unknown": "Not comparable"}
_COLOURS: dict[str, _Colour] = {"current": "green", "stale": "orange", "missing": "red"}


def _not_yours(bench: Workbench) -> None:
    """Let the reader take in what is guessed not to be theirs, and say what that is."""
    apart = bench.not_own
    if apart.sentence:
        places = "".join(f"\n- `{path}`: {reason}" for path, reason in apart.folders[:_PLACES])
        more = len(apart.folders) - _PLACES
        rest = f"\n\nand {counted_as(more, 'more place')}." if more > 0 else ""
        usual = "Excluded from questions, analyses and maps. Configure with `not_yours`."
        st.toggle(f"Include {apart.sentence}", key="everything", bind="query-params", help=f"{usual}\n{places}{rest}")


def _state(bench: Workbench) -> None:
    fresh = freshness(bench)
    colour = _COLOURS.get(fresh.state, "gray")
    with st.container(horizontal=True, gap="xsmall"):
        st.badge(_STATES.get(fresh.state, fresh.state), color=colour, help=fresh.sentence)
        if bench.manifest.vectors != "complete":
            said = "Semantic search incomplete" if bench.manifest.vectors == "partial" else "No semantic search yet"
            st.badge(said, color="orange", help="Search uses keywords, word vectors, names and relations.")
