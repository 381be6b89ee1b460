"""Units that nothing leads to, units that lead nowhere, and units that no entry point reaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.analyse.entry import reachable
from core.analyse.result import Result
from core.analyse.view import View

EXPLAINED = frozenset({"entry point", "by convention"})
"""Roles of units that have no dependents for a reason."""

KNOWN = ("none", "unknown", "not analysed")
"""What it can mean that no users were found: there are none, nobody can know, or nobody looked."""

UNKNOWN = "none known: dead, or reached in a way that reading the code does not show"


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
    """A unit that no other one leads to. `users` is one of `KNOWN` and `why` says what speaks for it.

    Both are empty where there is a reason to have none, or where only the graph is at hand.
    """

    users: str = ""
    why: str = ""


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
    counted = f"{len(found)} units have no dependents, {explained} of them for a reason (started from outside or by name)."
    return Result(Orphan, "Orphans", tuple(kept), (counted, *view.notes()))


def with_verdicts(found: Result[Orphan], verdicts: Mapping[str, str]) -> Result[Orphan]:
    """Return the orphans with their verdicts; those that certainly have no users first, then by role and key.

    `verdicts` has by key a sentence that starts with one of `KNOWN` and a colon.
    """
    judged = [_with_verdict(end, verdicts.get(end.unit, "")) for end in found]
    judged.sort(key=lambda end: (KNOWN.index(end.users) if end.users else len(KNOWN), end.role, end.unit))
    counts = Counter(end.users for end in judged)
    said = (
        f"No users: {counts['none']}, as every file that could tell was read and no other line writes the name. Unknown: "
        f"{counts['unknown']}, as the name is also written where it is not known what it means. Not analysed: "
        f"{counts['not analysed']}."
    )
    return replace(found, items=tuple(judged), notes=(*found.notes[:1], said, *found.notes[1:]))


def _with_verdict(end: Orphan, sentence: str) -> Orphan:
    users, _, why = sentence.partition(": ")
    return replace(end, users=users.lower(), why="" if users == "None" else why)


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
            found.append(_end(view, node, "foundation", f"{users} units depend on it"))
        else:
            found.append(_end(view, node, *_role(view, node, outside, named)))
    found.sort(key=lambda end: (end.role, -end.dependents, end.unit))
    alone = sum(end.role != "foundation" for end in found)
    return Result(
        End, "Dead ends", tuple(found), (f"{len(found)} units depend on nothing; {alone} stand alone.", *view.notes())
    )


def unreached(view: View, outside: Reasons, named: Reasons) -> Result[End]:
    """Return the units that no entry point leads to, directly or over others, by role and key.

    Marking from the entry points and everything that a framework finds by name, as a garbage collector does: it finds dead
    code whose parts still use each other. The view must not include tests.
    """
    alive = reachable(view, sorted({*outside, *named}))
    found = [_end(view, node, "unknown", UNKNOWN) for node in view.code() if node not in alive and node not in view.tests]
    notes = (f"{len(found)} of {len(view.code())} units are reached from no entry point.", *view.notes())
    return Result(End, "Unreached units", tuple(found), notes)


def _role(view: View, node: str, outside: Reasons, named: Reasons) -> tuple[str, str]:
    if node in outside:
        return "entry point", outside[node]
    if node in named:
        return "by convention", named[node]
    parent = next((target for target, link in view.out[node].items() if "inherits" in link.kinds), "")
    if parent:
        return "subclass", f"unused, unless {view.labels[parent]}, its parent, or a registry finds it"
    if view.into[node]:
        return "tests only", f"only {len(view.into[node])} tests use it"
    return "unknown", UNKNOWN


def _end(view: View, node: str, role: str, reason: str) -> End:
    return End(node, view.types[node], role, reason, len(view.into[node]), len(view.out[node]), view.files[node])
