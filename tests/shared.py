"""What several processes of a test run use together: folders that are dear to make, and ports that nobody else has."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

_FIRST_PORT, _PORTS = 21_000, 100  # per process; below those that the system gives to whoever asks


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that `make` fills once per run, whichever process comes first; it is only to be read."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / f"{name}-of-all"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = folder / "made"
        if not done.exists():
            folder.mkdir()
            make(folder)
            done.touch()
    return folder


def copied(made: Path, to: Path, *without: str) -> Path:
    """Copy a folder of `made_once` to `to` for a test that writes, without the names given; return `to`.

    Other processes of the run read the same folder and keep runs and turns beside it: a file of theirs that is gone
    between its listing and its turn belongs to nobody here.
    """

    def copy(source: str, target: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            shutil.copy2(source, target)

    shutil.copytree(made, to, symlinks=True, ignore=shutil.ignore_patterns(*without), copy_function=copy)
    return to


def free_port() -> int:
    """Return a port that is free, from those of this process."""
    start = _FIRST_PORT + _PORTS * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for port in range(start, start + _PORTS):
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError(f"No port from {start} on is free.")


def checkout(root: Path, **texts: str) -> Path:
    """Write the texts below `root`, each at the path of its name; return `root`."""
    for path, text in texts.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return root
