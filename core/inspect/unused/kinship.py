"""What is above and below the classes of an index, and who uses a unit."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from core.inspect.unused.hooks import KNOWN_ROOTS
from core.model.facts import UnitFacts, facts_in, texts_in
from core.open_index import Kept, OpenIndex
from core.vocabulary import relation_kind

_SUPERCLASS = re.compile(r"^class\s+\S+\s*<\s*((?:::)?[A-Z][\w:]*|\S.*)")
_OF_RUBY = re.compile(r"(?:ActiveRecord::Migration|Struct|Data)\b")
_BASES = frozenset({"inherits", "includes", "extends", "prepends"})
_NO_USE = frozenset({"tests", "overrides", "builds", "documents"})


class Kinship:
    """Superclasses, modules and users of the units of one index, by key; `gems` are the names of libraries, letters alone."""

    def __init__(self, index: OpenIndex) -> None:
        self._index = index
        self.above: dict[str, list[str]] = defaultdict(list)
        self.below: dict[str, list[str]] = defaultdict(list)
        self.used: set[str] = set()
        self.tested: set[str] = set()
        packages = index.catalog.units([head.key for head in index.heads if head.type == "package"])
        self.gems = {re.sub(r"\W|_", "", gem).lower() for one in packages for gem in _dependencies(one.metadata)}
        for relation in index.relations:
            source, target = index.by_key[relation.source], relation.target
            if relation.kind in _BASES:
                self.above[source.key].append(target)
                self.below[target].append(source.key)
            if relation.kind in _NO_USE or relation_kind(relation.kind).mention or source.key == target:
                continue
            if source.is_test:
                self.tested.add(target)
            elif source.parent != target:
                self.used.add(target)

    def foreign(self, key: str) -> str:
        """Return a superclass from outside of the checkout, of which it is not known what it calls; empty if there is none."""
        return self._foreign([key, *self._all(key, self.above), *self._all(key, self.below)], KNOWN_ROOTS)

    def foreign_above(self, key: str, known: Collection[str]) -> str:
        """Return a superclass from outside of the checkout that is none of those known; empty if there is none."""
        return self._foreign([key, *self._all(key, self.above)], known)

    def _foreign(self, keys: Iterable[str], known: Collection[str]) -> str:
        for one in keys:
            head = self._index.by_key[one]
            written = _SUPERCLASS.match(head.signature)
            inside = any(self._index.by_key[base].signature.startswith("class") for base in self.above.get(one, ()))
            name = written.group(1).removeprefix("::") if written is not None and not inside else ""
            if name and name not in known and not _OF_RUBY.match(name):
                return name
        return ""

    def over(self, key: str) -> list[str]:
        """Return the superclasses and modules of a class, nearest first."""
        return list(self._all(key, self.above))

    def under(self, key: str) -> list[str]:
        """Return what inherits from a class or mixes a module in, nearest first."""
        return list(self._all(key, self.below))

    def _all(self, key: str, ways: dict[str, list[str]]) -> Iterator[str]:
        seen, waiting = {key}, list(ways.get(key, ()))
        while waiting:
            one = waiting.pop(0)
            if one not in seen:
                seen.add(one)
                yield one
                waiting.extend(ways.get(one, ()))


def _dependencies(package: UnitFacts) -> list[str]:
    return [*texts_in(package, "dependencies"), *(one["name"] for one in facts_in(package, "dependencies"))]


_kept: Kept[list[Kinship]] = Kept(list)


def kinship_of(index: OpenIndex) -> Kinship:
    """Return the kinship of an index, made once."""
    kept = _kept.of(index)
    if not kept:
        kept.append(Kinship(index))
    return kept[0]
