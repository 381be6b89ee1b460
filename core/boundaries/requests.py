"""Who answers a request: the route of another repository whose path it asks for, or the field of a schema."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from core.model import Relation, split_key
from core.model.boundary import Ambiguous, BoundarySide, PlacedCall, Served
from core.model.outgoing import BASED, GENERATED, HOLE, OutgoingCall

_PARAMETER = re.compile(r"^(?::\w+|<[^>]+>|\{[^}]+\}|\$\{[^}]+\}|\d+)$")
_REST = re.compile(r"^(?:\*\w*|\{\w+:path\}|<path:\w+>|\{\w+\.\.\.\})$")
_FORMAT = re.compile(r"\(\.:?\w+\)$|\.(?:json|xml)$")
_OPTIONAL = re.compile(r"\(([^()]*)\)")
_WORD = re.compile(r"[A-Za-z]{2,}")
_OPERATIONS = frozenset({"QUERY", "MUTATION", "SUBSCRIPTION", "RPC"})
THROUGH = "route: "
"""How the `via` of a relation begins that leads to what a route runs, beside the one to the route."""
_MOST_FORMS = 8  # of a route with optional parts
_PUBLIC = re.compile(
    r"^(?!localhost\b|127\.|.*\.(?:test|local|localhost|internal|example|docker|svc)\b)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?$"
)
_WORDS = re.compile(r"[a-z]+")
_BASE = re.compile(r"^(?:api|apis|v\d+(?:[._]\d+)*|rest|internal|public|private|admin|services?|json|external)$", re.IGNORECASE)
_CLIENT = re.compile(r"(?:^|::|\.|:)([A-Z]\w*(?:Api|API|Client|Adapter|Gateway)(?:V\d+)?)(?:[#.]|$)")
_PLAIN = frozenset({"api", "client", "adapter", "gateway", "http", "rest", "json", "base", "service", "v"})

Form = tuple[str, ...]
"""A path as its parts: literal, `*` for one that is not, `**` for any number of them."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The relations from requests to what answers them, and the requests of which that is not clear."""

    relations: tuple[Relation, ...]
    ambiguous: tuple[Ambiguous, ...]


def answered(sides: Sequence[BoundarySide]) -> Answered:
    """Return who answers the requests of all repositories; tests make none.

    A request of a host that is somebody else's is nobody's here. Of several routes the one with most literal parts answers;
    where repositories are as good, the one that the host names, then the own one. Who names a host does not ask itself.
    """
    table = _Table(sides)
    relations: set[Relation] = set()
    ambiguous: list[Ambiguous] = []
    for side in sides:
        for placed in side.calls:
            if placed.is_test or placed.call.verb == BASED:
                continue
            found = table.candidates(placed, side.name)
            if len(found) == 1:
                relations.update(_relations(placed, found[0]))
            elif found:
                ambiguous.append(Ambiguous(placed, tuple(one.unit for one in found)))
    ordered = sorted(relations, key=lambda one: (one.source, one.target, one.file_path, one.line, one.via))
    return Answered(tuple(ordered), tuple(ambiguous))


def _relations(placed: PlacedCall, target: _Match) -> Iterator[Relation]:
    """Yield the relation to the route or field, and to the code that it runs: routes are no users in views of the structure."""
    call = placed.call
    if call.verb in _OPERATIONS:
        via = f"{call.via}: {call.path}"
    else:
        via = f"{call.verb or 'ANY'} {call.path} by {call.via}" + ("" if target.whole else ", behind its base address")
    where = (placed.file_path, call.line, "inferred", "boundary")
    yield Relation(placed.unit, target.unit, "requests", *where, via)
    if target.runs:
        yield Relation(placed.unit, target.runs, "requests", *where, f"{THROUGH}{via}")


@dataclass(frozen=True, slots=True)
class _Match:
    unit: str
    runs: str
    repository: str
    literal: int
    whole: bool
    exact: bool  # its verb is the one asked for, and no part that is not literal stands for several
    based: bool = False  # before what is asked for stands what the settings of the client have there: `v1.2`


