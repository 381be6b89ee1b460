"""What a name may mean that no relation explains: members of the class around it, methods of the name elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.inspect.code_links.words import Word
from core.languages.table import family_of
from core.model import UnitHead
from core.open_index import OpenIndex, per_index
from core.text.words import split_identifier
from core.vocabulary import COMMON, RUNS

_MOST = 5  # methods of one name that are worth listing; with more the name tells nothing
_FEWEST_LETTERS = 8


class InReach:
    """The names of units around a file: those of its classes, and those of methods anywhere in its family of languages."""

    def __init__(self, index: OpenIndex, heads: Sequence[UnitHead], language: str) -> None:
        self._index = index
        family = family_of(language)
        self._methods = _methods(index, family)
        self._classes = [head for head in heads if head.type not in RUNS and head.end_line > head.start_line]
        self._columns = _columns_of(index)
        self._members: dict[str, Mapping[str, str]] = {}

    def meant(self, word: Word, line: int) -> dict[str, tuple[str, str]]:
        """Return the units that a name on a line may mean, each as a guess with its reason; none when names tell nothing."""
        if word.kind == "symbol":
            found = self.member(word.text, line)
            return {found[0]: ("guess", f"{found[1]} has a member of this name")} if found else {}
        if not word.called or not _tells(word.text) or word.text in self._columns:
            return {}
        keys = self._methods.get(word.text, ())
        if not 0 < len(keys) <= _MOST:
            return {}
        how = "the only method of this name" if len(keys) == 1 else f"{len(keys)} methods have this name"
        return {key: ("guess", f"{how}, receiver unknown") for key in keys}

    def member(self, name: str, line: int) -> tuple[str, str] | None:
        """Return the key of the member with this name in the class around a line, and what the class is called."""
        around = [head for head in self._classes if head.start_line <= line <= head.end_line]
        if not around:
            return None
        host = min(around, key=lambda head: (head.end_line - head.start_line, head.key))
        if host.key not in self._members:
            inner = self._index.members.get(self._index.position[host.key], ())
            self._members[host.key] = {self._index.heads[one].name: self._index.keys[one] for one in reversed(inner)}
        key = self._members[host.key].get(name)
        return (key, host.identifier) if key else None


def _tells(name: str) -> bool:
    """Tell whether a name is long enough, and of several words, to mean a method of this repository and none of a library."""
    plain = name.strip("_!?$")
    return len(plain) >= _FEWEST_LETTERS and len(split_identifier(plain)) > 1


def _columns_of(index: OpenIndex) -> frozenset[str]:
    return frozenset(str(row.get("name")) for rows in index.columns.values() for row in rows)


@per_index
def _methods(index: OpenIndex, family: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for head in index.heads:
        if head.type in RUNS and head.type in _NAMED and not head.is_test and family and family_of(head.language) == family:
            found.setdefault(head.name, []).append(head.key)
    return {name: tuple(keys) for name, keys in found.items() if len(keys) <= _MOST}


_NAMED = COMMON | {"scope"}
