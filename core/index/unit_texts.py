"""The words and chunks of all units; unchanged units reuse those of the previous generation.

Words and chunks depend on the unit's row in the catalog and on the lines of its members. A digest of both tells whether the
previous ones still hold. They are most of the work of publishing, and an edit changes few units.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, overload

import core.index.texts
import core.index.word_vectors
import core.model.units
import core.text.tokens
import core.text.words
import core.vocabulary
from core.index import chunks, documents, outline
from core.index.shares import shared
from core.index.word_vectors import WordVectors, kept_vectors, word_vectors
from core.model import Chunk, CodeUnit
from core.ports import Embedder, VectorStore

Row = Sequence[object]
_MEMBER = attrgetter("key", "name", "file_path", "start_line", "end_line")
_MAKERS = (
    chunks, documents, outline, core.index.word_vectors, core.index.texts, core.text.words, core.text.tokens, core.model.units,
    core.vocabulary,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class UnitTexts:
    """What was made of one unit: its words joined by spaces, its chunks, and the digest of what they were made of."""

    made_of: str
    words: str
    chunks: list[Chunk] = field(default_factory=list)


class Words(Sequence[Sequence[str]]):
    """Documents as lists of words, which are divided when they are asked for: as lists they take ten times the room."""

    def __init__(self, joined: Sequence[str]) -> None:
        self.joined = joined

    def __len__(self) -> int:
        return len(self.joined)

    @overload
    def __getitem__(self, place: int) -> Sequence[str]: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Sequence[str]]: ...

    def __getitem__(self, place: int | slice) -> Sequence[str] | Sequence[Sequence[str]]:
        if isinstance(place, slice):
            return [_divided(words) for words in self.joined[place]]
        return _divided(self.joined[place])


class _Fresh(NamedTuple):
    words: list[str]
    chunks: list[Chunk]
    vectors: WordVectors | None = None


class IndexTexts:
    """The words and chunks of units that are ordered by key; those that are not known yet are made when first asked for."""

    def __init__(
        self,
        units: Sequence[CodeUnit],
        rows: Sequence[Row],
        limit: int,
        before: Mapping[str, UnitTexts] | None = None,
        *,
        cut: bool = True,
        table: Embedder | None = None,
    ) -> None:
        """Take the units, their rows in the catalog, the tokens of a chunk, and what is known of the units by key.

        Without `cut` there are no chunks: they are only needed for sentence vectors, and counting their tokens takes time.
        `table` gives word vectors; without it there are none.
        """
        self._units = units
        inside = outline.children_of(units)
        self.made_of = [_digest(row, inside.get(unit.key, ())) for unit, row in zip(units, rows, strict=True)]
        known = before or {}
        self._known = {
            unit.key: made
            for unit, made_of in zip(units, self.made_of, strict=True)
            if (made := known.get(unit.key)) is not None and made.made_of == made_of
        }
        self._new = [unit for unit in units if unit.key not in self._known]
        self._cut, self._table = cut, table
        self._work = partial(_made, inside=inside, limit=limit, cut=cut, table=table)
        self._results: Callable[[], list[_Fresh]] = lambda: [self._work(self._new)]

    @contextmanager
    def making(self) -> Iterator[None]:
        """Make what is not known in processes of their own while the block runs; what is asked for in it waits for them."""
        if self._table is not None and self._new:
            self._table.embed([])  # loads the table once for all processes
        with shared(self._new, self._work, _size) as results:
            self._results = results
            yield

    def words(self) -> Words:
        """Return the words of each unit's document, in the order of the units."""
        made = iter(self._fresh.words)
        return Words([next(made) if (known := self._known.get(unit.key)) is None else known.words for unit in self._units])

    def chunks(self) -> list[Chunk]:
        """Return the chunks of all units, in the order of the units; none unless they are cut."""
        if not self._cut:
            return []
        chunks: dict[str, list[Chunk]] = {key: made.chunks for key, made in self._known.items()}
        for chunk in self._fresh.chunks:
            chunks.setdefault(chunk.unit_key, []).append(chunk)
        return [chunk for unit in self._units for chunk in chunks.get(unit.key, ())]

    def vectors(self, before: VectorStore | None) -> Iterator[WordVectors]:
        """Yield the word vectors of all units in parts; those of units as they were come from the last time's store."""
        yield from (result.vectors for result in self._made if result.vectors is not None and result.vectors.keys)
        if before is not None and (kept := before.get(list(self._known))):
            yield kept_vectors(kept)

    @cached_property
    def _fresh(self) -> _Fresh:
        return _Fresh(
            [words for one in self._made for words in one.words], [chunk for one in self._made for chunk in one.chunks]
        )

    @cached_property
    def _made(self) -> list[_Fresh]:
        return self._results()


def _made(
    units: Sequence[CodeUnit], inside: Mapping[str, Sequence[CodeUnit]], limit: int, cut: bool, table: Embedder | None
) -> _Fresh:
    return _Fresh(
        list(map(" ".join, documents.documents(units, inside))),
        chunks.chunk_units(units, limit, inside) if cut else [],
        word_vectors(units, inside, table) if table is not None else None,
    )


def texts_of(
    units: Sequence[CodeUnit],
    rows: Sequence[Row],
    inside: Mapping[str, Sequence[CodeUnit]],
    limit: int,
    *,
    cut: bool,
    table: Embedder | None,
) -> tuple[list[UnitTexts], WordVectors | None]:
    """Return what is made of some units with these rows and members, in their order; chunks and vectors as in `IndexTexts`."""
    made = _made(units, inside, limit, cut, table)
    parts: dict[str, list[Chunk]] = {unit.key: [] for unit in units}
    for chunk in made.chunks:
        parts[chunk.unit_key].append(chunk)
    texts = [
        UnitTexts(_digest(row, inside.get(unit.key, ())), words, parts[unit.key])
        for unit, row, words in zip(units, rows, made.words, strict=True)
    ]
    return texts, made.vectors


def _size(unit: CodeUnit) -> int:
    return len(unit.source_code)


def _divided(words: str) -> list[str]:
    return words.split(" ") if words else []


@cache
def makers(limit: int) -> str:
    """Return a digest of everything that decides what is made of a unit: the code, and the tokens of a chunk."""
    digest = hashlib.sha256(f"{limit}".encode())
    for module in _MAKERS:
        digest.update(Path(str(module.__file__)).read_bytes())
    return digest.hexdigest()


def _digest(row: Row, members: Sequence[CodeUnit]) -> str:
    texts = [value if isinstance(value, str) else repr(value) for value in row]
    if members:
        texts.append(repr([_MEMBER(member) for member in members]))
    whole = f"{list(map(len, texts))} {''.join(texts)}"
    return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
