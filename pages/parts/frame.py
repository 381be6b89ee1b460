"""What every page stands in: the open index, the choice of another one, the search for a unit."""

from __future__ import annotations

import os
from typing import Any

import streamlit as st

from core.model import Manifest
from core.present.empty import no_index
from core.present.finder import find_units, found_list
from core.settings import Settings, read_settings
from core.workbench import Workbench, indexes, open_workbench
from core.workbench.freshness import Freshness
from pages.parts.panel import panel


def workbench() -> Workbench:
    """Return the open index of this page; without any index, say what to run and stop the page."""
    chosen = chosen_index()
    if chosen is None:
        panel(no_index(), key="no_index")
        st.stop()
    settings = read_settings()
    return _open(chosen.name, chosen.generation, repr(settings), settings)


def chosen_index() -> Manifest | None:
    """Return the manifest of the index that the address names, else the last one chosen, else the first."""
    known = {manifest.name: manifest for manifest in indexes(read_settings())}
    wanted = (st.query_params.get("index"), st.session_state.get("last_index"), os.environ.get("ORIENTEER_INDEX"))
    name = next((each for each in wanted if each in known), next(iter(known), None))
    if wanted[0] and wanted[0] not in known:
        st.warning(f"There is no index '{wanted[0]}' here; showing '{name}'." if name else f"There is no index '{wanted[0]}'.")
    st.session_state["last_index"] = name
    return known.get(name) if name else None


def remembered(bench: Workbench, analysis: str, **arguments: Any) -> Any:
    """Return the result of an analysis, computed once for each open index and choice of arguments."""
    chosen = (analysis, repr(sorted(arguments.items())))
    results = _results(bench.name, bench.manifest.generation)
    if chosen not in results:
        results[chosen] = getattr(bench.analyse, analysis)(**arguments)
    return results[chosen]


def freshness(bench: Workbench) -> Freshness:
    """Return how far the checkout has moved on; asked of git at most four times a minute."""
    return _freshness(bench.name, bench.manifest.generation, bench)


@st.cache_data(max_entries=20, ttl=15, show_spinner=False)
def _freshness(name: str, generation: int, _bench: Workbench) -> Freshness:
    return _bench.freshness()


def sidebar() -> None:
    """Show the search for a unit, the choice of the index and how fresh it is."""
    with st.sidebar:
        names = [manifest.name for manifest in indexes(read_settings())]
        if not names:
            return
        bench = workbench()
        _finder(bench)
        st.selectbox(
            "Index", names, index=names.index(bench.name), key=f"index_{bench.name}", on_change=_choose, args=(bench.name,)
        )
        _state(bench)


def _finder(bench: Workbench) -> None:
    place = (st.query_params.get("unit"), bench.name)
    if st.session_state.get("found_at") != place:  # a link was followed: the search has done its work
        st.session_state["found_at"], st.session_state["find"] = place, ""
    letters = st.text_input(
        "Find a unit", key="find", type="search", live="300ms", placeholder="Find a unit …", label_visibility="collapsed"
    )
    if letters:
        panel(found_list(find_units(letters, bench.heads.values()), bench.name), key="found")


def _choose(shown: str) -> None:
    name = st.session_state[f"index_{shown}"]
    st.session_state["last_index"] = name
    st.query_params.from_dict({"index": name})


def _state(bench: Workbench) -> None:
    fresh = freshness(bench)
    colour = {"current": "green", "stale": "orange", "missing": "red"}.get(fresh.state, "gray")
    with st.container(horizontal=True, gap="xsmall"):
        st.badge(fresh.state, color=colour, help=fresh.sentence)
        if bench.manifest.vectors != "complete":
            st.badge(f"vectors: {bench.manifest.vectors}", color="orange", help="Answers are made by words, names and graph.")


@st.cache_resource(max_entries=4, show_spinner=False)
def _results(name: str, generation: int) -> dict[tuple[str, str], Any]:
    """Return the place where the analyses of one generation are kept; results are values, so sessions share them."""
    return {}


@st.cache_resource(max_entries=4, show_spinner="Opening the index …")
def _open(name: str, generation: int, fingerprint: str, _settings: Settings) -> Workbench:
    """Open an index once per generation and settings; sessions share it, as it is safe between threads."""
    return open_workbench(name, settings=_settings)
