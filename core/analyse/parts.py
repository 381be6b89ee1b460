"""The parts of the domain, described: models, entry points, tables, jobs, tests, owners and links; and those declared."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from core.analyse.division import SHARED, Declared, Division
from core.analyse.result import Result
from core.analyse.view import Link, View
from core.errors import SettingsError
from core.model import History, parse_key
from core.text.counts import counted_as, most_first

PARTS = "parts"
"""The table of `orienteer.toml` that declares parts: `billing = ["Invoice", "app/services/billing", "Payment*"]`."""
_JOBS = frozenset({"job", "scheduled_job", "task"})
_STARTERS = frozenset({"route", "migration"})


@dataclass(frozen=True, slots=True)
class DomainPart:
    """A part of the domain: the models or central classes it is about, most used first, and what else belongs to it.

    `entry_points` are started from outside, `owners` counts the files that each author changed. `uses` and `used_by`
    count the lines that refer to other parts. `declared` parts are those of `orienteer.toml`.
    """

    part: str
    units: int
    models: tuple[str, ...]
    entry_points: tuple[str, ...]
    tables: tuple[str, ...]
    jobs: tuple[str, ...]
    tests: tuple[str, ...]
    owners: Mapping[str, int]
    uses: Mapping[str, int]
    used_by: Mapping[str, int]
    declared: bool


@dataclass(frozen=True, slots=True)
class Parts(Result[DomainPart]):
    """The parts, largest first. `links` refer from one part to another, with their lines."""

    links: tuple[Link, ...] = ()


def parts(view: View, division: Division, links: View, entries: Mapping[str, str], histories: Mapping[str, History]) -> Parts:
    """Describe the parts of a division of a view of all units with tests, largest first; `links` is the view of parts."""
    members: dict[str, list[str]] = {name: [] for name in division.nouns}
    for node in view.nodes:
        if node in division.part_of:
            members.setdefault(division.part_of[node], []).append(node)
    items = []
    for name, nodes in members.items():
        owners: Counter[str] = Counter()
        of_type = {node: view.types[node] for node in nodes}
        for history in {view.files[node]: histories[node] for node in nodes if node in histories}.values():
            owners.update(history.authors)
        uses = {other: link.weight for other, link in links.out.get(name, {}).items() if other != SHARED}
        used_by = {other: link.weight for other, link in links.into.get(name, {}).items() if other != SHARED}
        items.append(
            DomainPart(
                name, len(nodes), division.nouns.get(name, ()),
                tuple(node for node in nodes if node in entries and of_type[node] not in _STARTERS),
                tuple(node for node in nodes if of_type[node] == "table"),
                tuple(node for node in nodes if of_type[node] in _JOBS),
                tuple(node for node in nodes if node in view.tests),
                most_first(owners), most_first(uses), most_first(used_by), name in division.declared,
            )
        )  # fmt: skip
    items.sort(key=lambda part: (-part.units, part.part))
    between = tuple(link for link in links.links() if SHARED not in (link.source, link.target))
    lines = sum(link.weight for link in between)
    notes = (
        f"{counted_as(len(items), 'part')} of {len(view.nodes):,} units. {len(view.nodes) - sum(map(len, members.values())):,} "
        f"belong to no single part. {counted_as(len(between), 'link')} ({counted_as(lines, 'line')}) between parts.",
        "Parts are found by names, places, shared users and associations. Edit them in [parts] of orienteer.toml.",
    )
    return Parts(DomainPart, "Parts", tuple(items), notes, between)


def read_parts(text: str, where: str) -> Declared:
    """Return the parts that a TOML text declares; `where` names it in messages. Raises `SettingsError` for anything else."""
    try:
        found = tomllib.loads(text).get(PARTS, {})
    except tomllib.TOMLDecodeError as problem:
        raise SettingsError(f"{where} is not valid TOML: {problem}. Correct that line.") from problem
    listed = found if isinstance(found, dict) else {"": found}
    for name, texts in listed.items():
        if not isinstance(texts, list) or not all(isinstance(one, str) and one for one in texts):
            raise SettingsError(f"{where} has an invalid part '{name}'. Write {PARTS}.{name or 'billing'} = [\"Invoice\"].")
    return listed


def parts_toml(division: Division) -> str:
    """Return the parts as the table that declares them, with their nouns, to be edited."""
    lines = [f"[{PARTS}]  # name = names, paths or patterns; what is missing here is found"]
    for name, nouns in sorted(division.nouns.items()):
        texts = ", ".join(f'"{parse_key(noun).identifier}"' for noun in nouns)
        lines.append(f"{name} = [{texts}]")
    return "\n".join(lines) + "\n"
