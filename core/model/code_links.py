"""What the names in a piece of code mean: each with the units that it leads to, and who uses what is defined there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from core.model.address import IndexAddress
from core.model.shown import Shown

MEANT = ("declared", "inferred", "guess")
"""How a name is known, surest first: the code says so, it is concluded, or only the name speaks for it."""


@dataclass(frozen=True, slots=True)
class CodeLink:
    """A name on a line, from column `start` to before `end`, counted from 0, and the keys of the units that it may mean.

    One target is what it means; several are candidates, the likeliest first. `known` is one of `MEANT`, `how` says why.
    """

    start: int
    end: int
    targets: tuple[str, ...]
    known: str
    how: str


@dataclass(frozen=True, slots=True)
class Use:
    """A unit that uses another, as what, and the first line on which it does; `more` counts its further lines."""

    unit: str
    kind: str
    file_path: str
    line: int
    more: int = 0


@dataclass(frozen=True, slots=True)
class UsedUnit:
    """A unit that begins on a line: how many units outside of it use it, how many tests do, and the first of the users."""

    unit: str
    users: int
    tests: int
    first: tuple[Use, ...]


@dataclass(frozen=True, slots=True)
class UnitCard:
    """What a reader is told of a unit before going there; `opens` is the unit whose page shows it."""

    unit: str
    signature: str
    says: str
    file_path: str
    line: int
    opens: str


@dataclass(frozen=True, slots=True)
class LinkedCode(Shown):
    """The links and definitions of a file by line, and the cards of all units that they name, by key.

    `text` are its lines from `first` on. A notebook shows them with the names as links to `pages`.
    """

    file_path: str
    links: Mapping[int, tuple[CodeLink, ...]] = field(default_factory=dict)
    definitions: Mapping[int, tuple[UsedUnit, ...]] = field(default_factory=dict)
    cards: Mapping[str, UnitCard] = field(default_factory=dict)
    text: str = ""
    first: int = 1
    pages: IndexAddress | None = field(default=None, compare=False)

    def __str__(self) -> str:
        lines = enumerate(self.text.split("\n"), self.first)
        return "\n".join([self.file_path, *(f"{number:5} {line}" for number, line in lines)])

    def within(self, start: int, end: int) -> LinkedCode:
        """Return the links and definitions of some lines alone, both ends included, with the cards that they need."""
        links = {line: found for line, found in self.links.items() if start <= line <= end}
        definitions = {line: found for line, found in self.definitions.items() if start <= line <= end}
        named = {key for found in links.values() for link in found for key in link.targets}
        named |= {one.unit for found in definitions.values() for one in found}
        text = "\n".join(self.text.split("\n")[max(start - self.first, 0) : end - self.first + 1])
        cards = {key: self.cards[key] for key in sorted(named)}
        return replace(self, links=links, definitions=definitions, cards=cards, text=text, first=max(start, self.first))
