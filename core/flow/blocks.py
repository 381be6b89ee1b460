"""What a block in the body of a class does, which a declaration hands over: `after_transition do |order| … end`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.flow.act import Act
from core.flow.acts import ResolvedBodies
from core.flow.facts import FlowFacts
from core.flow.machine import moved_record
from core.flow.words import branch_words
from core.model.facts import Fact, Step

_GIVEN = re.compile(r"\s*(?:(?:do|\{)\s*\|\s*|->\s*\(?\s*|lambda\s*(?:do|\{)\s*\|\s*)(\w+)")  # the first parameter
_GOING_ON = ("call", "run", "yield")  # by which what is around an interactor runs it


def block_acts(
    facts: FlowFacts, bodies: ResolvedBodies, owner: int, fact: Fact
) -> Iterator[tuple[Sequence[Act], Sequence[Step]]]:
    """Yield what the block of a declaration does, with the branches around."""
    of_machine = "machine" in fact or "transition" in str(fact.get("kind"))
    record = moved_record(facts, owner, fact) if of_machine else "self"  # a callback or filter is given what it runs for
    given = _GIVEN.match(str(fact.get("block") or fact.get("code") or ""))
    variables = {given[1]: record} if given and record else {}
    for holder, rows, branches in _rows(facts, owner, fact):
        yield bodies.of_rows(rows, owner, str(fact["file_path"]), holder, variables), branches


def is_transactional(facts: FlowFacts, owner: int, fact: Fact) -> bool:
    """Tell whether what runs around something else, a block or a method, runs it in a transaction."""
    bodies = [(rows, branches) for _, rows, branches in _rows(facts, owner, fact)]
    if (method := facts.method(owner, str(fact.get("method") or ""))) >= 0:
        held = facts.of(method)
        bodies = [(_listed(held.get("steps")), _listed(held.get("branches")))]
    return any(branch_words(branches, int(row[3]))[1] for rows, branches in bodies for row in rows if row[1] in _GOING_ON)


def _rows(facts: FlowFacts, owner: int, fact: Fact) -> Iterator[tuple[int, Sequence[Step], Sequence[Step]]]:
    """Yield the class or module that holds the block, with its steps and branches."""
    for holder in facts.lineage(owner) if fact.get("method") is None else ():
        for place in facts.listed(holder, "blocks"):
            if place.get("file_path") == fact.get("file_path"):
                branches = _without_root(_listed(place.get("branches")), fact)
                rows = [row for row in _listed(place.get("steps")) if _root(branches, row) == fact.get("line")]
                yield holder, rows, branches


def _listed(value: object) -> Sequence[Step]:
    return value if isinstance(value, list) else []


def _without_root(branches: Sequence[Step], fact: Fact) -> Sequence[Step]:
    """Return branches in which the block that a declaration hands over is no condition of what stands in it."""
    return [("", "", *row[2:]) if row[2] == fact.get("line") and int(row[3]) < 0 else row for row in branches]


def _root(branches: Sequence[Step], row: Step) -> int:
    """Return the line of the outermost branch around a row, else its own."""
    at, line = int(row[3]), int(row[0])
    while 0 <= at < len(branches):
        line, at = int(branches[at][2]), int(branches[at][3])
    return line
