"""Catalogs that are one file each."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import ClassVar

from core.errors import SettingsError
from core.ports import StoreAddress, is_server


def file_at(address: StoreAddress, ending: str) -> Path:
    """Return the file of a namespace; raises `SettingsError` for the address of a server."""
    if is_server(address.at):
        message = f"This kind of catalog needs a folder, not the address {address.at}."
        raise SettingsError(f"{message} Empty index.catalog_at, or set index.catalog to postgresql or mysql.")
    return Path(address.at) / f"{address.namespace}.{ending}"


def shared(source: Path, target: Path) -> None:
    """Make a file known under a second name; it never changes, so that one copy serves both."""
    try:
        target.hardlink_to(source)
    except OSError:  # a file system without hard links
        shutil.copy2(source, target)


class FileStore:
    """What catalogs that are one file each have in common: which there are, how one is copied and deleted."""

    ending: ClassVar[str]

    def __init__(self, address: StoreAddress) -> None:
        self._path = file_at(address, self.ending)

    def begin_as(self, before: StoreAddress) -> None:
        """Have the file of another address: one copy serves both where the file system can say so."""
        shared(file_at(before, self.ending), self._path)

    def namespaces(self) -> list[str]:
        """Return the names of the files without their ending, ordered."""
        return sorted(path.stem for path in self._path.parent.glob(f"*.{self.ending}"))

    def erase(self) -> None:
        """Delete the file if there is one."""
        self._path.unlink(missing_ok=True)
