"""What is kept beside an index by the path of the file that it was read of: coverage reports and recordings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from core.errors import SourceError
from core.measured.coverage_store import KeptBySource, Sourced

T = TypeVar("T", bound=Sourced)


def forget_source(kept: KeptBySource[T], source: str, what: str) -> None:
    """Remove what is kept of a file, by its path; raises `SourceError` when there is nothing of it."""
    known = [one.source for one in kept.told()]
    is_path = "\0" not in source  # no file has it in its name, and asking the system for one is an error
    meant = str(Path(source).resolve()) if is_path and source not in known else source
    if meant not in known or not kept.forget(meant):
        step = f"Choose from: {', '.join(known)}." if known else f"Add a {what} first."
        raise SourceError(f"No {what} '{source}'. {step}")


@contextmanager
def called(path: Path, source: str) -> Iterator[None]:
    """Have faults of a file told by another name: the one that it has where it comes from."""
    try:
        yield
    except SourceError as problem:
        raise SourceError(str(problem).replace(str(path), source).replace(path.name, source)) from problem
