"""Write a complete new generation of an index and make it current by one atomic rename.

    NAME/current                    the number of the generation that readers open
    NAME/generations/000012/        manifest.json, catalog.duckdb (or of another kind), lexical/, vector-ids.txt
    NAME/vectors/NAME-000011/       vectors, of one generation or of several in a row
    NAME/generations/.partial-…     one that is being written, or that was when its writer died
    NAME/lock                       held by the writer; says who that is
    NAME/cache/                     what can be computed again

Readers follow `current` and never wait. A generation does not change once it is current, so that a writer who is killed at any
moment leaves the last one as it was. The lock is the kernel's (flock): it ends with the process that holds it.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.errors import StoreError, next_step
from core.index.place import Place

_PARTIAL = ".partial-"


@dataclass(frozen=True, slots=True)
class GenerationDraft:
    """A generation that is being written: its number and the folder to write into."""

    number: int
    directory: Path


@contextmanager
def new_generation(place: Place, keep: int, collect: Callable[[], None] | None = None) -> Iterator[GenerationDraft]:
    """Give a folder to write into; when the block ends without an error, its content becomes the current generation.

    Older generations are deleted except the last `keep`; `collect` then deletes what only they had. Raises `StoreError` when
    another process writes this index, or when the disk refuses; the current generation is then as it was before.
    """
    with writer(place):
        partial: Path | None = None
        try:
            number = _prepared(place)
            partial = place.generations / f"{_PARTIAL}{number:06}"
            partial.mkdir()
            yield GenerationDraft(number, partial)
            settle(partial)
            partial.rename(place.generations / f"{number:06}")
            _sync(place.generations)
            _point(place, number)
        except OSError as problem:
            message = f"The index '{place.name}' cannot be written in {place.directory}: {_first(problem)}."
            step = next_step(problem, "Free some disk space or set ORIENTEER_HOME.")
            raise StoreError(f"{message} The previous index is unchanged. {step}") from problem
        finally:
            if partial is not None:
                shutil.rmtree(partial, ignore_errors=True)  # gone after a success; after a failure the failure is told
        _forget(place, number, keep)
        if collect is not None:
            collect()


def _first(problem: OSError) -> object:
    """Return the first of the faults that copying a folder collects, any other fault as it is."""
    return problem.args[0][0][2] if isinstance(problem, shutil.Error) and isinstance(problem.args[0], list) else problem


@contextmanager
def writer(place: Place) -> Iterator[None]:
    """Be the only one who writes this index; raises `StoreError` that names the other one."""
    try:
        place.directory.mkdir(parents=True, exist_ok=True)
        handle = (place.directory / "lock").open("a+", encoding="utf-8")
    except OSError as problem:
        message = f"The index '{place.name}' cannot be written in {place.directory}: {problem.strerror or problem}."
        raise StoreError(f"{message} Set ORIENTEER_HOME to a folder that you may write to.") from problem
    with handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as problem:
            raise StoreError(_busy(place)) from problem
        handle.truncate(0)
        handle.write(json.dumps(_identity()))
        handle.flush()
        try:
            yield
        finally:
            handle.truncate(0)


def _identity() -> dict[str, str | int]:
    since = datetime.now().astimezone().isoformat(timespec="seconds")
    return {"pid": os.getpid(), "host": socket.gethostname(), "since": since, "command": " ".join(sys.argv)[:200]}


def _busy(place: Place) -> str:
    try:
        owner = json.loads((place.directory / "lock").read_text(encoding="utf-8"))
        who = f"process {owner['pid']} on {owner['host']} since {owner['since']} ({owner['command']})"
    except (OSError, ValueError, KeyError):
        who = "another process, which is just starting"
    return f"The index '{place.name}' is being written by {who}. Wait until it has ended, or stop it."


def _prepared(place: Place) -> int:
    """Clear away what a dead writer left; return the number of the next generation."""
    place.generations.mkdir(exist_ok=True)
    for left in place.generations.glob(f"{_PARTIAL}*"):
        shutil.rmtree(left)
    return max(_numbers(place), default=0) + 1


def _numbers(place: Place) -> list[int]:
    return sorted(int(folder.name) for folder in place.generations.iterdir() if folder.name.isdigit())


def settle(directory: Path) -> None:
    """Make sure that every file of a folder is on the disk before anything points to it."""
    for folder, _, names in os.walk(directory):
        for name in names:
            _sync(Path(folder) / name)
        _sync(Path(folder))


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _point(place: Place, number: int) -> None:
    draft = place.directory / "current.partial"
    draft.write_text(f"{number:06}\n", encoding="ascii")
    _sync(draft)
    draft.replace(place.pointer)
    _sync(place.directory)


def _forget(place: Place, current: int, keep: int) -> None:
    """Delete generations older than the last `keep`; one that cannot be deleted now is tried again next time."""
    for number in _numbers(place)[: -max(keep, 1)]:
        if number != current:
            shutil.rmtree(place.generations / f"{number:06}", ignore_errors=True)
