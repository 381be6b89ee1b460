"""Namespaces of a store that lives in a folder: a folder each, below the address."""

from __future__ import annotations

import shutil
from pathlib import Path

from core.errors import StoreError
from core.ports import StoreAddress


def folder_of(address: StoreAddress, product: str) -> Path:
    """Return the folder of a namespace; raises `StoreError` when the address is that of a server."""
    if address.folder is None:
        message = f"{product} keeps vectors in a folder, and '{address.at}' is the address of a server."
        raise StoreError(f"{message} Set index.vectors_at to a folder, or leave it empty.")
    return address.folder


def namespaces(folder: Path) -> list[str]:
    """Return the namespaces beside this one and itself, where they exist, in order."""
    return sorted(each.name for each in folder.parent.iterdir() if each.is_dir()) if folder.parent.is_dir() else []


def begin_as(folder: Path, namespace: str) -> None:
    """Copy the content of another namespace, if it has any, into this one, which is emptied before."""
    erase(folder)
    if (folder.parent / namespace).is_dir():
        shutil.copytree(folder.parent / namespace, folder)


def erase(folder: Path) -> None:
    """Delete the namespace."""
    if folder.exists():
        shutil.rmtree(folder)
