"""Which members of a set the reader wants to see, and whether they have colours of their own."""

from __future__ import annotations

from typing import TypeVar

import streamlit as st

from core.analyse.result import Result
from core.workbench import Workbench

T = TypeVar("T")


def of_chosen(found: Result[T]) -> Result[T]:
    """Return what is of the members of a set that the reader wants to see alone; all of it where none is chosen."""
    return found.of(chosen()) if chosen() else found


def chosen() -> tuple[str, ...]:
    """Return the members of a set that the reader wants to see alone; none for all."""
    return tuple(st.session_state.get("repositories", ()))


def coloured(bench: Workbench) -> tuple[str, ...]:
    """Let the reader of a set colour by repository, or by type; return its members, none for colours of types."""
    members = tuple(one.name for one in bench.manifest.members)
    if not members:
        return ()
    by = st.segmented_control(
        "Colours", ["repository", "type"], default="repository", required=True, key="colours", bind="query-params"
    )
    return members if by == "repository" else ()
