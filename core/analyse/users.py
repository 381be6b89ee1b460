"""Who uses a unit, counted once for every page: the distinct units outside of it whose code refers to it or to its members.

Tests, routes, migrations and pages that only link to it are told apart and are none of its users. The numbers are those of
`GraphViews.uses`, which hubs, maps and matrices count; here for a few units, without a view of the whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from core.analyse.places import owner
from core.analyse.view import aside, most_first
from core.vocabulary import HYPERLINKS, MENTIONS, PROSE

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Users:
    """The units at the other end by key, each with its number of lines, the most first.

    `code` are the users; `tests`, `outer` (routes and migrations) and `linking` (pages that only link to it) are told apart.
    """

    code: Mapping[str, int]
    tests: Mapping[str, int]
    outer: Mapping[str, int]
    linking: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.code)

    @property
    def apart(self) -> str:
        """What is not counted among the users, in words; nothing when there is none."""
        said = ((self.tests, "test"), (self.outer, "route or migration"), (self.linking, "page that links"))
        plural = {"test": "tests", "route or migration": "routes and migrations", "page that links": "pages that link"}
        return ", ".join(f"{len(found)} {name if len(found) == 1 else plural[name]}" for found, name in said if found)


class _Edge(TypedDict):
    """What an edge of the graph says of its line; more is on it."""

    kind: str
    file_path: str
    line: int


def users(graph: nx.MultiDiGraph, key: str, members: Iterable[str] = (), *, forwards: bool = False) -> Users:
    """Return who uses a unit with these members, or with `forwards` what it uses. A member's users are members."""
    inner = {key, *members}
    member = owner(graph.nodes, key) != key
    tests = bool(graph.nodes[key].get("is_test"))
    lines: tuple[dict[str, set[tuple[str, int]]], ...] = ({}, {}, {}, {})
    for other, edge in _ends(graph, inner, forwards):
        unit = other if member else owner(graph.nodes, other)
        if unit != key:
            lines[_sort(graph, other, edge, tests)].setdefault(unit, set()).add((edge["file_path"], edge["line"]))
    counted = [{unit: len(places) for unit, places in found.items() if unit not in lines[0]} for found in lines[1:]]
    return Users(*map(most_first, [{unit: len(places) for unit, places in lines[0].items()}, *counted]))


def _sort(graph: nx.MultiDiGraph, other: str, edge: _Edge, tests: bool) -> int:
    """Return where a reference counts: code, tests, what starts code or is history, links."""
    if not tests and graph.nodes[other].get("is_test"):
        return 1
    if aside(graph.nodes, other, tests=True, outer=False):
        return 2
    return 3 if edge["kind"] in HYPERLINKS else 0


def _ends(graph: nx.MultiDiGraph, inner: set[str], forwards: bool) -> Iterator[tuple[str, _Edge]]:
    """Yield the other ends of what leads into the unit, or out of it, with the edge; no text and no folder is one."""
    for key in sorted(inner):
        edges = graph.out_edges(key, data=True) if forwards else graph.in_edges(key, data=True)
        links = {
            (source, target, edge["file_path"], edge["line"]) for source, target, edge in edges if edge["kind"] in HYPERLINKS
        }
        for source, target, edge in edges:
            other = target if forwards else source
            type_ = graph.nodes[other].get("type", "")
            if other in inner or type_ in PROSE or edge["kind"] in MENTIONS:
                continue
            beside = edge["kind"] not in HYPERLINKS and (source, target, edge["file_path"], edge["line"]) in links
            kind = "links_to" if beside else edge["kind"]
            yield other, {"kind": kind, "file_path": edge["file_path"], "line": edge["line"]}


GROUPS = (
    ("controllers", frozenset({
        "controller", "action", "graphql_mutation", "graphql_query", "graphql_resolver", "graphql_type",
    })),
    ("jobs and mailers", frozenset({"job", "mailer", "scheduled_job", "task", "rake_task", "command", "action_cable_channel"})),
    ("views and helpers", frozenset({
        "view_template", "layout", "helper", "view", "component", "view_component", "presenter", "decorator", "serializer",
    })),
    ("models", frozenset({"model", "concern", "policy", "pundit_policy", "validator", "table"})),
)  # fmt: skip
OTHERS = "others"
GROUP_NAMES = (*(name for name, _ in GROUPS), OTHERS, "tests")
"""The groups in the order in which they are shown."""


def group_of(type_: str) -> str:
    """Return the heading under which users of this type stand, one of `GROUP_NAMES`."""
    return next((name for name, types in GROUPS if type_ in types), OTHERS)


def grouped(found: Users, types: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """Return the users by group in a fixed order, in each with the most lines first; empty groups are left out."""
    groups: dict[str, dict[str, int]] = {name: {} for name in (*(name for name, _ in GROUPS), OTHERS)}
    for key, count in found.code.items():
        groups[group_of(types.get(key, ""))][key] = count
    return {name: inside for name, inside in groups.items() if inside}
