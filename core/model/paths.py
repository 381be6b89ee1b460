"""Paths of an index: the folders around them, and documents that lie in folders outside of the checkout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

OUTSIDE = "documents:"
"""How the path of a document outside of the checkout begins; the name of its folder follows."""


def is_outside(path: str) -> bool:
    """Tell whether a path of an index is that of a document outside of the checkout."""
    return path.startswith(OUTSIDE)


def folders_above(path: str) -> list[str]:
    """Return the folders around a path, the innermost first, without the root."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[:number]) for number in range(len(parts), 0, -1)]


def place_at(root: str, folders: Sequence[str], path: str) -> tuple[Path, str]:
    """Return the folder that a file of an index lies in, the checkout or one of documents outside of it, and its path there."""
    if is_outside(path):
        name, _, rest = path.removeprefix(OUTSIDE).partition("/")
        for folder in folders:
            if Path(folder).name == name:
                return Path(folder), rest
    return Path(root), path
