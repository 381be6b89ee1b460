"""The scope that all pages obey, and whether packages or repositories have colours of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import streamlit as st

from core.analyse.levels import only_of
from core.analyse.result import Result
from core.model.divided import PackageMap
from core.workbench import Workbench
from core.workbench.limit_values import scopes
from pages.parts import address
from pages.parts.frame import kept

T = TypeVar("T")


def choice(bench: Workbench) -> None:
    """Let the reader limit all pages to a repository, part of the domain, package, folder or any filter; and include tests."""
    parts = bench.analyse.is_divided
    offered = kept(bench, f"scopes with parts: {parts}", lambda: scopes(bench, parts=parts))
    named = {"package": st.query_params.get_all("package"), "repo": st.query_params.get_all("repositories")}
    usual = " ".join(f"{name}:{','.join(values)}" for name, values in named.items() if values)  # an address of earlier versions
    address.read("scope", usual)
    shown = st.session_state["scope"]
    st.session_state["scope"] = shown or None
    st.selectbox(
        "Scope", [*offered, *([shown] if shown and shown not in offered else [])], key="scope", on_change=_choose,
        accept_new_options=True, placeholder="Everything",
        help="Limits Search, Map, Health and Changes. Choose, or type a filter: part:NAME, path:FOLDER, type:job, -path:lib."
        + ("" if parts else " Parts of the domain are listed after a visit of Home."),
    )  # fmt: skip
    address.read_flag("tests")
    st.toggle(
        "Include tests", key="tests", on_change=address.write, args=("tests",),
        help="Adds tests to questions, the map, neighbours and files that change together.",
    )  # fmt: skip


def _choose() -> None:
    for name in ("package", "repositories"):
        address.put(name, ())
    address.write("scope")


def with_tests() -> bool:
    """Whether the reader includes tests."""
    return bool(st.session_state.get("tests"))


def chosen() -> tuple[str, ...]:
    """Return the scope that the reader chose, as analyses take it; none for all."""
    scope = st.session_state.get("scope")
    return (scope,) if scope else ()


def not_limited() -> None:
    """Say that the scope does not limit this view, where one is chosen."""
    if chosen():
        st.caption("The scope does not limit this view.")


def of_chosen(bench: Workbench, found: Result[T]) -> Result[T]:
    """Return what is in the scope; all of it where none is chosen."""
    return bench.analyse.limited(found, chosen())


def said_only(bench: Workbench) -> str:
    """Return the sentence that names the scope, with a blank behind it; empty for all."""
    return "".join(f"{sentence} " for sentence in only_of(bench.analyse.known_parts(chosen())))


def chosen_parts(bench: Workbench) -> Sequence[str]:
    """Return the scope as parts that tell which units are in them; none for all."""
    return PackageMap.by(dict.fromkeys(bench.analyse.inside(chosen()) or (), " ".join(chosen()))) if chosen() else ()


def coloured(bench: Workbench) -> tuple[str, ...]:
    """Let the reader colour by repository of a set, or by package, or by type; return the parts, none for colours of types."""
    parts = tuple(one.name for one in bench.manifest.members) or PackageMap.by(bench.index.packages)
    if not parts:
        return ()
    own = "package" if isinstance(parts, PackageMap) else "repository"
    usual = "type" if own == "package" else own  # of Go there are as many packages as folders
    by = st.segmented_control("Colour by", [own, "type"], default=usual, required=True, key="colours", bind="query-params")
    return parts if by == own else ()
