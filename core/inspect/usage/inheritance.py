"""What the classes of an index are made of, and what is made of them; the libraries that the checkout declares."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, partial

from core.inspect.usage.conventions import conventions_of, last_part
from core.languages import family_of
from core.model import UnitHead
from core.model.closure import closure
from core.model.facts import UnitFacts, facts_in, texts_in
from core.open_index import OpenIndex, per_index
from core.vocabulary import BASES, BY_PATH, RUNS

_CONTRACTS = frozenset({"interface", "protocol"})
_WITH_UNIONS = frozenset({"javascript", "python", "php"})
_UNION = re.compile(r"[A-Z]\w*(?:<[^<>]*>)?(?:\s*\|\s*[A-Z]\w*(?:<[^<>]*>)?)+|\bUnion\[[^\[\]]*\]")


class Inheritance:
    """Bases and heirs of the classes, modules and interfaces of one index, by position."""

    def __init__(self, index: OpenIndex) -> None:
        self._index = index
        self._texts: dict[int, str] = {}
        self._families: dict[int, list[int]] = {}

    @cached_property
    def libraries(self) -> frozenset[str]:
        """The names of the packages that the manifests of the checkout depend on, letters and digits alone, in lower case."""
        packages = self._index.catalog.units([head.key for head in self._index.heads if head.type == "package"])
        return frozenset(re.sub(r"\W|_", "", name).lower() for one in packages for name in _dependencies(one.metadata))

    @cached_property
    def names(self) -> frozenset[str]:
        """The last parts of the names of all classes, modules and the like: a base of that name is not from outside."""
        return frozenset(
            last_part(head.name) for head in self._index.heads if head.type not in RUNS | BY_PATH and not head.is_test
        )

    def bases(self, number: int) -> list[int]:
        """Return the bases of a class in the checkout, nearest first."""
        return self._all(number, outward=True)

    def heirs(self, number: int) -> list[int]:
        """Return what inherits from a class, implements it or mixes it in, nearest first."""
        return self._all(number, outward=False)

    def family(self, number: int) -> list[int]:
        """Return a class and every other of which an instance may be one too, in a stable order.

        These are its bases, its heirs, and the other bases of its heirs: `class Car(Painted, Vehicle)` makes a method of the
        one run where the other calls its own. So are the alternatives of a type: a call on `Car | Boat` may run either.
        """
        if number not in self._families:
            heirs = self.heirs(number)
            beside = (base for heir in heirs for base in self.bases(heir))
            either = self._alternatives.get(self._index.heads[number].name, ())
            self._families[number] = list(dict.fromkeys((number, *self.bases(number), *heirs, *beside, *either)))
        return self._families[number]

    @cached_property
    def _alternatives(self) -> dict[str, list[int]]:
        """The classes that a type names beside a class, as `Car | Boat` or `Union[Car, Boat]` does, by its name."""
        classes = defaultdict(list)
        for number, head in enumerate(self._index.heads):
            if head.type not in RUNS | BY_PATH and not head.is_test:
                classes[head.name].append(number)
        found: dict[str, dict[int, None]] = defaultdict(dict)
        for _, language, text in self._index.catalog.file_texts():
            if family_of(language) in _WITH_UNIONS:
                for match in _UNION.finditer(text):
                    names = [name for name in dict.fromkeys(re.findall(r"[A-Z]\w*", match[0])) if name in classes]
                    for name in names:
                        found[name].update((one, None) for other in names if other != name for one in classes[other])
        return {name: list(numbers) for name, numbers in found.items()}

    def over(self, key: str) -> list[str]:
        """Return the keys of the bases of a class, nearest first; none for a key that the index does not have."""
        number = self._index.position.get(key, -1)
        return [self._index.keys[one] for one in self.bases(number)] if number >= 0 else []

    def base_names(self, number: int) -> list[str]:
        """Return the names of all bases of a class as they are written, of its bases in the checkout, too, nearest first."""
        return [name for one in (number, *self.bases(number)) for name in self._written(one)]

    def external_bases(self, number: int, *, harmless: Collection[str] | None = None) -> list[str]:
        """Return the bases of a class and of its bases that lie outside of the checkout and may call any of its methods.

        Left out are those that call only methods with well-known names, or with `harmless` exactly those names.
        """
        found = []
        for one in (number, *self.bases(number)):
            conventions = conventions_of(family_of(self._index.heads[one].language))
            for name in self._written(one):
                if harmless is None:
                    known = conventions is not None and conventions.is_harmless(name)
                else:
                    known = name in harmless or last_part(name) in harmless
                if not known and not self._is_ours(one, name):
                    found.append(name)
        return found

    def _is_ours(self, number: int, name: str) -> bool:
        """Tell whether a base of a class is one of the checkout.

        A namesake that is part of another class is none, and so is what a class of its own name inherits from
        (`class Migrator < ActiveRecord::Migrator`), unless a relation leads there.
        """
        last = last_part(name)
        if last in {self._index.heads[one].name for one in self._near(number, outward=True)}:
            return True
        seen = last in self.names and last not in self._only_inside and last != self._index.heads[number].name
        return seen and ("::" not in name or name in self._qualified)

    @cached_property
    def _qualified(self) -> frozenset[str]:
        """The names of all classes and modules of Ruby with each part of their namespaces: `A::B::C` and `B::C`."""
        parts = [head.identifier.split("::") for head in self._index.heads if "::" in head.identifier and not head.is_test]
        return frozenset("::".join(names[start:]) for names in parts for start in range(len(names) - 1))

    @cached_property
    def _only_inside(self) -> frozenset[str]:
        """The names that only types inside of other types have: outside of these they are not seen."""
        heads = [head for head in self._index.heads if head.type not in RUNS | BY_PATH and not head.is_test]
        inside = {last_part(head.name) for head in heads if owner_of(self._index, head) >= 0}
        return frozenset(inside - {last_part(head.name) for head in heads if owner_of(self._index, head) < 0})

    def read(self, numbers: Iterable[int]) -> None:
        """Read the texts of classes at once, with those of their bases and heirs."""
        wanted = dict.fromkeys(one for number in numbers for one in (number, *self.bases(number), *self.heirs(number)))
        missing = [one for one in wanted if one not in self._texts]
        units = self._index.catalog.units([self._index.keys[one] for one in missing])
        self._texts.update({one: unit.source_code for one, unit in zip(missing, units, strict=True)})

    def text(self, number: int) -> str:
        """Return the text of a class."""
        if number not in self._texts:
            self.read([number])
        return self._texts[number]

    def _written(self, number: int) -> list[str]:
        head = self._index.heads[number]
        conventions = conventions_of(family_of(head.language))
        if conventions is None:
            return []
        return conventions.bases_of(head.signature, self.text(number) if conventions.mixins is not None else "")

    def _near(self, number: int, *, outward: bool) -> Sequence[int]:
        if self._index.heads[number].type == "impl":  # what a type implements is recorded of the type
            number = self._index.position.get(self._index.heads[number].parent, number)
        links = self._index.links
        every = [link for one in self._declarations(number) for link in (links.out(one) if outward else links.into(one))]
        return [link.other for link in every if link.kind in BASES]

    def _declarations(self, number: int) -> list[int]:
        """Return the declarations that make one type: of TypeScript a class and the interface of its name in its file."""
        head = self._index.heads[number]
        if family_of(head.language) != "javascript":
            return [number]
        named = [(one, self._index.heads[one]) for one in self._index.names.named(head.name)]
        return [one for one, other in named if (other.file_path, other.identifier) == (head.file_path, head.identifier)] or [
            number
        ]

    def _all(self, number: int, *, outward: bool) -> list[int]:
        return list(closure([number], partial(self._near, outward=outward)))[1:]


def _dependencies(package: UnitFacts) -> list[str]:
    return [*texts_in(package, "dependencies"), *(one["name"] for one in facts_in(package, "dependencies"))]


def owner_of(index: OpenIndex, head: UnitHead) -> int:
    """Return the position of the class, module or trait that a member belongs to; -1 for what is directly in a file."""
    number = index.position.get(head.parent, -1)
    while number >= 0 and index.heads[number].type in ("method", "function"):
        number = index.position.get(index.heads[number].parent, -1)
    return -1 if number < 0 or index.heads[number].type in BY_PATH else number


@per_index
def inheritance_of(index: OpenIndex) -> Inheritance:
    """Return the inheritance of an index."""
    return Inheritance(index)


def contracts_of(index: OpenIndex, number: int) -> list[int]:
    """Return the methods of interfaces for which a method alone is the code: who calls these calls it."""
    head = index.heads[number]
    owner = owner_of(index, head)
    if head.type != "method" or owner < 0:
        return []
    contracts = [link.other for link in index.links.out(owner) if link.kind in BASES]
    alone = [one for one in contracts if index.heads[one].type in _CONTRACTS and _heirs_in_code(index, one) == {owner}]
    members = [member for one in alone for member in index.members.get(one, ())]
    return [member for member in members if index.heads[member].name == head.name]


def _heirs_in_code(index: OpenIndex, number: int) -> set[int]:
    links = (link for link in index.links.into(number) if link.kind in BASES)
    return {link.other for link in links if not index.heads[link.other].is_test}
