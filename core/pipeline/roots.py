"""The folder that is indexed: that it is one, and what its index is called."""

from __future__ import annotations

import re
from pathlib import Path

from core.errors import SettingsError, SourceError


def checked_root(path: Path) -> Path:
    """Return the folder of a checkout; raises `SourceError` when it is none."""
    try:
        root = path.expanduser().resolve(strict=True)
    except (OSError, RuntimeError) as problem:
        raise SourceError(f"No folder '{path}'.", "Give the path of a checkout: orienteer index PATH") from problem
    if not root.is_dir():
        said = f"'{path}' is a file, not a checkout."
        raise SourceError(said, f"Give its folder: orienteer index {root.parent}")
    return root


def name_of(root: Path) -> str:
    """Return the name of the index for a checkout: its folder's name; raises `SettingsError` when that gives none."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", root.name).strip("-._")
    if not name:
        raise SettingsError(f"The folder '{root}' has no name that an index could take.", "Choose one with --name.")
    return name
