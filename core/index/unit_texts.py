"""The words and chunks of all units; unchanged units reuse those of the previous generation.

Words and chunks depend on the unit's row in the catalog and on the lines of its members. A digest of both tells whether the
previous ones still hold. They are most of the work of publishing, and an edit changes few units.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import islice
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple, TypeVar, overload

import core.index.texts
import core.index.word_vectors
import core.model.units
import core.text.tokens
import core.text.words
import core.vocabulary
from core.index import chunks, documents, outline
from core.index.word_vectors import WordVectors, kept_vectors, word_vectors
from core.model import Chunk, CodeUnit
from core.ports import Embedder, VectorStore

Row = Sequence[object]
_MEMBER = attrgetter("key", "name", "file_path", "start_line", "end_line")
_MAKERS = (
    chunks, documents, outline, core.index.word_vectors, core.index.texts, core.text.words, core.text.tokens, core.model.units,
    core.vocabulary,
)  # fmt: skip
T = TypeVar("T")
R = TypeVar("R")
_MOST = 8
_LEAST_SIZE = 300_000  # below that, a process costs more than it saves
_MOST_SIZE = 16_000_000  # of one share; a process copies what it looks at, and more as the one that it comes from goes on


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


@contextmanager
def shared(items: Sequence[T], work: Callable[[Sequence[T]], R], size: Callable[[T], int]) -> Iterator[Callable[[], list[R]]]:
    """Begin to do `work` on the items, a share in each process; what is given waits for the results, in order.

    Shares are of about the same size in sum. The processes are forks, which have the items without copying, and are gone when
    the block ends. The share of one that dies is done here, as all is where there is little to do or nothing to fork. Where
    there is much to do it begins when the results are asked for, in more and smaller shares, the first of them here, so that
    what the work loads and remembers is there for all: memory counts more than time then.
    """
    total = sum(map(size, items))
    count = min(os.cpu_count() or 1, _MOST, total // _LEAST_SIZE)
    if count < 2 or sys.platform != "linux":
        yield lambda: [work(items)]
        return
    is_much = total > count * _MOST_SIZE
    shares = list(_shares(items, size, _MOST_SIZE / 4 if is_much else total / count))
    running: deque[_Running] = deque()
    try:
        if not is_much:
            running.extend(_started(work, share) for share in shares)
        yield lambda: list(_results(shares, work, running, count))
    finally:
        for one in running:
            one.end()


def _shares(items: Sequence[T], size: Callable[[T], int], wanted: float) -> Iterator[Sequence[T]]:
    start, taken = 0, 0
    for number, item in enumerate(items, 1):
        taken += size(item)
        if taken >= wanted:
            yield items[start:number]
            start, taken = number, 0
    if start < len(items):
        yield items[start:]


class _Running(NamedTuple):
    process: BaseProcess
    pipe: Connection

    def end(self) -> None:
        """Kill the process, whatever it does, and let go of what it used."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _started(work: Callable[[Sequence[T]], R], share: Sequence[T]) -> _Running:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_serve, args=(work, share, theirs), daemon=True)
    process.start()
    theirs.close()  # so that only the process holds it, and its death can be read
    return _Running(process, ours)


def _results(
    shares: Sequence[Sequence[T]], work: Callable[[Sequence[T]], R], running: deque[_Running], count: int
) -> Iterator[R]:
    """Yield the results of all shares in order; the process of each is gone by then, and at most `count` run at a time."""
    if not running:
        yield work(shares[0])
        shares = shares[1:]
    waiting = iter(shares[len(running) :])
    running.extend(_started(work, share) for share in islice(waiting, max(0, count - len(running))))
    for share in shares:
        found = _result(running[0].pipe, work, share)
        running.popleft().end()
        running.extend(_started(work, following) for following in islice(waiting, 1))
        yield found


def _serve(work: Callable[[Sequence[T]], R], share: Sequence[T], pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's business
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        pipe.send(work(share))
    except Exception:  # noqa: BLE001 - whatever it is, the share is done again by the process that can tell of it
        os._exit(1)


def _result(pipe: Connection, work: Callable[[Sequence[T]], R], share: Sequence[T]) -> R:
    try:
        found: R = pipe.recv()
    except (EOFError, OSError):
        return work(share)  # a fault of the work itself is then raised here, where it is told
    return found
