"""The indexes that a server answers from: opened when first asked for, renewed when a generation has been published since."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from core.errors import WorkbenchError
from core.runtime.git import git
from core.serving.modules import load_modules
from core.workbench.sessions import Session

if TYPE_CHECKING:
    from core.model import Manifest
    from core.settings import Settings
    from core.workbench import Workbench

_LOOKED = 15.0  # seconds for which what git said of a checkout stands
_READ_FIRST: tuple[Callable[[Workbench], object], ...] = (
    lambda bench: bench.index.by_key,
    lambda bench: bench.stores,
    lambda bench: bench.index.links,
    lambda bench: bench.index.hosts,
    lambda bench: bench.index.importance,
    lambda bench: bench.index.relations_to,
    lambda bench: bench.index.relations_from,
)
"""What first questions and first looks at units wait for, each made once."""


class ServedIndexes:
    """Workbenches by the names of their indexes. `usual` is answered from where a call names none; safe between threads."""

    def __init__(self, settings: Settings, usual: str = "") -> None:
        self.settings = settings
        """The settings with which indexes are opened."""
        self._usual = usual
        self._session = Session(_open)
        self._guard = Lock()
        self._told: dict[str, tuple[float, str]] = {}

    def workbench(self, name: str = "") -> Workbench:
        """Return the open index of this name, else of the usual one, else of the only one, in its newest generation.

        Raises `StoreError` when there is none and `SettingsError` when it is not clear which is meant, with what to do.
        """
        from core.index.place import Place, read_manifest
        from core.settings import index_home
        from core.workbench import open_workbench

        load_modules()
        wanted = name or self._usual
        directory = Place(index_home(self.settings), wanted).current() if wanted else None
        if directory is None:
            opened = open_workbench(wanted or None, settings=self.settings)
            return self._session.workbench(opened.manifest, self.settings)
        return self._session.workbench(read_manifest(directory), self.settings)

    def warm(self) -> threading.Thread:
        """Read the usual index beside the first requests, which wait only for what they need of it; return the thread.

        It ends with the server, after the part that it is at.
        """
        thread = threading.Thread(target=self._warm, name="warm")
        thread.start()
        return thread

    def _warm(self) -> None:
        with suppress(WorkbenchError):  # the first request meets the same and is told
            bench = self.workbench()
            for read in _READ_FIRST:
                if threading.main_thread().is_alive():
                    read(bench)

    def staleness(self, bench: Workbench) -> str:
        """Return how far the checkout has moved on, in a sentence; empty when the index is of its last commit.

        It is looked for at most every quarter of a minute, and only git is asked: what is not committed is not seen.
        """
        with self._guard:
            looked, told = self._told.get(bench.name, (0.0, ""))
        if time.monotonic() - looked < _LOOKED and looked:
            return told
        told = _behind(bench.manifest)
        with self._guard:
            self._told[bench.name] = (time.monotonic(), told)
        return told


def _open(name: str, settings: Settings) -> Workbench:
    from core.workbench import open_workbench

    return open_workbench(name, settings=settings)


def _behind(manifest: Manifest) -> str:
    if manifest.members:
        told = [_behind(replace(manifest, root=one.root, git_sha=one.git_sha, members=())) for one in manifest.members]
        return " ".join(f"{one.name}: {said}." for one, said in zip(manifest.members, told, strict=True) if said)
    root = Path(manifest.root)
    head = git(root, "rev-parse", "HEAD") if manifest.git_sha and root.is_dir() else ""
    if not head or head == manifest.git_sha:
        return ""
    count = git(root, "rev-list", "--count", f"{manifest.git_sha}..{head}")
    commits = f"{count} commits behind" if count and count != "0" else "not of the commit that is checked out"
    return f"The index is {commits} ({manifest.git_sha[:8]}, now {head[:8]}): run orienteer index {root}"
