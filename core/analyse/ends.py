"""Units that nothing leads to, units that lead nowhere, and units that no entry point reaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from core.analyse.entry import reachable
from core.analyse.result import Result
from core.analyse.view import View
from core.model.verdict import EMPTY, UNUSED, USED, Verdict, counted_verdicts, former
from core.text.counts import counted_as

EXPLAINED = frozenset({"entry point", "by convention"})
"""Roles of units that have no dependents for a reason."""

UNKNOWN = "unused, or reached in a way the code does not show"


@dataclass(frozen=True, slots=True)
class End:
    """A unit at an end of the graph.

    `role` is `entry point` (started from outside), `by convention` (a framework finds it), `tests only`, `foundation`
    (used, uses nothing itself), `subclass` (its parent may know of it) or `unknown`; `reason` says it in words.
    """

    unit: str
    type: str
    role: str
    reason: str
    dependents: int
    dependencies: int
    file_path: str


@dataclass(frozen=True, slots=True)
class Orphan(End):
    """A unit that no other one leads to, with the verdict `usage` and its reason.

    Both are empty where there is a reason to have none, or where only the graph is at hand. `users` is the word of version 0.1.
    """

    FORMER: ClassVar = ("users",)
    usage: str = ""
    why: str = ""

    @property
    def users(self) -> str:
        """The verdict in the words of version 0.1: none, unknown or not analysed."""
        return former(self.usage)


Reasons = Mapping[str, str]
"""Why units are started from outside (`entry_reasons`), or found by a framework (`convention_reasons`), by key."""


def orphans(view: View, outside: Reasons, named: Reasons, *, every: bool = False) -> Result[Orphan]:
    """Return the units that no other unit leads to, by role and key.

    Entry points and what a framework finds by name have no dependents for a reason: they are counted in the notes and only
    listed with `every`. The rest may be dead; `tests only` are those that nothing but tests uses. The view must include
    tests. Folders, documents, packages and framework sources are never orphans.
    """
    found = []
    for node in view.code():
        users = [source for source in view.into[node] if source not in view.tests]
        if node not in view.tests and not users:
            role, reason = _role(view, node, outside, named)
            found.append(
                Orphan(node, view.types[node], role, reason, len(view.into[node]), len(view.out[node]), view.files[node])
            )
    unexplained = [end for end in found if end.role not in EXPLAINED]
    explained = len(found) - len(unexplained)
    kept = sorted(found if every else unexplained, key=lambda end: (end.role, end.unit))
    counted = f"{len(found)} units have no dependents. {explained} of them are entry points or called by name."
    return Result(Orphan, "Unreferenced units", tuple(kept), (counted, *view.notes()))


def with_verdicts(found: Result[Orphan], verdicts: Mapping[str, Verdict]) -> Result[Orphan]:
    """Return the orphans that nothing is known to use with their verdicts; the unused first, then by role and key."""
    every = [_with_verdict(end, verdicts[end.unit]) if end.unit in verdicts else end for end in found]
    judged = [end for end in every if end.usage != USED]
    judged.sort(key=lambda end: (EMPTY.index(end.usage) if end.usage else len(EMPTY), end.role, end.unit))
    counts = Counter(end.usage for end in judged)
    started = len(every) - len(judged)
    notes = [counted_verdicts(counts)]
    if started:
        notes.append(f"{started} entry points and units with used members are left out.")
    return replace(found, items=tuple(judged), notes=(*found.notes[:1], *notes, *found.notes[1:]))


def _with_verdict(end: Orphan, verdict: Verdict) -> Orphan:
    return replace(end, usage=verdict.word, why="" if verdict.word == UNUSED else verdict.why)


def dead_ends(view: View, outside: Reasons, named: Reasons) -> Result[End]:
    """Return the units that depend on nothing, by role and key.

    Most are foundations: used, needing nothing themselves. Those without dependents either stand alone.
    """
    found = []
    for node in view.code():
        if view.out[node] or node in view.tests:
            continue
        users = sum(source not in view.tests for source in view.into[node])
        if users:
            found.append(_end(view, node, "foundation", counted_as(users, "dependent")))
        else:
            found.append(_end(view, node, *_role(view, node, outside, named)))
    found.sort(key=lambda end: (end.role, -end.dependents, end.unit))
    alone = sum(end.role != "foundation" for end in found)
    return Result(
        End,
        "Units without dependencies",
        tuple(found),
        (f"{len(found)} units have no dependencies. {alone} of them have no dependents either.", *view.notes()),
    )


def unreached(view: View, outside: Reasons, named: Reasons) -> Result[End]:
    """Return the units that no entry point leads to, directly or over others, by role and key.

    Marking from the entry points and everything that a framework finds by name, as a garbage collector does: it finds dead
    code whose parts still use each other. The view must not include tests.
    """
    alive = reachable(view, sorted({*outside, *named}))
    found = [_end(view, node, "unknown", UNKNOWN) for node in view.code() if node not in alive and node not in view.tests]
    notes = (f"{len(found)} of {len(view.code())} units are unreachable from entry points.", *view.notes())
    return Result(End, "Unreachable units", tuple(found), notes)


def _role(view: View, node: str, outside: Reasons, named: Reasons) -> tuple[str, str]:
    if node in outside:
        return "entry point", outside[node]
    if node in named:
        return "by convention", named[node]
    parent = next((target for target, link in view.out[node].items() if "inherits" in link.kinds), "")
    if parent:
        return "subclass", f"unused, unless {view.labels[parent]}, its parent, or a registry finds it"
    if view.into[node]:
        return "tests only", f"used only by {counted_as(len(view.into[node]), 'test')}"
    return "unknown", UNKNOWN


def _end(view: View, node: str, role: str, reason: str) -> End:
    return End(node, view.types[node], role, reason, len(view.into[node]), len(view.out[node]), view.files[node])
