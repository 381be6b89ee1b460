"""Catalogs that are one file each."""

from __future__ import annotations

import shutil
from pathlib import Path

from core.errors import SettingsError
from core.ports import StoreAddress


def file_at(address: StoreAddress, ending: str) -> Path:
    """Return the file of a namespace; raises `SettingsError` for the address of a server."""
    if "://" in address.at:
        raise SettingsError(f"A catalog of this kind lies in a folder, not at {address.at}.")
    return Path(address.at) / f"{address.namespace}.{ending}"


def shared(source: Path, target: Path) -> None:
    """Make a file known under a second name; it never changes, so that one copy serves both."""
    try:
        target.hardlink_to(source)
    except OSError:  # a file system without hard links
        shutil.copy2(source, target)
