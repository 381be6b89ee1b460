"""What the methods of a file say of what they take and give, as facts of the methods and of the classes that have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NotRequired, TypedDict

from core.extract.facts import FileFacts
from core.extract.rails.application.fact import Fact
from core.extract.ruby.linking.constants import Constant, DefinitionPlace

_KINDS: Mapping[str, frozenset[str]] = {
    "formats": frozenset({"controller", "concern"}),
    "permitted": frozenset({"controller", "concern", "component", "form", "service"}),
    "rescued": frozenset({"service", "job", "controller", "mailer", "query", "poro"}),
    "returns": frozenset({"service", "query", "builder"}),
}
"""Types of units of which each kind of row tells something."""


def said_by_method(place: DefinitionPlace) -> dict[str, list[Fact]]:
    """Return the facts of one method, by kind, each name once."""
    return _facts(place.facts, {place.position: place.definition.name})


def said_by_class(constant: Constant, type_: str) -> dict[str, list[Fact]]:
    """Return the facts of a class's own methods by kind, each name of a method once."""
    found: dict[str, list[Fact]] = {}
    for place in constant.places:
        if not place.facts.extra.get("said"):
            continue
        own = {
            position: definition.name
            for position, definition in enumerate(place.facts.definitions)
            if definition.kind == "method" and definition.parent == place.position
        }
        for kind, facts in _facts(place.facts, own).items():
            if type_ in _KINDS[kind]:
                found.setdefault(kind, []).extend(facts)
    return found


def _facts(facts: FileFacts, methods: Mapping[int, str]) -> dict[str, list[Fact]]:
    found: dict[str, dict[tuple[str, ...], Fact]] = {}
    for row in _rows(facts):
        if row["scope"] in methods:
            action, of = methods[row["scope"]], str(row.get("of", ""))
            made: Fact = {
                "name": row["name"], **(Fact(of=of) if of else Fact()), "action": action, "file_path": facts.path,
                "line": row["line"], "certainty": "declared", "via": "",
            }  # fmt: skip
            found.setdefault(row["kind"], {}).setdefault((action, of, row["name"]), made)
    return {kind: list(rows.values()) for kind, rows in found.items()}


class _Said(TypedDict):
    kind: str
    name: str
    line: int
    scope: int
    of: NotRequired[str]


def _rows(facts: FileFacts) -> Iterator[_Said]:
    yield from facts.extra.get("said", ())
