"""Files that are there whole or not at all, and folders that one process at a time writes into."""

from __future__ import annotations

import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in the place of the one that is there: who reads it meanwhile has the old one. Raises `OSError`."""
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as new:
        new.write(data)
    Path(new.name).replace(path)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep every other process and thread from writing into the folder meanwhile."""
    with (folder / ".lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
