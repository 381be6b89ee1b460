"""Whom a change reaches: relations that came and went, direct users and tests, the entries from which changed units run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.flow.reach import reached_from
from core.model import file_key
from core.model.flow import ReachChain
from core.model.review import ADDED, DOCS, REMOVED, ChangedRelation, ChangedUnit, TouchedFlow, UserOfChange
from core.review.sides import Side
from core.text.lines import line_at
from core.vocabulary import BY_PATH, HYPERLINKS, MENTIONS, unit_type

_MOST_REACHED = 60  # changed units whose entries are looked for: each costs some milliseconds
_MOST_ENTRIES = 200  # of one unit
_ASIDE = HYPERLINKS | MENTIONS
_HOLE = re.compile(r"[:<{*(\[$]")
_ANY_PART = r"[^/\"'`?]+"
_ASKING = ("request", "fetch", "visit")
_ANY_VERB = "get|post|put|patch|delete|head|options|request|fetch|visit"
Pair = tuple[str, str, str]


def changed_relations(before: Side, after: Side) -> tuple[ChangedRelation, ...]:
    """Return the relations of code that only one side has, wherever their lines are: removed ones first, by file and line."""
    old, new = _first_lines(before), _first_lines(after)
    found = [ChangedRelation(REMOVED, *pair, *place) for pair, place in old.items() if pair not in new]
    found += [ChangedRelation(ADDED, *pair, *place) for pair, place in new.items() if pair not in old]
    return tuple(sorted(found, key=lambda one: (one.change != REMOVED, one.file_path, one.line, one.source, one.target)))


def _first_lines(side: Side) -> dict[Pair, tuple[str, int]]:
    found: dict[Pair, tuple[str, int]] = {}
    heads = side.index.by_key
    for one in side.index.relations:
        ends = heads.get(one.source), heads.get(one.target)
        if one.kind not in _ASIDE and not any(end is None or end.type in BY_PATH for end in ends):
            found.setdefault((one.source, one.target, one.kind), (one.file_path, one.line))
    return found


def users_of_change(before: Side, after: Side, units: Iterable[ChangedUnit], files: Iterable[str]) -> tuple[UserOfChange, ...]:
    """Return the direct users of the changed units, methods before classes; of a removed unit those before the change.

    A change of comments or documentation has no users. Changed units, routes and migrations are no users. `in_change` marks
    users in changed files. A unit without tests of its own has the tests of its class or file.
    """
    told = [one for one in units if one.change != DOCS]
    changed, places = {one.key for one in told}, set(files)
    found = dict[tuple[str, str], UserOfChange]()
    for one in told:
        side = before if one.change == REMOVED else after
        for user, link in side.users(one.key):
            if user in changed or _around(side, user, one.key) or unit_type(side.index.by_key[user].type).outer:
                continue
            test = side.index.by_key[user].is_test
            place = (link.file_path, link.line)
            use = UserOfChange(user, one.key, link.kind, *place, test, link.file_path in places, one.change == REMOVED)
            found.setdefault((user, one.key), use)
        if not _is_tested(found, one.key):
            found |= {(use.unit, one.key): use for use in _requesting_tests(side, one, places)}
        if not _is_tested(found, one.key):
            found |= {(use.unit, one.key): use for use in _host_tests(side, one, places)}
    kinds = {one.key: unit_type((before if one.change == REMOVED else after).index.by_key[one.key].type).runs for one in told}

    def order(use: UserOfChange) -> tuple[object, ...]:
        return use.is_test, use.in_change, not kinds[use.uses], use.uses, use.file_path, use.line

    return tuple(sorted(found.values(), key=order))


def _is_tested(uses: Mapping[tuple[str, str], UserOfChange], key: str) -> bool:
    return any(use.is_test for (_, used), use in uses.items() if used == key)


def _requesting_tests(side: Side, one: ChangedUnit, places: set[str]) -> Iterator[UserOfChange]:
    """Yield the tests that ask for the address of a route to the unit: `get "/users/1"`, `client.post("/api/items")`."""
    index = side.index
    routes = [index.heads[link.other] for link in index.links.into(index.position[one.key]) if link.kind == "routes_to"]
    for verb, _, path in (route.identifier.rpartition(" ") for route in routes):
        parts = [part for part in path.split("/") if part]
        literal = max((part for part in parts if not _HOLE.search(part)), key=len, default="")
        if not literal:
            continue
        asked = "/".join(_ANY_PART if _HOLE.search(part) else re.escape(part) for part in parts)
        verbs = "|".join((*verb.lower().split("|"), *_ASKING)) if verb not in ("", "ANY") else _ANY_VERB
        request = re.compile(rf"(?i)\b(?:{verbs})\b[^\"'`\n]*[\"'`]/?{asked}/?(?:\.\w+)?(?:\?[^\"'`]*)?[\"'`]")
        for file, _, text in index.catalog.file_texts([literal]):
            head = index.by_key.get(file_key(file))
            if head is None or not head.is_test:
                continue
            for match in request.finditer(text):
                line = line_at(text, match.start())
                user = index.key_around(file, line)
                yield UserOfChange(user, one.key, "requests", file, line, True, file in places, one.change == REMOVED)


def _host_tests(side: Side, one: ChangedUnit, places: set[str]) -> Iterator[UserOfChange]:
    host = side.host(one.key).key
    for user, link in side.users(host) if host != one.key else ():
        if side.index.by_key[user].is_test:
            here = link.file_path in places
            yield UserOfChange(user, one.key, link.kind, link.file_path, link.line, True, here, one.change == REMOVED)


def _around(side: Side, user: str, key: str) -> bool:
    """Tell whether a unit is around another, or the same file says so: a class uses its methods by having them."""
    head = side.index.by_key[key]
    while head.parent and head.parent in side.index.by_key:
        if head.parent == user:
            return True
        head = side.index.by_key[head.parent]
    return False


def touched_flows(before: Side, after: Side, units: Sequence[ChangedUnit]) -> tuple[TouchedFlow, ...]:
    """Return the entries that reach changed units, those that reach most of them first, tests left out.

    What is gone was reached before the change. Of very many changed units the first are looked at.
    """
    nearest: dict[str, tuple[ReachChain, str]] = {}
    counted: dict[str, set[str]] = {}
    for one in _running(before, after, units):
        side = before if one.change == REMOVED else after
        for chain in reached_from(side.index, side.index.position[one.key], most=_MOST_ENTRIES).chains:
            if chain.kind == "test":
                continue
            counted.setdefault(chain.entry, set()).add(one.key)
            known = nearest.get(chain.entry)
            if known is None or len(chain.links) < len(known[0].links):
                nearest[chain.entry] = chain, one.key
    found = [TouchedFlow(entry, chain.kind, key, chain, len(counted[entry])) for entry, (chain, key) in nearest.items()]
    return tuple(sorted(found, key=lambda one: (-one.units, len(one.chain.links), one.kind, one.entry)))


def _running(before: Side, after: Side, units: Sequence[ChangedUnit]) -> Iterator[ChangedUnit]:
    left = _MOST_REACHED
    for one in units:
        side = before if one.change == REMOVED else after
        head = side.index.by_key[one.key]
        if one.change == DOCS or one.is_test or head.type in BY_PATH or unit_type(head.type).prose or not left:
            continue
        left -= 1
        yield one
