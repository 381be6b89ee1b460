"""What a unit declares, as its reader wrote it: facts by kind, and the names and types of what a fact says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeGuard

from typing_extensions import TypedDict  # that of Python 3.11 cannot be read back from JSON

UnitFacts: TypeAlias = Mapping[str, object]
"""All that is known of a unit besides its text: lists of facts by kind, and single values such as `complexity`."""

Step: TypeAlias = Sequence[str | int]
"""One step of a body, or a branch around steps: a word that tells which, then what it is about, its line last."""

MOVES = ("transition_to!", "transition_to")
"""Calls of a machine that is only told to which state to go."""
MOVES_TO = "transition_to "
"""How the events of such a machine are named: this, then the state."""

_Fact = TypedDict(
    "_Fact",
    {
        "as": str, "if": str | Sequence[str], "unless": str | Sequence[str], "except": Sequence[str],
        "of": str, "on": str | Sequence[str], "to": str | Sequence[str], "object": str,
    },
    total=False,
)  # fmt: skip


class Fact(_Fact, total=False):
    """One thing that a unit declares: an association, a validation, a column. What a kind has not is left out."""

    name: str
    kind: str
    file_path: str
    line: int
    start_line: int
    end_line: int
    certainty: str
    via: str
    runtime: str
    source: str
    source_code: str
    options: Mapping[str, object] | str
    at_runtime: Mapping[str, object]
    action: str
    app: str
    backwards: bool
    block: str
    branches: Sequence[Step]
    class_name: str
    code: str
    column: str
    columns: Sequence[str]
    condition: str
    controller: str
    counter_cache: str
    default: object
    dependent: str
    event: str
    foreign_key: str
    generated: str
    how: str
    identifier: str
    implied: str
    inverse_of: str
    machine: str
    macro: str
    method: str
    null: bool
    only: Sequence[str]
    optional: bool
    path: str
    polymorphic: bool
    prepend: bool
    scope: str
    skip: bool
    skipped: bool
    open: bool
    source_type: str
    steps: Sequence[Step]
    target: str
    targets: Sequence[str]
    types: Sequence[str]
    unknown_class: bool
    declared_in: str
    conditional: bool
    through: str
    to_table: str
    type: str
    unique: bool
    value: object
    values: Sequence[str]
    verb: str
    where: str
    unit: str
    used: Sequence[Mapping[str, int | str]]


class ToldFact(Fact, total=False):
    """A fact as it is shown: in words, and how it is known."""

    text: str
    known: str


def facts_in(known: UnitFacts, kind: str) -> Sequence[Fact]:
    """Return the facts of one kind; mere names, which some lists hold, are left out."""
    value = known.get(kind)
    return [row for row in value if is_fact(row)] if isinstance(value, list | tuple) else ()


def covers(fact: Fact, action: str) -> bool:
    """Tell whether `only` and `except` let a filter or skip hold for an action."""
    only, excluded = fact.get("only"), fact.get("except")
    return (not only or action in only) and not (excluded and action in excluded)


def texts_in(known: Mapping[str, object], name: str) -> Sequence[str]:
    """Return a list of words that is kept under a name; none when there is no list."""
    value = known.get(name)
    return [one for one in value if isinstance(one, str)] if isinstance(value, list | tuple) else ()


def text_in(known: Mapping[str, object], name: str, otherwise: str = "") -> str:
    """Return the text under a name; `otherwise` when there is none, or it is empty."""
    value = known.get(name)
    return value if isinstance(value, str) and value else otherwise


def number_in(known: Mapping[str, object], name: str, otherwise: int = 0) -> int:
    """Return the whole number under a name; `otherwise` when there is none, or it is 0."""
    value = known.get(name)
    return value if isinstance(value, int) and value else otherwise


def table_in(known: Mapping[str, object], name: str) -> Mapping[str, object]:
    """Return the dictionary under a name; an empty one when there is none."""
    value = known.get(name)
    return value if is_table(value) else {}


def is_fact(row: object) -> TypeGuard[Fact]:
    """Tell a fact from a mere name."""
    return isinstance(row, Mapping)


def is_table(value: object) -> TypeGuard[Mapping[str, object]]:
    """Tell whether a value is a dictionary, as JSON, TOML and YAML have them: its keys are texts."""
    return isinstance(value, Mapping)
