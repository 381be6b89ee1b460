"""What every page stands on: the open index and what has been made of it for all sessions."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Semaphore, Thread
from typing import Concatenate, ParamSpec, TypeVar

import streamlit as st

from core.analyse import Analysis
from core.errors import SourceError, WorkbenchError
from core.model import Manifest
from core.pipeline.freshness import Freshness
from core.present.html.empty import no_index
from core.settings import Settings, read_settings
from core.workbench import Workbench, indexes, open_workbench
from core.workbench.sessions import Session, edition
from pages.parts.panel import panel

WARMING = "warming"
"""The name of the thread that loads what the first question needs."""
_COLLECTED = 60  # seconds: a search for garbage walks all open indexes, which takes a tenth of a second and more
_AT_ONCE = 4  # pages that are drawn at the same time, and
_PATIENCE = 3.0  # seconds that another waits for its turn: some wait for a model or for git
P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


def workbench() -> Workbench:
    """Return the open index of this page; without any index, say what to run and stop the page."""
    chosen = chosen_index()
    if chosen is None:
        panel(no_index(), key="no_index")
        st.stop()
    bench = _session().workbench(chosen, read_settings())
    asked = st.session_state.get("everything", st.query_params.get("everything") == "true")
    return bench.with_everything() if asked else bench


def opened(name: str) -> Workbench:
    """Return the open index of a name, for what is asked beside the pages; raises `SourceError` for an unknown one."""
    if name not in (known := {manifest.name: manifest for manifest in indexes(read_settings())}):
        raise SourceError(f"There is no index '{name}' here.")
    return _session().workbench(known[name], read_settings())


def chosen_index() -> Manifest | None:
    """Return the manifest of the index that the address names, else the last one chosen, else the first."""
    known = {manifest.name: manifest for manifest in indexes(read_settings())}
    wanted = (st.query_params.get("index"), st.session_state.get("last_index"), os.environ.get("ORIENTEER_INDEX"))
    name = next((each for each in wanted if each in known), next(iter(known), None))
    st.session_state["last_index"] = name
    return known.get(name) if name else None


def tell_unknown_index() -> None:
    """Say so when the address names an index that is not here, and which one is shown instead."""
    named, chosen = st.query_params.get("index"), chosen_index()
    if named and (chosen is None or chosen.name != named):
        st.warning(f"No index '{named}'." + (f" Showing '{chosen.name}' instead." if chosen else ""))


def tell_other_commit() -> None:
    """Say so when the address was copied at another commit than the index shows."""
    named, chosen = st.query_params.get("commit", ""), chosen_index()
    if named and chosen is not None and not chosen.git_sha.startswith(named):
        now = chosen.git_sha[:12] or "a checkout without git"
        st.warning(f"This link is from commit {named[:12]}, but the index '{chosen.name}' is at {now}. Lines may differ.")


def remembered(bench: Workbench, analysis: Callable[Concatenate[Analysis, P], R], *args: P.args, **arguments: P.kwargs) -> R:
    """Return the result of an analysis (`Analysis.hubs`), computed once for each open index and choice of arguments."""
    return _session().analysed(bench, analysis, *args, **arguments)


def kept(bench: Workbench, name: str, make: Callable[[], T]) -> T:
    """Return what `make` gives, made once for each open index and name; it must be a value, as sessions share it."""
    return _session().kept(bench, name, make)


@contextmanager
def turn() -> Iterator[None]:
    """Draw a page when few others are being drawn, or when it has waited long enough for one that takes its time.

    Of many at once each would take as long as all of them together, and hold the memory for it.
    """
    waited = _turns().acquire(timeout=_PATIENCE)
    try:
        yield
    finally:
        if waited:
            _turns().release()


@st.cache_resource(show_spinner=False)
def _turns() -> Semaphore:
    return Semaphore(_AT_ONCE)


@st.cache_resource(max_entries=8, show_spinner="Searching …")
def lately(asked: str, _make: Callable[[], T]) -> T:
    """Return what `_make` gives; the last eight results are kept for all sessions by `asked`, which names the edition."""
    return _make()


def warm() -> None:
    """Load what the first question needs while the first page is being read, once for each open index."""
    if chosen_index() is None:
        return
    _collected()
    bench = workbench()
    kept(bench, "warm", lambda: Thread(target=_load, args=(bench,), daemon=True, name=WARMING).start())


@st.cache_data(ttl=_COLLECTED, show_spinner=False)
def _collected() -> None:
    """Collect reference cycles in a thread, at most once a minute: sessions and old generations leave them."""
    Thread(target=gc.collect, daemon=True).start()


def _load(bench: Workbench) -> None:
    with suppress(WorkbenchError):  # the question that needs it will meet the same problem, with somebody there to read it
        bench.ask("warm", budget=0, settings={"cache.runs": 0})
    gc.collect()  # a generation that nobody reads any more is a graph that refers to itself


def freshness(bench: Workbench) -> Freshness:
    """Return how far the checkout has moved on; asked of git at most four times a minute."""
    return _freshness(bench.name, edition(bench.manifest), bench)


@st.cache_data(max_entries=20, ttl=15, show_spinner=False)
def _freshness(name: str, edition_: str, _bench: Workbench) -> Freshness:
    return _bench.freshness()


@st.cache_resource(show_spinner=False)
def _session() -> Session[Workbench]:
    """Return what all visitors share: the open indexes and what has been made of them."""
    return Session(_open)


def _open(name: str, settings: Settings) -> Workbench:
    with st.spinner("Opening index …"):
        return open_workbench(name, settings=settings)
