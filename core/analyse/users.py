"""Count the users of a unit, once for every page.

A user is a distinct unit outside the unit whose code refers to it or to its members. Tests, routes, migrations and pages that
only link to it are counted separately. The numbers equal those of `GraphViews.uses`, used by hubs, maps and matrices, but need
no view of the whole graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from core.analyse.places import Units, owner
from core.analyse.view import aside
from core.text.counts import most_first
from core.vocabulary import HYPERLINKS, MENTIONS, PROSE


class SeenRelation(NamedTuple):
    """A relation seen from one of its ends: the unit at the other one, the kind and the line."""

    other: str
    kind: str
    file_path: str
    line: int


SeenFrom = Callable[[str, bool], Iterable[SeenRelation]]
"""Gives what refers to a unit, or with true what it refers to, by its key."""


@dataclass(frozen=True, slots=True)
class Users:
    """The units at the other end by key, each with its number of lines, the most first.

    `code` are the users; `tests`, `outer` (routes and migrations), `linking` (pages that only link to it) and `foreign` (code
    that is not yours) are told apart.
    """

    code: Mapping[str, int]
    tests: Mapping[str, int]
    outer: Mapping[str, int]
    linking: Mapping[str, int]
    foreign: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.code)

    @property
    def apart(self) -> str:
        """What is not counted among the users, in words; nothing when there is none."""
        said = ((self.tests, "test"), (self.outer, "route or migration"), (self.linking, "page that links"),
                (self.foreign, "unit that is not yours"))  # fmt: skip
        plural = {"test": "tests", "route or migration": "routes and migrations", "page that links": "pages that link",
                  "unit that is not yours": "units that are not yours"}  # fmt: skip
        return ", ".join(f"{len(found)} {name if len(found) == 1 else plural[name]}" for found, name in said if found)


def users(units: Units, references: SeenFrom, key: str, members: Iterable[str] = (), *, forwards: bool = False) -> Users:
    """Return who uses a unit with these members, or with `forwards` what it uses. A member's users are members."""
    inner = {key, *members}
    member = owner(units, key) != key
    tests = units[key].is_test
    lines: tuple[dict[str, set[tuple[str, int]]], ...] = ({}, {}, {}, {})
    for one in _ends(units, references, inner, forwards):
        unit = one.other if member else owner(units, one.other)
        if unit != key:
            lines[_sort(units, one, tests)].setdefault(unit, set()).add((one.file_path, one.line))
    counted = [{unit: len(places) for unit, places in found.items() if unit not in lines[0]} for found in lines[1:]]
    return Users(*map(most_first, [{unit: len(places) for unit, places in lines[0].items()}, *counted]))


def _sort(units: Units, one: SeenRelation, tests: bool) -> int:
    """Return where a reference counts: code, tests, what starts code or is history, links."""
    if not tests and units[one.other].is_test:
        return 1
    if aside(units, one.other, tests=True, outer=False):
        return 2
    return 3 if one.kind in HYPERLINKS else 0


def _ends(units: Units, references: SeenFrom, inner: set[str], forwards: bool) -> Iterator[SeenRelation]:
    """Yield what leads into the unit, or out of it; no text and no folder is at the other end."""
    for key in sorted(inner):
        found = list(references(key, forwards))
        links = {(one.other, one.file_path, one.line) for one in found if one.kind in HYPERLINKS}
        for one in found:
            if one.other in inner or units[one.other].type in PROSE or one.kind in MENTIONS:
                continue
            beside = one.kind not in HYPERLINKS and (one.other, one.file_path, one.line) in links
            yield one._replace(kind="links_to") if beside else one


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


def group_rank(type_: str) -> int:
    """Return where units of this type stand among the users of something: their group's place, what is history last."""
    return len(GROUP_NAMES) if type_ == "migration" else GROUP_NAMES.index(group_of(type_))


def grouped(found: Users, types: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """Return the users by group in a fixed order, in each with the most lines first; empty groups are left out."""
    groups: dict[str, dict[str, int]] = {name: {} for name in (*(name for name, _ in GROUPS), OTHERS)}
    for key, count in found.code.items():
        groups[group_of(types.get(key, ""))][key] = count
    return {name: inside for name, inside in groups.items() if inside}