class _Table:
    """What all repositories serve, by the last literal part of its path."""

    def __init__(self, sides: Sequence[BoundarySide]) -> None:
        self._names = {side.name: words_of(side.name) for side in sides}
        self._routes: dict[str, list[tuple[Form, Served, str]]] = defaultdict(list)
        self._fields: dict[tuple[str, str], list[_Match]] = defaultdict(list)
        bases = {side.name: [one.call.path for one in side.calls if one.call.verb == BASED] for side in sides}
        self._bases = {name: {path.rpartition("/")[2] for path in paths} for name, paths in bases.items()}
        self._made_for = {name: self._names[name] | words_of(" ".join(paths)) for name, paths in bases.items()}
        for side in sides:
            for served in side.served:
                if served.verb in _OPERATIONS:
                    self._fields[served.verb, served.path].append(_Match(served.unit, "", side.name, 1, True, True))
                    continue
                for form in forms(served.path):
                    self._routes[anchor(form)].append((form, served, side.name))

    def candidates(self, placed: PlacedCall, own: str) -> list[_Match]:
        """Return the units that may answer, one if it is clear."""
        call = placed.call
        if call.verb in _OPERATIONS:
            return _told_apart(self._fields.get((call.verb, call.path), []), "", own, self._names)
        if _PUBLIC.match(call.host) and not self._named(call.host):
            return []
        found = [
            match
            for asked in _asked_forms(call.path)
            for match in self._matches(asked, call, self._bases[own])
            if (match.repository != own or not call.host) and (match.whole or self._may_be_of(placed, match.repository))
        ]
        if call.via.startswith(GENERATED):
            found = [one for one in found if self._is_for(own, one.repository)] or found
        return _told_apart(found, call.host, own, self._names)

    def _is_for(self, client: str, repository: str) -> bool:
        """Tell whether a client is made for a repository, as its name says, or the address that its settings have."""
        wanted = self._names[repository] - _PLAIN
        return bool(wanted) and wanted <= self._made_for[client]

    def _named(self, host: str) -> bool:
        words = frozenset(_WORDS.findall(host.lower()))
        return any(name and name <= words for name in self._names.values())

    def _may_be_of(self, placed: PlacedCall, repository: str) -> bool:
        """Tell whether a client that is named for something may be that of a repository: for it, or for what it asks for."""
        if placed.call.via.startswith(GENERATED):  # it is named for a tag of its document
            return True
        client = _CLIENT.search(split_key(placed.unit)[1])
        words = frozenset(_snake_words(client[1])) - _PLAIN if client else frozenset()
        asked = frozenset(_snake_words(placed.call.path))
        return not words or bool(words & (self._names[repository] | asked | {f"{one}s" for one in words} & asked))

    def _matches(self, asked: Form, call: OutgoingCall, bases: Container[str]) -> Iterator[_Match]:
        verb, rooted, exactly = call.verb, call.rooted, call.via.startswith(GENERATED)
        for form, served, name in self._routes.get(anchor(asked), ()):
            if verb and served.verb not in ("", "ANY") and verb not in served.verb.split("|"):
                continue
            whole = _fits(asked, form)
            if not whole and (rooted or len(asked) >= len(form) or not _fits(asked, form[len(form) - len(asked) :])):
                continue
            literal = sum(part not in (HOLE, "**") for part in asked)
            base = form[: len(form) - len(asked)]
            if whole or literal > 1 or ((len(asked) == 1 or exactly) and literal and is_base(base, self._names[name])):
                exact, based = verb in served.verb.split("|"), exactly and bool(base) and base[-1] in bases
                yield _Match(served.unit, served.runs, name, _literal(form), whole, exact, based)


def words_of(repository: str) -> frozenset[str]:
    """Return the words in the name of a repository."""
    return frozenset(_WORDS.findall(repository.lower()))


def is_base(parts: Form, words: Container[str]) -> bool:
    """Tell whether parts of a path are such as stand in the base address of an interface of what is called so."""
    return all(part == HOLE or _BASE.match(part) or part.lower() in words for part in parts)


def forms(path: str) -> list[Form]:
    """Return the paths that a route stands for: with its optional parts and without."""
    text = _FORMAT.sub("", path)
    options = _OPTIONAL.split(text)
    choices = [(part,) if number % 2 == 0 else (part, "") for number, part in enumerate(options)]
    texts = ["".join(chosen) for chosen, _ in zip(product(*choices), range(_MOST_FORMS), strict=False)]
    return list(dict.fromkeys(tuple(_part(one) for one in text.split("/") if one) for text in texts))


def _snake_words(text: str) -> list[str]:
    """Return the words of a name or a path in small letters."""
    return _WORDS.findall(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower())


def _part(text: str) -> str:
    return "**" if _REST.match(text) else HOLE if _PARAMETER.match(text) else text


def _asked_forms(path: str) -> list[Form]:
    """Return the paths that a request may ask for: a hole at the end of a literal part is a query, or the rest of the path."""
    parts = [_FORMAT.sub("", part) for part in path.split("/") if part]
    if not parts:
        return []
    last = parts[-1]
    head = tuple(HOLE if HOLE in part else part for part in parts[:-1])
    if last.strip(HOLE) == "":
        return [(*head, HOLE)]
    if last.endswith(HOLE):
        return [(*head, last.rstrip(HOLE)), (*head, last.rstrip(HOLE), "**")]
    return [(*head, HOLE if HOLE in last else last)]


def anchor(form: Form) -> str:
    """Return the last part that is literal; requests and routes that go together share it, but for a rest of unknown length."""
    return next((part for part in reversed(form) if part not in (HOLE, "**")), "")


def _fits(asked: Form, form: Form) -> bool:
    """Tell whether a path that is asked for may be one of a route."""
    if not asked or not form:
        return not [part for part in (*asked, *form) if part != "**"]
    if asked[0] == "**" or form[0] == "**":
        return True
    same = asked[0] == form[0] or form[0] == HOLE or (asked[0] == HOLE and form[0] == HOLE)
    return same and _fits(asked[1:], form[1:])


def _literal(form: Form) -> int:
    return sum(part not in (HOLE, "**") for part in form)


def _told_apart(found: Sequence[_Match], host: str, own: str, names: Mapping[str, frozenset[str]]) -> list[_Match]:
    """Return the best of the candidates, one for each unit; several only where nothing tells them apart."""
    best = {(one.whole, one.exact, one.based, one.literal) for one in found}
    top = max(best, default=None)
    kept = {one.unit: one for one in found if (one.whole, one.exact, one.based, one.literal) == top}
    if len({one.repository for one in kept.values()}) > 1:
        words = frozenset(_WORDS.findall(host.lower()))
        hinted = {name for name, of in names.items() if of & words}
        meant = hinted or ({own} if not host else set())
        kept = {unit: one for unit, one in kept.items() if one.repository in meant} or kept
    return [kept[unit] for unit in sorted(kept)]
