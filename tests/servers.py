"""The servers that tests use when they run on this machine, and what starts them when they do not."""

from __future__ import annotations

import os
import socket
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from core.backends import CATALOGS, load
from core.ports import StoreAddress

POSTGRES = os.environ.get("TEST_POSTGRESQL", "postgresql://postgres@127.0.0.1:5432/postgres")
MYSQL = os.environ.get("TEST_MYSQL", "mysql://root@127.0.0.1:3306/test")
_STARTED_BY = {
    "postgresql": "apt-get install postgresql, start it, and let TEST_POSTGRESQL name a database whose schemas may be created",
    "mysql": "apt-get install mariadb-server, start it, and let TEST_MYSQL name a database of one who may create others",
}


@lru_cache
def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=2):
            return True
    except OSError:
        return False


def needed(at: str) -> None:
    """Skip the test when no server listens at an address, with the command that starts one; nothing needs none."""
    if not at:
        return
    parts = urlsplit(at)
    if not _answers(parts.hostname or "", parts.port or 0):
        pytest.skip(f"no server at {at}: {_STARTED_BY[parts.scheme]}")


def spaces_of(name: str, at: str, home: Path) -> list[str]:
    """Return the namespaces that indexes below a folder have at a server, and those named after this process.

    Other processes test there at the same time.
    """
    marks = {path.read_text(encoding="ascii") for path in home.rglob("mark")} | {str(os.getpid())}
    there = load(CATALOGS, name)(StoreAddress(at, "any")).namespaces()
    return [namespace for namespace in there if any(f"-{mark}-" in namespace for mark in marks)]


def forget_spaces(name: str, at: str, home: Path) -> None:
    """Delete these namespaces."""
    for namespace in spaces_of(name, at, home):
        load(CATALOGS, name)(StoreAddress(at, namespace)).erase()
