"""Parts of flows in words: relations, conditions of branches and declarations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.model.facts import Fact, Step
from core.open_index import Neighbour, OpenIndex

_TRANSACTIONS = (".transaction", ".with_lock", ".transaction!")
_SILENT = frozenset({"respond_to", "tap", "then", "synchronize", "with_options", "benchmark", "instrument", "measure", "loop"})
_LIMITS = ("only", "except", "if", "unless", "on", "from", "to")
_LONGEST = 70
AFTER_ERROR = "after an error"
"""How the condition of a branch begins that only runs after an error."""


def relation_sentence(index: OpenIndex, near: int, link: Neighbour) -> str:
    """Return a relation in words, with its file and line."""
    ends = index.heads[near].identifier, index.heads[link.other].identifier
    source, target = ends if link.outward else reversed(ends)
    return f"{source} {link.kind} {target} ({link.file_path}:{link.line})"


def branch_words(branches: Sequence[Step], at: int) -> tuple[tuple[str, ...], bool]:
    """Return the conditions of a branch and of those around it, outermost first, and whether one of them is a transaction."""
    found: list[str] = []
    transaction = False
    while 0 <= at < len(branches):
        kind, condition, _, around = branches[at]
        transaction = transaction or (kind == "block" and is_transaction(str(condition)))
        if said := _branch(str(kind), str(condition)):
            found.append(said)
        at = int(around)
    return tuple(reversed(found)), transaction


def is_transaction(call: str) -> bool:
    """Tell whether a block of this call is a database transaction."""
    return f".{call}".endswith(_TRANSACTIONS)


def declared_conditions(fact: Fact, limits: Sequence[str] = _LIMITS) -> tuple[str, ...]:
    """Return what a declaration asks for: `only`, `except`, `if`, `unless`, `on`, `from`, `to`, in their order."""
    return tuple(f"{name} {_said(held)}" for name in limits if (held := fact.get(name)))


def _branch(kind: str, condition: str) -> str:
    if not kind:
        return ""
    if kind == "block":
        name = condition.rpartition(".")[2]
        if name in _SILENT or is_transaction(condition):
            return ""
        return f"format {name}" if condition.startswith("format.") else f"in a block of {condition}"
    if kind == "else":
        return f"else of {condition}" if condition else "else"
    if kind == "each":
        return f"for each of {condition.rpartition('.')[0] or condition}"
    if kind == "rescue":
        return f"{AFTER_ERROR}{f' {condition}' if condition else ''}"
    return "always at the end" if kind == "ensure" else f"{kind} {condition}"


def _said(value: object) -> str:
    if isinstance(value, Mapping):
        value = value.get("code") or value.get("proc") or value.get("const") or ""
    text = ", ".join(map(_said, value)) if isinstance(value, list | tuple) else " ".join(str(value).split())
    return (text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…").lstrip(":")
