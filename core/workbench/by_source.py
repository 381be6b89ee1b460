"""What is kept beside an index by the path of the file that it was read of: coverage reports and recordings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from core.errors import SourceError
from core.measured.kept import KeptBySource, Sourced

T = TypeVar("T", bound=Sourced)


def forget_source(kept: KeptBySource[T], source: str, what: str) -> None:
    """Remove what is kept of a file, by its path; raises `SourceError` when there is nothing of it."""
    known = [one.source for one in kept.told()]
    meant = source if source in known else str(Path(source).resolve())
    if meant not in known or not kept.forget(meant):
        raise SourceError(f"No {what} {source} is kept. There are: {', '.join(known) or 'none'}.")


@contextmanager
def called(path: Path, source: str) -> Iterator[None]:
    """Have faults of a file told by another name: the one that it has where it comes from."""
    try:
        yield
    except SourceError as problem:
        raise SourceError(str(problem).replace(str(path), source).replace(path.name, source)) from problem
