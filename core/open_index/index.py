"""One generation of an index in memory: heads, names, members, relations, texts, graph, each made when first asked for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from core.model import FOREIGN, OLDER, History, Manifest, Problem, Relation, UnitHead, by_end, file_key, full_name, innermost
from core.model.facts import Fact
from core.model.packages import packages_of
from core.open_index.links import Links
from core.open_index.names import UnitNames
from core.ports import Catalog
from core.runtime.once import Once, cached_attribute
from core.text.counts import most_first
from core.vocabulary import BY_PATH, HEIRS, is_member

if TYPE_CHECKING:
    import networkx as nx

T = TypeVar("T")


class OpenIndex:
    """Look-ups over one generation of an index; safe to share between threads.

    Units are numbered by their position among the heads, which are ordered by key. What is large is made once, by the first
    thread that asks for it, and kept for as long as the index is open.
    """

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.find_parts: Callable[[], Mapping[str, str]] = dict  # an analysis of the whole finds them
        self.texts = Texts(catalog)
        self._made = Once()

    @property
    def manifest(self) -> Manifest:
        """What the index says about itself."""
        return self.catalog.manifest

    @cached_attribute
    def heads(self) -> tuple[UnitHead, ...]:
        """All units without text and facts, by position."""
        return self._once("heads", self.catalog.heads)

    @cached_attribute
    def keys(self) -> tuple[str, ...]:
        """The keys of all units, by position."""
        return self._once("keys", lambda: tuple(head.key for head in self.heads))

    @cached_attribute
    def position(self) -> Mapping[str, int]:
        """The position of each key."""
        return self._once("position", lambda: {key: number for number, key in enumerate(self.keys)})

    @cached_attribute
    def by_key(self) -> Mapping[str, UnitHead]:
        """The heads by key, ordered by key."""
        return self._once("by_key", lambda: dict(zip(self.keys, self.heads, strict=True)))

    @property
    def types(self) -> frozenset[str]:
        """The types of the units of this index."""
        return self._once("types", lambda: frozenset(head.type for head in self.heads))

    @property
    def by_type(self) -> Mapping[str, int]:
        """The number of units of each type, most first, ties by name; tests, files and folders apart."""
        return self._once("by_type", self._by_type)

    @property
    def tests(self) -> int:
        """The number of units in tests, files and folders apart."""
        return self._once("tests", lambda: sum(head.is_test and head.type not in BY_PATH for head in self.heads))

    def head(self, key: str) -> UnitHead | None:
        """Return the head of a key, or None when the index does not know it."""
        return self.by_key.get(key)

    @cached_attribute
    def members(self) -> Mapping[int, Sequence[int]]:
        """Positions of the units directly inside each unit, ordered by line."""
        return self._once("members", self._members)

    @cached_attribute
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """The keys of the units directly inside each unit, by key, in the order of the keys."""
        return self._once("children", self._children)

    @cached_attribute
    def by_file(self) -> Mapping[str, Sequence[int]]:
        """Positions of the units of each file, files and folders themselves left out, ordered by key."""
        return self._once("by_file", self._by_file)

    def around(self, path: str, line: int) -> UnitHead | None:
        """Return the innermost unit around a line of a file, of equally long ones the first by key; None for no unit."""
        return innermost((self.heads[number] for number in self.by_file.get(path, ())), line)

    def key_around(self, path: str, line: int) -> str:
        """Return the key of the innermost unit around a line of a file, else that of the file."""
        head = self.around(path, line)
        return head.key if head is not None else file_key(path)

    def heirs(self, key: str) -> Sequence[str]:
        """Return the keys of the classes that inherit from a class or implement it."""
        at = self.position.get(key)
        return [self.keys[link.other] for link in self.links.into(at) if link.kind in HEIRS] if at is not None else []

    def file_texts(self, words: Sequence[str]) -> Sequence[tuple[str, str, str]]:
        """Return path, language and text of the files in whose text one of the words stands, by path."""
        return tuple(self.catalog.file_texts(words))

    @cached_attribute
    def hosts(self) -> tuple[int, ...]:
        """For each unit the nearest unit of the same file that it is a member of and that is no member itself, else itself.

        That is the class for its method, be the class in a module or in another class, and the type for a method of Rust or
        Go, which stands outside of it; where the type is in another file, the implementation or the method itself.
        """
        return self._once("hosts", lambda: _hosts(self.heads, self.position))

    @cached_attribute
    def names(self) -> UnitNames:
        """The units by everything that a person may call them."""
        return self._once("names", lambda: UnitNames(self.heads))

    @cached_attribute
    def links(self) -> Links:
        """The relations as columns of numbers, by the units at both ends: for questions, which look at few."""
        return self._once("links", lambda: Links(self.position, self.catalog.links()))

    @property
    def relations(self) -> tuple[Relation, ...]:
        """All relations as values, ordered by source, target, kind, file and line: for what looks at all of them."""
        return self._once("relations", self.catalog.relations)

    @property
    def relations_from(self) -> Mapping[str, Sequence[Relation]]:
        """The relations by the key of their source, in the order of `relations`; those without any are missing."""
        return self._once("relations_from", lambda: by_end(self._between_units(), True))

    @property
    def relations_to(self) -> Mapping[str, Sequence[Relation]]:
        """The relations by the key of their target, in the order of `relations`; those that nothing leads to are missing."""
        return self._once("relations_to", lambda: by_end(self._between_units(), False))

    @property
    def columns(self) -> Mapping[str, tuple[Fact, ...]]:
        """What the schema says of the columns of each table, by the table's name, in its order."""
        return self._once("columns", self._columns)

    @property
    def graph(self) -> nx.MultiDiGraph:
        """The units and relations as a graph; see `core.open_index.graph.build_graph` for its attributes."""
        from core.open_index.graph import build_graph

        return self._once("graph", lambda: build_graph(self.heads, self.relations))

    @property
    def metrics(self) -> Mapping[str, Mapping[str, float]]:
        """The numbers of each unit by key: pagerank, fan_in, fan_out, complexity, lines."""
        return self._once("metrics", self.catalog.metrics)

    @cached_attribute
    def histories(self) -> Mapping[str, History]:
        """What git knows of each unit, by key; empty without git."""
        return self._once("histories", self.catalog.histories)

    @cached_attribute
    def importance(self) -> Mapping[str, float]:
        """How central each unit is, 0..1: its percentile by PageRank; empty without metrics."""
        return self._once("importance", self._importance)

    @property
    def packages(self) -> Mapping[str, str]:
        """The package, engine, crate or workspace that each unit lies in, by key; empty where they are not in several."""
        return self._once("packages", lambda: packages_of(self.by_key))

    @property
    def parts(self) -> Mapping[str, str]:
        """The part of the domain that each unit belongs to, by key, as `find_parts` gives them; empty without one."""
        return self._once("parts", self.find_parts)

    @property
    def documents(self) -> Sequence[str]:
        """The unit key of each document of the lexical index."""
        return self._once("documents", lambda: self.catalog.documents()[0])

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The files and places that were skipped, repaired or only partly read, by file and line."""
        return tuple(one for one in self._told() if one.status not in (FOREIGN, OLDER))

    @property
    def apart(self) -> tuple[Problem, ...]:
        """The folders and files that are guessed not to be the project's own (`FOREIGN`), and old copies (`OLDER`)."""
        return tuple(one for one in self._told() if one.status in (FOREIGN, OLDER))

    def _told(self) -> tuple[Problem, ...]:
        return self._once("problems", self.catalog.problems)

    def kept(self, name: Hashable, make: Callable[[], T]) -> T:
        """Return what a function makes, made by the first thread that asks and kept by its name while the index is open."""
        return self._made.get(name, make)

    def _once(self, name: str, make: Callable[[], T]) -> T:
        """Make a value once; what is made of all units is kept, so the garbage collector need not look at it."""
        return self._made.get_large(name, make)

    def _between_units(self) -> Iterator[Relation]:
        return (one for one in self.relations if one.source in self.position and one.target in self.position)

    def _members(self) -> dict[int, Sequence[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for number, head in enumerate(self.heads):
            parent = self.position.get(head.parent, -1) if head.parent else -1
            if parent >= 0 and parent != number:
                found[parent].append(number)
        for members in found.values():
            members.sort(key=lambda number: (self.heads[number].start_line, number))
        return dict(found)

    def _children(self) -> dict[str, tuple[str, ...]]:
        return _grouped((head.parent, head.key) for head in self.heads)

    def _by_file(self) -> dict[str, tuple[int, ...]]:
        numbered = ((head.file_path, number) for number, head in enumerate(self.heads) if head.type not in BY_PATH)
        return _grouped((path, number) for path, number in numbered if path)

    def _columns(self) -> dict[str, tuple[Fact, ...]]:
        keys = [head.key for head in self.heads if head.type == "table"]
        tables = self.catalog.units(keys)
        return {full_name(one.identifier, one.repository): tuple(one.metadata.get("columns", ())) for one in tables}

    def _by_type(self) -> dict[str, int]:
        counts = Counter(head.type for head in self.heads if not head.is_test and head.type not in BY_PATH)
        return most_first(counts)

    def _importance(self) -> dict[str, float]:
        ranks = {key: values["pagerank"] for key, values in self.metrics.items() if "pagerank" in values}
        levels = sorted(set(ranks.values()))
        share = {value: place / max(1, len(levels) - 1) for place, value in enumerate(levels)}
        return {key: share[value] for key, value in ranks.items()}


K = TypeVar("K")


def _grouped(pairs: Iterable[tuple[K, T]]) -> dict[K, tuple[T, ...]]:
    found: dict[K, list[T]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return {key: tuple(values) for key, values in found.items()}


def _hosts(heads: Sequence[UnitHead], position: Mapping[str, int]) -> tuple[int, ...]:
    around = [position.get(head.parent, -1) if head.parent else -1 for head in heads]
    within = [
        parent if parent >= 0 and is_member(head.type, heads[parent].type) and _same_file(heads[parent], head) else -1
        for head, parent in zip(heads, around, strict=True)
    ]
    return tuple(_outermost(number, within) for number in range(len(heads)))


def _outermost(number: int, within: Sequence[int]) -> int:
    seen = {number}
    while (parent := within[number]) >= 0 and parent not in seen:
        seen.add(parent)
        number = parent
    return number


def _same_file(outer: UnitHead, inner: UnitHead) -> bool:
    return outer.file_path == inner.file_path and outer.type not in BY_PATH


class Texts:
    """Lines by file and number, read from the catalog file by file and kept."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._lines: dict[str, list[str]] = {}

    def line(self, path: str, number: int) -> str:
        """Return one line of an indexed file, stripped; empty when the index has no such line."""
        lines = self.lines(path)
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""

    def lines(self, path: str) -> list[str]:
        """Return all lines of an indexed file; none for a file that the index does not have."""
        if path not in self._lines:
            self.read([path])
        return self._lines[path]

    def read(self, paths: Iterable[str]) -> None:
        """Read the text of these files at once, so that `line` need not ask for each of them."""
        missing = [path for path in dict.fromkeys(paths) if path not in self._lines]
        if missing:
            units = self._catalog.units([file_key(path) for path in missing])
            found = {file.file_path: file.source_code.split("\n") for file in units}
            self._lines.update({path: found.get(path, []) for path in missing})
