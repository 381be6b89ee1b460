"""What every analysis answers: a titled list of flat items that shows itself as rows, a frame or a plain table."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Generic, TypeVar

from core.model import Commit, Relation, file_key, member_in, unit_key
from core.model.address import Asked, IndexAddress
from core.model.divided import PackageMap, part_in
from core.model.frames import FramedRows
from core.model.limit import Limit, first_of
from core.model.text_table import Flat, text_table

Item = TypeVar("Item", covariant=True)

REPOSITORY = "repository"
"""The column that tells of which member of a set an item is."""
PACKAGE = "package"
"""The column that tells in which package of a repository an item lies, where there are several."""
SHOWN_LINES = 5
"""Reference lines in a cell of a table in a notebook, and"""
_PARTS = (REPOSITORY, PACKAGE)
MORE_ROWS = "Raise the limit (--limit) for more"
MORE_ON_PAGE = "Download for all"
SHOWN_NAMES = 12
"""names. Rows and frames have all of them: what is exported is never cut short, what is shown is cut where it is drawn."""


@dataclass(frozen=True, slots=True)
class Result(FramedRows, Generic[Item]):
    """Items in a meaningful order, with the words that a reader needs beside them.

    `kind` is the dataclass of the items (it names the columns even when there are none); `notes` say what was measured
    how, what was left out and what is not known; `limits` say what was cut, and how to lift it. Iterating and `len` go over
    the items, so an empty result is false. `asked` says which analysis this answers, `pages` where the workbench shows the
    index, when it comes from an open one. Of a set `repositories` are its members: then rows tell of which one an item is,
    behind the first column; so they do of the package, where `packages` tells that of each unit.
    """

    kind: type[Item]
    title: str
    items: tuple[Item, ...]
    notes: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = field(default=(), kw_only=True)
    pages: IndexAddress | None = field(default=None, kw_only=True, compare=False)
    asked: Asked | None = field(default=None, kw_only=True, compare=False)
    repositories: tuple[str, ...] = field(default=(), kw_only=True, compare=False)
    packages: Mapping[str, str] = field(default_factory=dict, kw_only=True, compare=False, repr=False)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in order."""
        names = tuple(column.name for column in fields(self.kind))  # type: ignore[arg-type]
        return (*names[:1], *(name for name in _PARTS if self._tells(name, names)), *names[1:])

    def _tells(self, part: str, names: Sequence[str]) -> bool:
        known = self.repositories if part == REPOSITORY else self.packages
        return bool(known) and part not in names and any(self._part(item, part) for item in self.items)

    def _part(self, item: object, part: str) -> str:
        return self.repository(item) if part == REPOSITORY else self.package(item)

    def package(self, item: object) -> str:
        """Return in which packages an item lies, by the first of its fields that names units; empty for none."""
        for column in fields(self.kind):  # type: ignore[arg-type]
            value = getattr(item, column.name)
            texts = value if isinstance(value, tuple) else (value,)
            if found := sorted({self.packages[text] for text in texts if isinstance(text, str) and text in self.packages}):
                return ", ".join(found)
        return ""

    def repository(self, item: object) -> str:
        """Return of which members of a set an item is, by the first of its fields that names one; empty for none."""
        for column in fields(self.kind):  # type: ignore[arg-type]
            value = getattr(item, column.name)
            texts = value if isinstance(value, tuple) else (value,)
            found = [member_in(text, self.repositories) for text in texts if isinstance(text, str)]
            if names := sorted(set(found) - {""}):
                return ", ".join(names)
        return ""

    @property
    def said(self) -> tuple[str, ...]:
        """The notes and the limits as sentences."""
        return (*self.notes, *map(str, self.limits))

    @property
    def on_page(self) -> tuple[str, ...]:
        """The notes and the limits as the pages say them."""
        return (*self.notes, *(limit.on_page for limit in self.limits))

    @property
    def sentence(self) -> str:
        """The title, the notes and the limits as one line."""
        return f"{self.title}: {' '.join(self.said)}" if self.said else f"{self.title}."

    def to_rows(self) -> list[dict[str, Flat]]:
        """Return one flat dictionary per item: numbers stay numbers, collections and reference lines become text."""
        columns = self.columns
        return [{name: self.value(item, name) for name in columns} for item in self.items]

    def to_json_rows(self) -> list[dict[str, Flat]]:
        """Return the rows with the keys that version 0.1 had for columns with another name today."""
        before = getattr(self.kind, "FORMER", ())
        return [
            {**row, **{name: getattr(item, name) for name in before}} for item, row in zip(self, self.to_rows(), strict=True)
        ]

    def of(self, parts: Sequence[str]) -> Result[Item]:
        """Return the result with the items of these members of a set, or packages, alone; of none of them the whole."""
        known = [one for one in parts if one in self.repositories]
        divided = PackageMap.by({}) if self.repositories else PackageMap.by(self.packages).only(parts)
        known = known or [one for one in parts if divided.only([one])]
        if not known:
            return self
        wanted = divided or tuple(known)
        kept = tuple(item for item in self.items if self._lies_in(item, wanted))
        said = f"Only {', '.join(known)}: {len(kept)} of {len(self.items)}."
        return replace(self, items=kept, notes=(said, *self.notes)) if len(kept) < len(self.items) else self

    def only(self, keys: Container[str], known: Container[str], name: str) -> Result[Item]:
        """Return the result with the items whose first field that names `known` units, files or folders names one of `keys`."""
        kept = tuple(item for item in self.items if self._names(item, keys, known))
        said = f"Only {name}: {len(kept)} of {len(self.items)}."
        return replace(self, items=kept, notes=(said, *self.notes))

    def _names(self, item: object, keys: Container[str], known: Container[str]) -> bool:
        for column in fields(self.kind):  # type: ignore[arg-type]
            value = getattr(item, column.name)
            texts = [text for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str)]
            meant = [one for text in texts for one in (text, file_key(text), unit_key("folder", text)) if one in known]
            if meant:
                return any(one in keys for one in meant)
        return False

    def _lies_in(self, item: object, wanted: Sequence[str]) -> bool:
        """Tell whether the first of the fields of an item that names a part names one of these."""
        every = self.repositories or PackageMap.by(self.packages)
        for column in fields(self.kind):  # type: ignore[arg-type]
            value = getattr(item, column.name)
            texts = [text for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str)]
            if any(part_in(text, every) for text in texts):
                return any(part_in(text, wanted) for text in texts)
        return False

    def first(self, limit: int) -> Result[Item]:
        """Return the result with at most so many items (0: all), the first ones, and with that limit where it cut some."""
        kept, cut = first_of(self.items, limit, lift=MORE_ROWS, page=MORE_ON_PAGE)
        return replace(self, items=kept, limits=(*self.limits, *cut))

    def value(self, item: object, column: str) -> Flat:
        """Return what an item has in a column, flat."""
        own = column not in _PARTS or hasattr(item, column)
        return flat(getattr(item, column)) if own else self._part(item, column)

    def __str__(self) -> str:
        return f"{self.sentence}\n{text_table(self.columns, self.to_rows())}"


def reference(relation: Relation) -> str:
    """Return where a relation is written, as `path:line`."""
    return f"{relation.file_path}:{relation.line}"


def flat(value: object) -> Flat:
    """Return a number, text, truth value or None as it is and anything else, however long, as one line of text."""
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Relation):
        return reference(value)
    if isinstance(value, Commit):
        return f"{value.sha[:10]} {value.date[:10]} {value.subject}"
    if isinstance(value, Mapping):
        return _joined(tuple(f"{name} {flat(number)}" for name, number in value.items()))
    if isinstance(value, tuple):
        return _joined(value)
    return str(value)


def _joined(values: tuple[object, ...]) -> str:
    said = [str(flat(value)) for value in values]
    of_lines = all(isinstance(value, Relation) for value in values)
    return ", ".join(dict.fromkeys(said) if of_lines else said)  # a line that says two things is one line
