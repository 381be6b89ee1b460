"""Which members of a set the reader wants to see, and whether they have colours of their own."""

from __future__ import annotations

from typing import TypeVar

import streamlit as st

from core.analyse.result import Result
from core.model.divided import Divided
from core.workbench import Workbench

T = TypeVar("T")


def of_chosen(found: Result[T]) -> Result[T]:
    """Return what is of the members of a set that the reader wants to see alone; all of it where none is chosen."""
    return found.of(chosen()) if chosen() else found


def chosen() -> tuple[str, ...]:
    """Return the members of a set that the reader wants to see alone; none for all."""
    return tuple(st.session_state.get("repositories", ()))


def coloured(bench: Workbench) -> tuple[str, ...]:
    """Let the reader colour by repository of a set, or by package, or by type; return the parts, none for colours of types."""
    parts = tuple(one.name for one in bench.manifest.members) or Divided.by(bench.index.packages)
    if not parts:
        return ()
    own = "package" if isinstance(parts, Divided) else "repository"
    usual = "type" if own == "package" else own  # of Go there are as many packages as folders
    by = st.segmented_control("Colours", [own, "type"], default=usual, required=True, key="colours", bind="query-params")
    return parts if by == own else ()
