"""Which class of a repository a name means where an event is sent or waited for, and what inherits from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Protocol

from core.model import UnitHead
from core.model.outgoing import OPEN


class ReadRepository(Protocol):
    """The units and texts of one repository, as they are read or as its index holds them."""

    @property
    def heads(self) -> Sequence[UnitHead]:
        """All units without text and facts."""

    @property
    def by_key(self) -> Mapping[str, UnitHead]:
        """The same by key."""

    def file_texts(self, words: Sequence[str]) -> Sequence[tuple[str, str, str]]:
        """Return path, language and text of the files in whose text one of the words stands, by path."""

    def key_around(self, path: str, line: int) -> str:
        """Return the key of the innermost unit around a line of a file, else that of the file."""

    def heirs(self, key: str) -> Sequence[str]:
        """Return the keys of the classes that inherit from a class or implement it."""


_NO_CLASSES = frozenset({"constructor", "method", "function", "property", "file", "folder", "route", "field", "test"})
_MOST = 200  # classes below one: what more have is no event


class Classes:
    """The classes of a repository by their names."""

    def __init__(self, index: ReadRepository) -> None:
        self._index = index
        self._by_name: dict[str, list[UnitHead]] = defaultdict(list)
        self._spaces: dict[str, set[str]] = defaultdict(set)  # namespaces by file
        for head in index.heads:
            if not head.is_test and head.type not in _NO_CLASSES:
                self._by_name[head.name].append(head)
                self._spaces[head.file_path].add(_dotted(head.namespace))

    def named(self, written: str, path: str, text: str) -> str:
        """Return the whole name of the class that a file means by a name; the name itself where no class is called so.

        Of several it is the one of the same file, else of the same namespace, else the one whose namespace the text names, else
        the one in the nearest namespace; an open name where that does not tell.
        """
        parts = written.rpartition(".")
        known = [head for head in self._by_name.get(parts[2], ()) if not parts[0] or _ends(head, written)]
        if not known:
            return parts[2]
        for near in (
            known,
            [head for head in known if head.file_path == path],
            [head for head in known if _dotted(head.namespace) in self._spaces[path]],
            [head for head in known if head.namespace and (head.namespace in text or head.identifier in text)],
            self._nearest(known, path),
        ):
            if len({head.identifier for head in near}) == 1:
                return near[0].identifier
        return OPEN

    def _nearest(self, known: Sequence[UnitHead], path: str) -> list[UnitHead]:
        """Return the classes whose namespaces share most with one of a file: C# may import for all files elsewhere."""
        shared = {
            head.key: max((_shared(_dotted(head.namespace), one) for one in self._spaces[path]), default=0) for head in known
        }
        most = max(shared.values())
        return [head for head in known if shared[head.key] == most] if most > 1 else []

    def heirs(self, name: str) -> list[str]:
        """Return the whole names of the classes below a class, ordered; none where there are very many."""
        of_name = self._by_name.get(_dotted(name).rpartition(".")[2], ())
        waiting = [head.key for head in of_name if head.identifier == name]
        found: set[str] = set()
        while waiting:
            for key in self._index.heirs(waiting.pop()):
                if key not in found and key in self._index.by_key:
                    found.add(key)
                    waiting.append(key)
        return sorted(self._index.by_key[key].identifier for key in found) if len(found) <= _MOST else []


def _dotted(name: str) -> str:
    return name.replace("\\", ".").replace("::", ".")


def _shared(one: str, other: str) -> int:
    """Return how many parts two namespaces have in common at their beginning."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one.split("."), other.split("."), strict=False))))


def _ends(head: UnitHead, written: str) -> bool:
    return f".{_dotted(head.identifier)}".endswith(f".{written}") or f".{written}".endswith(f".{_dotted(head.identifier)}")
