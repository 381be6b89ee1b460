"""How records refer to each other: the associations around one, and the shortest ways from one to another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.open_index.index import OpenIndex
from core.open_index.links import Neighbour
from core.text.words import split_identifier
from core.vocabulary import ASSOCIATIONS, OWNED

_WAYS, _LONGEST = 3, 4  # shortest ways that are told, steps that are looked at
_UNCLEAR = 1.5  # length of a step that does not say what belongs to what: by a table in between, or through others
_PART = 0.5  # and of one from `Order` to `OrderLine`
_IN_A_LINE = 6


class Tie(NamedTuple):
    """One association by the positions of its ends: whose it is, its kind, what it leads to, and where it is declared."""

    source: int
    kind: str
    target: int
    file_path: str
    line: int

    def other(self, number: int) -> int:
        """Return the other end."""
        return self.target if self.source == number else self.source


def ties_of(index: OpenIndex, number: int) -> list[Tie]:
    """Return the associations of a record with others, its own first, by line; then those of others, the most used first.

    Models are associated with models, tables with tables; what only tests declare is left out.
    """
    own = [_tie(number, link) for link in index.links.out(number) if _is_tie(index, number, link)]
    back = [_tie(number, link) for link in index.links.into(number) if _is_tie(index, number, link)]
    importance = index.importance
    own.sort(key=lambda tie: (tie.file_path != index.heads[number].file_path, tie.file_path, tie.line, index.keys[tie.target]))
    back.sort(key=lambda tie: (-importance.get(index.keys[tie.source], 0.0), index.keys[tie.source], tie.line))
    return [*own, *back]


def ways_between(index: OpenIndex, one: int, other: int) -> Iterator[Sequence[int]]:
    """Yield the shortest ways over associations from one record to another, at most three, as the records that they pass.

    A step between names of which one begins with the other, as from `Order` to `OrderLine`, is half as long, one that does not
    say what belongs to what once and a half.
    """
    import networkx as nx  # takes a tenth of a second, which other questions need not wait for

    graph, done = nx.Graph(), set[int]()
    for _ in range(_LONGEST):
        for number in sorted({one, *graph} - done):
            done.add(number)
            for tie in sorted(ties_of(index, number), key=lambda tie: tie.kind not in OWNED):
                if not graph.has_edge(tie.source, tie.target):
                    graph.add_edge(tie.source, tie.target, weight=_length(index, tie))
    if other in graph and one in graph:
        yield from islice(nx.all_shortest_paths(graph, one, other, weight="weight"), _WAYS)


def ties_between(index: OpenIndex, keys: Sequence[str]) -> list[Tie]:
    """Return how the first of some records is associated with each of the others, in their order: what belongs to what."""
    first = index.position[keys[0]]
    ties: dict[int, list[Tie]] = defaultdict(list)
    for tie in ties_of(index, first):
        ties[tie.other(first)].append(tie)
    return [tie for key in keys[1:] for tie in _telling(ties.get(index.position[key], ()))]


def ties_told(index: OpenIndex, keys: Sequence[str]) -> Iterator[str]:
    """Yield the same as lines, several of a kind in one, with the place of each declaration."""
    first, name = index.position[keys[0]], index.by_key[keys[0]].identifier
    groups: dict[tuple[str, bool], dict[str, None]] = defaultdict(dict)
    for tie in ties_between(index, keys):
        said = f"{index.heads[tie.other(first)].identifier} ({tie.file_path}:{tie.line})"
        groups[tie.kind, tie.source == first][said] = None
    for (kind, outward), listed in groups.items():
        says = f"{name} {kind}" if outward else f"{kind} {name}"
        for start in range(0, len(listed), _IN_A_LINE):
            yield f"- {says}: {', '.join(list(listed)[start : start + _IN_A_LINE])}"


def _telling(ties: Iterable[Tie]) -> list[Tie]:
    """Return those associations of two records that say what belongs to what, else the first."""
    every = list(ties)
    return [tie for tie in every if tie.kind in OWNED] or every[:1]


def _length(index: OpenIndex, tie: Tie) -> float:
    short, long = sorted((split_identifier(index.heads[end].name) for end in (tie.source, tie.target)), key=len)
    if len(short) < len(long) and long[: len(short)] == short:
        return _PART
    return 1.0 if tie.kind in OWNED else _UNCLEAR


def _is_tie(index: OpenIndex, number: int, link: Neighbour) -> bool:
    """Tell whether a relation is an association with another model, or of two tables."""
    other = index.heads[link.other]
    own = index.heads[number].type == "table"
    return link.kind in ASSOCIATIONS and link.other != number and not other.is_test and (other.type == "table") == own


def _tie(number: int, link: Neighbour) -> Tie:
    ends = (number, link.other) if link.outward else (link.other, number)
    return Tie(ends[0], link.kind, ends[1], link.file_path, link.line)
