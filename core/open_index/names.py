"""The units of an index by everything that a person may call them: identifiers, names in words, paths and routes."""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import log
from typing import NamedTuple

from core.model import TEST, UnitHead
from core.text.words import split_identifier, stem
from core.vocabulary import BY_PATH, COMMON, LATE

_SEPARATORS = re.compile(r"::|#|\.|/|->")
_VERBS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY"})
_PARAMETER = re.compile(r":\w+|\*\w+|<[^>]+>|\{[^}]+\}|\$\{[^}]+\}|\d+")
_FORMAT = re.compile(r"\(\.:?\w+\)$|\(/:?\w+\)$")
_FUZZY = 0.84  # share of equal characters; lower confuses short names with their neighbours


class Match(NamedTuple):
    """Units that a text may name, best first, how they were matched and how sure that is (0..1)."""

    kind: str
    positions: tuple[int, ...]
    confidence: float


class UnitNames:
    """Look-ups from texts to positions of units; every answer is ordered and repeatable."""

    def __init__(self, heads: Sequence[UnitHead]) -> None:
        self._heads = heads

    def match(self, text: str) -> Match | None:
        """Return the units that a name written as code stands for, by the surest rule that finds any."""
        rules = (
            ("exact", 1.0, self._exact.get(text)),
            ("folded", 0.95, self._folded.get(text.lower())),
            ("qualified", 0.9, self._qualified(text)),
            ("words", 0.85, self._by_words.get(words_key(text))),
        )
        for kind, confidence, found in rules:
            if found:
                return Match(kind, self._ordered(found), confidence)
        return None

    def identified(self, identifier: str) -> tuple[UnitHead, ...]:
        """Return the units of this identifier, ordered by key."""
        return tuple(self._heads[number] for number in self._exact.get(identifier, ()))

    def named(self, name: str) -> Sequence[int]:
        """Return the positions of the units of this name, files and folders left out, ordered by key."""
        return self._by_name.get(name, ())

    def in_words(self, words: Sequence[str]) -> Match | None:
        """Return the units, members excepted, whose whole name consists of these words in any inflection."""
        found = [number for number in self._by_words.get(" ".join(map(stem, words)), ()) if not self._is_member(number)]
        return Match("words", self._ordered(found), 0.8) if found else None

    def members(self, stems: Sequence[str]) -> Sequence[int]:
        """Return the positions of members, tests excepted, whose whole name consists of words of these stems, in order."""
        found = self._by_words.get(" ".join(stems), ())
        return [number for number in found if self._is_member(number) and not self._heads[number].is_test]

    def path(self, text: str) -> Match | None:
        """Return the file or folder of a whole path or of a path's end, and after it the units of the file."""
        wanted = text.strip("/").removeprefix("./")
        exact = self._paths.get(wanted)
        if exact:
            return Match("path", exact, 1.0)
        ending = [path for path in self._by_basename.get(wanted.rsplit("/", 1)[-1], ()) if f"/{path}".endswith(f"/{wanted}")]
        positions = [number for path in ending for number in self._paths[path]]
        return Match("path", tuple(positions), 0.9 if len(ending) == 1 else 0.7) if positions else None

    def route(self, text: str) -> Match | None:
        """Return the routes of a request such as `GET /issues/1` or `/issues/:id`."""
        verb, _, path = text.rpartition(" ")
        found = [
            number
            for number in self._routes.get(route_key(path), ())
            if not verb or self._heads[number].identifier.upper().startswith(verb.upper())
        ]
        return Match("route", tuple(found), 1.0 if verb else 0.9) if found else None

    def similar(self, text: str) -> Match | None:
        """Return the units whose name differs from the text by a slip of the pen."""
        folded = text.lower()
        known = {name for start in (folded[:3], folded[-3:]) for name in self._by_ends.get(start, ())}
        near = difflib.get_close_matches(folded, sorted(known), n=2, cutoff=_FUZZY)
        positions = [number for name in near for number in self._folded.get(name, ()) or self._named.get(name, ())]
        return Match("similar", self._ordered(positions), 0.5) if positions else None

    def rarity(self, word: str) -> float:
        """Return how much a stemmed word tells among the names of the index: 1 when no name has it, near 0 when most do."""
        count, all_names = self._frequency.get(word, 0), len(self._heads) + 1
        return log(all_names / (count + 1)) / log(all_names) if all_names > 1 else 1.0

    def _qualified(self, text: str) -> Sequence[int]:
        """Return units whose identifier ends in the text at a separator, however the separators are written."""
        parts = [part for part in _SEPARATORS.split(text) if part]
        if not parts:
            return ()
        wanted = [part.lower() for part in parts]
        same_name = self._named.get(wanted[-1], ())
        found = [number for number in same_name if self._parts(number)[-len(wanted) :] == wanted]
        exact = [number for number in found if self._heads[number].name == parts[-1]]
        return exact or found

    def _parts(self, number: int) -> list[str]:
        return [part for part in _SEPARATORS.split(self._heads[number].identifier.lower()) if part]

    def _is_member(self, number: int) -> bool:
        return self._heads[number].type in COMMON

    def _ordered(self, positions: Iterable[int]) -> tuple[int, ...]:
        def weight(number: int) -> tuple[bool, bool, bool, int, int]:
            head = self._heads[number]
            late = head.type in LATE
            return (head.is_test or head.type == TEST, late, head.type in COMMON, len(head.identifier), number)

        return tuple(sorted(dict.fromkeys(positions), key=weight))

    @cached_property
    def _frequency(self) -> Counter[str]:
        return Counter(word for head in self._heads for word in set(words_key(last_name(head)).split()))

    @cached_property
    def _exact(self) -> Mapping[str, Sequence[int]]:
        return _grouped((head.identifier, number) for number, head in enumerate(self._heads))

    @cached_property
    def _folded(self) -> Mapping[str, Sequence[int]]:
        return _grouped((head.identifier.lower(), number) for number, head in enumerate(self._heads))

    @cached_property
    def _named(self) -> Mapping[str, Sequence[int]]:
        return _grouped((last_name(head).lower(), number) for number, head in enumerate(self._heads))

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[int]]:
        return _grouped((head.name, number) for number, head in enumerate(self._heads) if head.type not in BY_PATH)

    @cached_property
    def _by_words(self) -> Mapping[str, Sequence[int]]:
        def pairs() -> Iterable[tuple[str, int]]:
            for number, head in enumerate(self._heads):
                if head.type in ("file", "folder", "route", "doc_section"):
                    continue
                yield from ((key, number) for key in {words_key(head.name), words_key(head.identifier)} if key)

        return _grouped(pairs())

    @cached_property
    def _by_ends(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for name in sorted(set(self._folded) | set(self._named)):
            for end in {name[:3], name[-3:]}:
                found[end].append(name)
        return dict(found)

    @cached_property
    def _paths(self) -> Mapping[str, tuple[int, ...]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, head in enumerate(self._heads):
            if head.type in BY_PATH:
                found[head.file_path or head.identifier].insert(0, number)
            elif head.file_path:
                found[head.file_path].append(number)
        return {path: tuple(numbers) for path, numbers in found.items()}

    @cached_property
    def _by_basename(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._paths):
            found[path.rsplit("/", 1)[-1]].append(path)
        return dict(found)

    @cached_property
    def _routes(self) -> Mapping[str, Sequence[int]]:
        def pairs() -> Iterable[tuple[str, int]]:
            for number, head in enumerate(self._heads):
                verb, _, path = head.identifier.partition(" ")
                if head.type == "route" and path.startswith("/") and verb.split("|")[0] in _VERBS:
                    yield route_key(path), number

        return _grouped(pairs())


def words_key(name: str) -> str:
    """Return the stems of a name's words, joined by spaces: `ReviewAssignment`, `review_assignments` → `review assignment`."""
    return " ".join(map(_stem, split_identifier(name)))


_stem = lru_cache(maxsize=65_536)(stem)  # an index repeats a few thousand words in all its names


def route_key(path: str) -> str:
    """Return a request path with every parameter and number replaced by `*`, without format suffix and end slash."""
    return _PARAMETER.sub("*", _FORMAT.sub("", path)).rstrip("/") or "/"


def last_name(head: UnitHead) -> str:
    """Return the name of a unit without what encloses it."""
    return head.name or head.identifier


def _grouped(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for text, number in pairs:
        found[text].append(number)
    return dict(found)
