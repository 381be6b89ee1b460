"""Which members of a set, or packages, the reader wants to see, and whether they have colours of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, TypeVar

import streamlit as st

from core.analyse.levels import only_of
from core.analyse.result import Result
from core.model.divided import Divided
from core.workbench import Workbench
from pages.parts import address

T = TypeVar("T")


def choice(bench: Workbench) -> None:
    """Let the reader choose which members of a set, or which packages of a repository, are shown alone."""
    members = [one.name for one in bench.manifest.members]
    name, every = ("repositories", members) if members else ("package", _packages_or_around(bench))
    if not every:
        return
    said = "Limits questions, tables and graphs to these repositories."
    if not members:
        said = "Limits questions, tables and graphs to these packages and the packages inside them."
    address.read_several(name, every)
    st.multiselect(
        "Repositories" if members else "Packages", every, key=name, on_change=address.write, args=(name,),
        help=said,
    )  # fmt: skip


def _packages_or_around(bench: Workbench) -> list[str]:
    """Return the packages, and what the address names that is around some of them."""
    every = packages(bench)
    named = [one for one in st.query_params.get_all("package") if one not in every and every.only([one])]
    return [*every, *named]


def packages(bench: Workbench) -> Divided:
    """Return the packages of a repository; none where it has one alone."""
    return Divided.by(bench.index.packages)


def of_chosen(found: Result[T]) -> Result[T]:
    """Return what is of the parts that the reader wants to see alone; all of it where none is chosen."""
    return found.of(chosen()) if chosen() else found


def chosen() -> tuple[str, ...]:
    """Return the members of a set, or packages, that the reader wants to see alone; none for all."""
    return tuple(st.session_state.get("repositories") or st.session_state.get("package") or ())


class Within(TypedDict, total=False):
    """The argument of an analysis that is made of some parts alone."""

    parts: tuple[str, ...]


def within(bench: Workbench) -> Within:
    """Return the same as the argument of an analysis that is made of these alone; nothing for all."""
    known = bench.analyse.known_parts(chosen())
    return {"parts": tuple(known)} if known else {}


def said_only(bench: Workbench) -> str:
    """Return the sentence that says which parts alone are shown, with a blank behind it; empty for all."""
    return "".join(f"{sentence} " for sentence in only_of(bench.analyse.known_parts(chosen())))


def chosen_parts(bench: Workbench) -> Sequence[str]:
    """Return the same as parts that tell which units lie in them; none for all."""
    return chosen() if bench.manifest.members else packages(bench).only(chosen())


def coloured(bench: Workbench) -> tuple[str, ...]:
    """Let the reader colour by repository of a set, or by package, or by type; return the parts, none for colours of types."""
    parts = tuple(one.name for one in bench.manifest.members) or packages(bench)
    if not parts:
        return ()
    own = "package" if isinstance(parts, Divided) else "repository"
    usual = "type" if own == "package" else own  # of Go there are as many packages as folders
    by = st.segmented_control("Colour by", [own, "type"], default=usual, required=True, key="colours", bind="query-params")
    return parts if by == own else ()
