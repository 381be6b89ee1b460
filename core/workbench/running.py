"""Which workbenches run in the browser on this machine, so that links of notebooks and documents lead to one that answers.

HOME/.workbenches/PROCESS     the address of one, locked by its process for as long as it runs
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

USUAL = "http://127.0.0.1:8501"
"""Where `orienteer ui` listens unless it is told otherwise."""


@contextmanager
def noted(home: Path, address: str) -> Iterator[None]:
    """Note the address of a workbench while the block runs it; a home that cannot be written to notes none."""
    path = home / ".workbenches" / str(os.getpid())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = path.open("w", encoding="utf-8")
    except OSError:  # the pages themselves need no note
        yield
        return
    with handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        handle.write(address)
        handle.flush()
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def running(home: Path) -> str:
    """Return the address of the workbench that was started last and still runs; the usual one when none is known."""
    notes = [(note.stat().st_mtime, note) for note in _notes(home)]
    return next((told for _, note in sorted(notes, reverse=True) if (told := _address(note))), USUAL)


def _notes(home: Path) -> list[Path]:
    folder = home / ".workbenches"
    return list(folder.iterdir()) if folder.is_dir() else []


def _address(note: Path) -> str:
    """Return what a note says, if its process still holds it."""
    with suppress(FileNotFoundError), note.open(encoding="utf-8") as handle:  # it ended while we looked
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return handle.read()
    return ""
