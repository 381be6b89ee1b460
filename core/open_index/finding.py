"""Find units, files, routes and titles by a few characters of their names, as a person types them.

Every typed word must match, best first:

- a word of the name, another inflection of it, or its start
- a word of the same meaning: `compute` finds `recalculate_score`
- the first letters of all words: `cc` finds `CommentsController`
- characters inside a word, or a word of the path

An exact name comes first: types before members before files and routes. Of the others, short names come first. Tests and
vendored code come last in both.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

from core.model import UnitHead, split_key
from core.text.lines import line_at
from core.text.words import split_identifier, stem
from core.vocabulary import LATE, unit_type

if TYPE_CHECKING:
    from core.open_index.index import OpenIndex

EXACT, STEM, PREFIX, ALIKE, ABOUT, INITIALS, INSIDE, PATH = 1.0, 0.95, 0.85, 0.7, 0.7, 0.6, 0.45, 0.35
"""How well a typed word goes with a name: as a word of it, in another inflection, as the start of one, by a word that means the
same, with what it is about, by first letters, anywhere in it, with a word of its path."""
_GENERIC = frozenset(("app", "controller", "controllers", "helper", "job", "mailer", "model", "service", "get", "post", "id"))
_SAME = (
    ("compute", "calculate", "recalculate", "recompute", "calc"), ("delete", "destroy", "remove"),
    ("create", "add", "build", "new"), ("update", "edit", "change", "modify"), ("send", "deliver", "notify"),
    ("find", "fetch", "get", "load", "lookup"), ("check", "validate", "verify"), ("show", "view", "display", "render"),
)  # fmt: skip
_ALIKE = {word: [other for other in group if other != word] for group in _SAME for word in group}
_TYPED = re.compile(r"\w+")
_BEHIND = 2.0  # more than any name that is not exact scores
_UNLIKE = 0.5  # a larger share of letter pairs that differ is another name, not a slip


class Precedence(IntEnum):
    """What comes first among exact names, later ones first; what is aside comes after everything among the others, too."""

    ASIDE = 0
    OTHER = 1
    MEMBER = 2
    TYPE = 3


@dataclass(frozen=True, slots=True)
class NamedThing:
    """Something with a name: its last part, where it lies, what it is about, and what its type (0..1) and use (0..1) add."""

    identifier: str
    name: str = ""
    path: str = ""
    about: str = ""
    prior: float = 1.0
    used: float = 0.0
    precedence: Precedence = Precedence.TYPE


class NameSearch:
    """Look-ups from letters to positions among named things; every answer is ordered and repeatable."""

    def __init__(self, things: Sequence[NamedThing]) -> None:
        self._things = things
        self._words = [split_identifier(" ".join(_TYPED.findall(thing.identifier))) for thing in things]
        self._compact = ["".join(words) for words in self._words]
        self._initials = ["".join(word[0] for word in words) for words in self._words]

    def ranked(self, letters: str) -> list[tuple[float, int]]:
        """Return the score and position of everything that goes with the letters, best first."""
        typed = [part for word in _TYPED.findall(letters) for part in split_identifier(word)]
        if not typed:
            return []
        found: dict[int, float] | None = None
        for word in dict.fromkeys(typed):
            goes = self._goes_with(word)
            found = goes if found is None else {at: found[at] + goes[at] for at in found.keys() & goes.keys()}
        scores = {at: sum_ / len(set(typed)) for at, sum_ in (found or {}).items()}
        whole = "".join(typed)
        for at, text in enumerate(self._compact):
            if whole in text:
                scores[at] = max(scores.get(at, 0.0), INSIDE)
        ranked = [(self._score(at, quality, typed, letters), at) for at, quality in scores.items()]
        return sorted(ranked, key=lambda pair: (-pair[0], len(self._things[pair[1]].identifier), pair[1]))

    def resembling(self, letters: str) -> list[tuple[float, int]]:
        """Return what shares most pairs of letters with what was typed, with the share that it has.

        The coefficient of L. R. Dice, Measures of the Amount of Ecologic Association Between Species (1945), over bigrams.
        """
        pairs = _pairs(letters)
        shares = [
            (2 * len(pairs & other) / (len(pairs) + len(other)), at)
            for at, thing in enumerate(self._things)
            if (other := _pairs(thing.name or thing.identifier))
        ]
        near = [(round(share * self._things[at].prior, 3), at) for share, at in shares if 1 - share <= _UNLIKE]
        return sorted(near, key=lambda pair: (-pair[0], len(self._things[pair[1]].identifier), pair[1]))

    def _score(self, at: int, quality: float, typed: Sequence[str], letters: str) -> float:
        thing, words = self._things[at], self._words[at]
        wanted = letters.strip()
        telling = [word for word in words if word not in _GENERIC] or words
        covered = min(1.0, len(typed) / max(1, len(telling)))
        ends = words[-1:] == typed[-1:]
        score = 0.65 * quality + 0.25 * covered * quality + (0.05 if ends else 0.0) + 0.05 * thing.used
        names = (thing.identifier, thing.name)
        if wanted.lower() in map(str.lower, names):
            # Each weighs more than all that follow it: the precedence, upper and lower case, the whole name, the score (≤ 1).
            return 8 * (thing.precedence + 1) + 4 * (wanted in names) + 2 * (wanted.lower() == names[0].lower()) + score
        humps = re.findall(r"[A-Z][a-z0-9]*", letters)
        if len(humps) > 1 and "".join(humps) == letters and re.search("[a-z0-9]*".join(humps), thing.identifier):
            score += 0.3
        return score * thing.prior - (_BEHIND if thing.precedence == Precedence.ASIDE else 0.0)

    def _goes_with(self, word: str) -> dict[int, float]:
        """Return how well a word goes with each thing that it goes with at all."""
        found: dict[int, float] = {}
        for quality, positions in self._matches(word):
            for at in positions:
                if quality > found.get(at, 0.0):
                    found[at] = quality
        return found

    def _matches(self, word: str) -> Iterator[tuple[float, Iterable[int]]]:
        yield EXACT, self._by_word.get(word, ())
        yield STEM, self._by_stem.get(stem(word), ())
        for begun in self._begun(word):
            yield PREFIX * (0.9 + 0.1 * len(word) / len(begun)), self._by_word[begun]
        for same in _ALIKE.get(word, ()):
            yield ALIKE, self._by_word.get(same, ())
        yield ABOUT, self._by_about.get(stem(word), ())
        if 1 < len(word) < 7:
            yield INITIALS, [at for at, letters in enumerate(self._initials) if letters.startswith(word)]
        if len(word) > 2:
            yield INSIDE, [at for known, all_ in self._by_word.items() if word in known for at in all_]
            yield PATH, [at for known, all_ in self._by_path.items() if word in known for at in all_]

    def _begun(self, word: str) -> Iterator[str]:
        for at in range(bisect_left(self._known, word), len(self._known)):
            if not self._known[at].startswith(word):
                return
            yield self._known[at]

    @cached_property
    def _by_word(self) -> Mapping[str, list[int]]:
        return _gathered(enumerate(self._words))

    @cached_property
    def _known(self) -> list[str]:
        return sorted(self._by_word)

    @cached_property
    def _by_stem(self) -> Mapping[str, list[int]]:
        stems: dict[str, list[int]] = defaultdict(list)
        for word, positions in self._by_word.items():
            stems[stem(word)] += positions
        return stems

    @cached_property
    def _by_about(self) -> Mapping[str, list[int]]:
        words = ((at, map(stem, split_identifier(" ".join(_TYPED.findall(one.about))))) for at, one in enumerate(self._things))
        return _gathered(words)

    @cached_property
    def _by_path(self) -> Mapping[str, list[int]]:
        return _gathered((at, (thing.path.lower(),)) for at, thing in enumerate(self._things) if thing.path)


def unit_names(
    heads: Sequence[UnitHead], uses: Mapping[str, float] | None = None, vendored: Collection[str] = ()
) -> NameSearch:
    """Return the look-ups over units; `uses` says how many units use each, by key, `vendored` are paths of others' code."""
    most = max((uses or {}).values(), default=0.0) or 1.0
    return NameSearch([_unit(head, (uses or {}).get(head.key, 0.0) / most, vendored) for head in heads])


