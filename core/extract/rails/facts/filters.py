"""The filters before, around and after an action: the chain through superclasses, concerns and skips.

The rules follow `ActiveSupport::Callbacks` and `AbstractController::Callbacks`:

- A class starts with a copy of its superclass' chain.
- Declaring a method again moves it to the end, with its new conditions. `prepend_` puts it first.
- A skip without conditions removes it. A skip with `only` or `except` adds a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.model import Relation
from core.model.facts import Fact, covers

"""A declared filter: `name`, `kind` (before, around, after), `how` (method, block, object), and where they are given
`only`, `except` (lists of actions), `if`, `unless`, `skip`, `prepend`, `open` (actions that are not literal), `condition`
(what must hold when the class is loaded)."""

_LATER = ("if", "unless", "open", "condition")

Layer = tuple[str, Sequence[Fact]]
"""A class and the filters that its body declares, those of included concerns at their place."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """One filter of a chain with the skips that limit it."""

    fact: Fact
    owner: str
    skips: tuple[Fact, ...] = ()

    def same(self, other: Fact) -> bool:
        """Tell whether another declaration or skip means this filter; blocks and objects are never the same."""
        return self.fact.get("how", "method") == other.get("how", "method") == "method" and (
            (self.fact["kind"], self.fact["name"]) == (other["kind"], other["name"])
        )


def resolve_filters(layers: Sequence[Layer], actions: Iterable[str]) -> dict[str, list[Fact]]:
    """Return for each action the filters that run for it, in the order of the chain.

    `layers` goes from the topmost superclass down to the controller itself. Each resolved filter is its fact with
    `declared_in` (the class) and, where `if`, `unless` or code decides at run time, `conditional`.
    """
    chain: list[_Entry] = []
    for owner, facts in layers:
        for fact in facts:
            chain = _after(chain, fact, owner)
    return {action: [_resolved(entry) for entry in chain if _runs(entry, action)] for action in actions}


def _after(chain: list[_Entry], fact: Fact, owner: str) -> list[_Entry]:
    """Return the chain after one more declaration."""
    if fact.get("skip"):
        return [kept for entry in chain if (kept := _skipped(entry, fact)) is not None]
    others = [entry for entry in chain if not entry.same(fact)]
    entry = _Entry(fact, owner)
    return [entry, *others] if fact.get("prepend") else [*others, entry]


def _skipped(entry: _Entry, skip: Fact) -> _Entry | None:
    if not entry.same(skip):
        return entry
    limited = any(skip.get(key) for key in ("only", "except", *_LATER))
    return replace(entry, skips=(*entry.skips, skip)) if limited else None


def _is_decided_later(fact: Fact) -> bool:
    return any(fact.get(key) for key in _LATER)


def _runs(entry: _Entry, action: str) -> bool:
    return covers(entry.fact, action) and not any(_takes_out(skip, action) for skip in entry.skips)


def _takes_out(skip: Fact, action: str) -> bool:
    """Tell whether a skip takes a filter out of an action whatever a request says.

    Rails keeps each condition of a skip on its own: where `only` or `except` holds, `if` and `unless` no longer matter.
    """
    if skip.get("open") or skip.get("condition"):
        return False
    named = bool(skip.get("only") or skip.get("except"))
    return covers(skip, action) and (named or not _is_decided_later(skip))


def _resolved(entry: _Entry) -> Fact:
    conditional = _is_decided_later(entry.fact) or any(_is_decided_later(skip) for skip in entry.skips)
    return {**entry.fact, "declared_in": entry.owner, **(Fact(conditional=True) if conditional else Fact())}


def filter_relations(
    resolved: Mapping[str, Sequence[Fact]], action_key: Callable[[str], str | None], method_key: Callable[[str], str | None]
) -> list[Relation]:
    """Return `filters_with` from each action to the methods that filter it; what has no key makes no relation."""
    found = []
    for action, facts in resolved.items():
        source = action_key(action)
        for fact in facts:
            target = method_key(str(fact["name"])) if fact.get("how", "method") == "method" else None
            if source and target and source != target:
                certainty = "inferred" if fact.get("conditional") else str(fact.get("certainty", "declared"))
                found.append(
                    Relation(
                        source, target, "filters_with", fact["file_path"], fact["line"], certainty, via=str(fact.get("via", ""))
                    )
                )
    return list(dict.fromkeys(found))
