"""Files that are there whole or not at all."""

from __future__ import annotations

import tempfile
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put a file in the place of the one that is there: who reads it meanwhile has the old one. Raises `OSError`."""
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as new:
        new.write(data)
    Path(new.name).replace(path)