def find_units(letters: str, heads: Sequence[UnitHead], limit: int = 12, names: NameSearch | None = None) -> list[UnitHead]:
    """Return the units whose name goes best with the letters, best first; when none does, names that are spelled nearly so.

    `names` are the look-ups over these units when they are kept.
    """
    looked = names or unit_names(heads)
    found = looked.ranked(letters) or (looked.resembling(letters) if letters.strip() else [])
    return [heads[at] for _, at in found[:limit]]


def inside(index: OpenIndex, name: str) -> list[UnitHead]:
    """Return the units around the functions of a name that are no units, each with the line of such a function as its start."""
    name = name.strip()
    if not name.isidentifier() or index.names.named(name):
        return []
    pattern = re.compile(rf"^[ \t]+(?:async[ \t]+)?def[ \t]+{name}[ \t]*\(", re.MULTILINE)
    heads = []
    for path, language, text in index.catalog.file_texts([f"def {name}"]):
        for match in pattern.finditer(text) if language == "python" else ():
            line = line_at(text, match.start())
            around = index.around(path, line)
            if around is not None and unit_type(around.type).runs:
                heads.append(replace(around, start_line=line))
    return heads


def _unit(head: UnitHead, used: float, vendored: Collection[str]) -> NamedThing:
    about = head.signature.partition("→")[2] if head.type == "route" else ""
    precedence = Precedence.ASIDE if head.is_test or head.file_path in vendored else _precedence(head)
    return NamedThing(head.identifier, head.name, head.file_path, about, _prior(head), used**0.5, precedence)


def _precedence(head: UnitHead) -> Precedence:
    row = unit_type(head.type)
    if row.late or row.by_path or row.prose or row.framework:
        return Precedence.OTHER
    return Precedence.MEMBER if row.member or row.common else Precedence.TYPE


def _prior(head: UnitHead) -> float:
    """Return how much the type of a unit lets its name count."""
    if head.is_test:
        return 0.6
    if head.type == "migration" or (head.parent and split_key(head.parent)[0] == "migration"):
        return 0.65
    if head.type in LATE:
        return 0.8
    if unit_type(head.type).framework:
        return 0.7
    return {"route": 0.95, "view_template": 0.9, "table": 0.9}.get(head.type, 1.0)


def _gathered(words: Iterable[tuple[int, Iterable[str]]]) -> Mapping[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for at, all_ in words:
        for word in set(all_):
            found[word].append(at)
    return found


def _pairs(name: str) -> set[str]:
    letters = f"^{name.lower()}$"
    return {letters[at : at + 2] for at in range(len(letters) - 1)}
