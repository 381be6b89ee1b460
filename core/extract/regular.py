"""Read files that may be none: opening a pipe or a device waits for somebody who writes into it, perhaps for ever."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


def read_regular(path: Path | str, most: int = -1) -> bytes:
    """Return the bytes of a file, at most so many; raises `OSError` also for what is no regular file."""
    handle = os.open(path, _OPEN)
    with os.fdopen(handle, "rb", buffering=0) as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError(0, "it is no regular file")
        return file.read(most)
