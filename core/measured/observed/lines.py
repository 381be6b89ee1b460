"""The lines of a recording as a stream, plain or packed with gzip, with bounds on a line and on what is unpacked."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import IO

from core.errors import SourceError, cause, reading_step

LONGEST = 1 << 20
"""Bytes of a line; the rest of a longer one is passed over."""
WHOLE = 1 << 28
"""Bytes of a file that has to be read whole, as JSON in one piece has."""
_UNPACKED = 1 << 36
_HEAD = 1 << 16
_GZIP = b"\x1f\x8b"


class Lines:
    """One file: `head` is how it begins, iterating goes over its lines, `whole` is all of its text."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        self._file = file
        self._name = name
        self._begin = file.read(_HEAD)
        self.head = self._begin.decode("utf-8", "replace").removeprefix("\ufeff")

    def __iter__(self) -> Iterator[str]:
        """Yield the lines without their ends; of lines that are too long only how they begin."""
        for raw in self._raw():
            yield raw.decode("utf-8", "replace").rstrip("\r\n").removeprefix("\ufeff")

    def whole(self) -> str:
        """Return the whole text; raises `SourceError` when it is larger than `WHOLE`."""
        rest = self._file.read(WHOLE - len(self._begin) + 1)
        if len(self._begin) + len(rest) > WHOLE:
            raise SourceError(f"it is larger than {WHOLE >> 20} MiB, too large for a format that is read as a whole")
        return (self._begin + rest).decode("utf-8-sig", "replace")

    def _raw(self) -> Iterator[bytes]:
        last, *before = reversed(self._begin.split(b"\n"))
        yield from reversed(before)
        read, tail = len(self._begin), last
        for block in chain(iter(lambda: self._file.read(_HEAD), b""), (b"",)):
            read += len(block)
            if read > _UNPACKED:
                raise SourceError(f"it unpacks to more than {_UNPACKED >> 30} GiB")
            *ended, rest = block.split(b"\n")
            if ended:
                yield (tail + ended[0])[:LONGEST]
                yield from ended[1:]
                tail = rest
            elif len(tail) < LONGEST:
                tail += rest
        if tail:
            yield tail[:LONGEST]


@contextmanager
def opened(path: Path) -> Iterator[Lines]:
    """Open a file as `Lines`; raises `SourceError` for one that cannot be read or unpacked."""
    try:
        with path.open("rb") as plain:
            packed = plain.read(2) == _GZIP
            plain.seek(0)
            yield Lines(gzip.GzipFile(fileobj=plain) if packed else plain, path.name)  # type: ignore[arg-type]
    except (OSError, EOFError, zlib.error) as problem:
        raise SourceError(
            f"{path} cannot be read as a recording: {cause(problem)}. {reading_step(problem, 'Export it again.')}"
        ) from problem


def moment(told: str) -> float:
    """Return a time as seconds since 1970, UTC where no zone is told; 0 for what is no time."""
    text = told.strip().replace(" UTC", "+00:00").replace("Z", "+00:00")
    if len(text) > 6 and text[-6:-5] == " " and text[-5] in "+-":
        text = text[:-6] + text[-5:]
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return 0.0
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()


def number(told: object) -> float:
    """Return a number as a recording writes it, with separators or a unit after it; 0 for what is none."""
    try:
        found = float(str(told).replace(",", "").split()[0].rstrip("%ms"))
    except (ValueError, IndexError):
        return 0.0
    return found if 0 <= found < 1e20 else 0.0
