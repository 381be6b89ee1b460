"""Namespaces of a store that lives in a folder: a folder each, below the address."""

from __future__ import annotations

import shutil
from abc import ABC, abstractmethod
from pathlib import Path

from core.errors import StoreError, is_denied
from core.ports import StoreAddress


def folder_of(address: StoreAddress, product: str) -> Path:
    """Return the folder of a namespace; raises `StoreError` when the address is that of a server."""
    if address.folder is None:
        message = f"{product} needs a folder for its vectors, not the server address '{address.at}'."
        raise StoreError(f"{message} Set index.vectors_at to a folder, or leave it empty.")
    return address.folder


def unusable(folder: Path, problem: Exception, reason: object = None) -> StoreError:
    """Return what is told of a folder whose vectors cannot be read or written, with the step that helps."""
    step = "Free some disk space, or build them again: orienteer index PATH --full"
    if is_denied(problem):
        step = "Change its permissions to read and write, or set ORIENTEER_HOME to a folder of your own."
    return StoreError(f"The vectors in {folder} cannot be used: {problem if reason is None else reason}. {step}")


class FolderStore(ABC):
    """What every store does alike whose namespaces are folders: `_directory` is its own."""

    _directory: Path

    @abstractmethod
    def _let_go(self) -> None:
        """Close the files, so that the folder can be copied or removed."""

    def namespaces(self) -> list[str]:
        """Return the namespaces that exist at the address."""
        beside = self._directory.parent
        return sorted(each.name for each in beside.iterdir() if each.is_dir()) if beside.is_dir() else []

    def begin_as(self, namespace: str) -> None:
        """Have what another namespace at the address has, and nothing else; that one stays as it is."""
        self.erase()
        if (self._directory.parent / namespace).is_dir():
            shutil.copytree(self._directory.parent / namespace, self._directory)

    def erase(self) -> None:
        """Delete the namespace with all its points; the store cannot be used afterwards."""
        self._let_go()
        if self._directory.exists():
            shutil.rmtree(self._directory)
