"""Where a unit belongs at each level of a view: to itself, its owner, its file, folder, namespace or package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from core.errors import SettingsError
from core.vocabulary import is_member

if TYPE_CHECKING:
    import networkx as nx

LEVELS = ("member", "unit", "file", "folder", "namespace", "package")
"""The levels of a view, finest first."""

NO_NAMESPACE = "(root)"
NO_PACKAGE = "(no package)"

_PACKAGES = ("package", "crate", "engine")
_NAMESPACE_MARK = re.compile(r"(::|\.|/|\\)")


def places(graph: nx.MultiDiGraph, level: str, depth: int = 0, opened: Iterable[str] = ()) -> dict[str, str]:
    """Return for every node of the graph the group that it belongs to.

    Of folders those that are `opened` give way to what lies directly inside: folders and files; an opened file to its units.

    `depth` > 0 keeps that many leading parts of a folder or namespace. Members belong to the outermost unit that is no
    container: a method to its class, a function inside a function to the outer one; a function directly in a file or
    module is a unit of its own, and so is a class in a module. Files without folder lie in `.`; units without namespace
    in `(root)`; units that no package's folder encloses in `(no package)`.
    """
    if level not in LEVELS:
        raise SettingsError(f"Unknown level '{level}': a view has no such grouping. Choose one of: {', '.join(LEVELS)}.")
    find = _finder(graph, level, depth)
    unfolded = frozenset(opened)
    if not unfolded:
        return {key: find(key) for key in graph.nodes}
    if level != "folder":
        raise SettingsError(f"Only folders can be opened, and the places of this view are '{level}'. Choose level 'folder'.")
    nodes: Mapping[str, Mapping[str, str]] = dict(graph.nodes(data=True))
    return {key: _inside(nodes, key, find(key), unfolded) for key in graph.nodes}


def members_of(owners: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the members of each unit that has some, by the places of the level `unit`."""
    found: dict[str, list[str]] = {}
    for key, unit in owners.items():
        if key != unit:
            found.setdefault(unit, []).append(key)
    return found


def _inside(nodes: Mapping[str, Mapping[str, str]], key: str, place: str, opened: frozenset[str]) -> str:
    """Return the innermost place of a unit that no opened one stands for; `place` is the outermost."""
    folder, path = _folder(nodes[key], 0), nodes[key].get("file_path") or key
    while place in opened:
        if place == path:
            return owner(nodes, key)
        place = path if place == folder else f"{place}/{PurePosixPath(folder).relative_to(place).parts[0]}"
    return place


def _finder(graph: nx.MultiDiGraph, level: str, depth: int) -> Callable[[str], str]:
    nodes: Mapping[str, Mapping[str, str]] = dict(graph.nodes(data=True))
    if level == "member":
        return lambda key: key
    if level == "unit":
        return lambda key: owner(nodes, key)
    if level == "file":
        return lambda key: nodes[key].get("file_path") or key
    if level == "folder":
        return lambda key: _folder(nodes[key], depth)
    if level == "namespace":
        return lambda key: _namespace(nodes[owner(nodes, key)], depth)
    homes = _package_homes(nodes)
    return lambda key: _package(nodes[key], homes)


def owner(nodes: Mapping[str, Mapping[str, str]], key: str) -> str:
    """Return the unit that a member belongs to, or the key itself when it is no member."""
    seen = {key}
    while _is_member(nodes, key) and nodes[key]["parent"] not in seen:
        key = nodes[key]["parent"]
        seen.add(key)
    return key


def _is_member(nodes: Mapping[str, Mapping[str, str]], key: str) -> bool:
    type_, parent = nodes[key].get("type", ""), nodes[key].get("parent", "")
    if parent not in nodes:
        return False
    parent_type = nodes[parent].get("type", "")
    if nodes[key].get("is_test") and not nodes[parent].get("is_test"):
        return False  # a test that is written in the namespace of what it tests is no part of it
    return is_member(type_, parent_type)


def _folder(node: Mapping[str, str], depth: int) -> str:
    path = PurePosixPath(node.get("file_path", "") or ".")
    folder = path if node.get("type") == "folder" else path.parent
    return str(PurePosixPath(*folder.parts[:depth])) if depth else str(folder)


def _namespace(node: Mapping[str, str], depth: int) -> str:
    namespace = node.get("namespace", "")
    if depth and namespace:
        parts = _NAMESPACE_MARK.split(namespace)
        namespace = "".join(parts[: 2 * depth - 1])
    return namespace or NO_NAMESPACE


def _package_homes(nodes: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Return the folder of every package → its identifier; where two share a folder, the first in key order."""
    homes: dict[str, str] = {}
    for key in sorted(nodes):
        node = nodes[key]
        if node.get("type") in _PACKAGES:
            path = PurePosixPath(node.get("file_path", "") or ".")
            homes.setdefault(str(path.parent if path.suffix or path.name == "Gemfile" else path), node["identifier"])
    return homes


def _package(node: Mapping[str, str], homes: Mapping[str, str]) -> str:
    path = PurePosixPath(node.get("file_path", "") or ".")
    for folder in (path, *path.parents):
        if str(folder) in homes:
            return homes[str(folder)]
    return NO_PACKAGE
