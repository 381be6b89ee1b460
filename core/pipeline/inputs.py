"""What an index is made of beside the files of its checkout: a probe's answer, a forerunner's index, sources of libraries."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SourceError
from core.extract.guard import Guard
from core.index.place import Place
from core.model import Extraction
from core.pipeline.probing import PROBE_FILE
from core.ports import FactsCache
from core.settings import FrameworkSettings, Settings

if TYPE_CHECKING:
    from core.extract.woods import Woods


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of one run: the file of a probe's answer, a forerunner's index; `alone` when nothing else is read."""

    root: Path
    probe: Path | None = None
    woods: Woods | None = None
    alone: bool = False
    framework: FrameworkSettings = field(default_factory=FrameworkSettings)

    @property
    def digest(self) -> str:
        """Stands for the content of all inputs; empty when there are none."""
        parts = [
            f"probe {_digest(self.probe)}" if self.probe else "",
            f"woods {self.woods.digest} {self.alone}" if self.woods else "",
            f"framework {self.framework!r} {self._gems()}" if self.framework.sources else "",
        ]
        return hashlib.sha256(" ".join(parts).encode()).hexdigest() if any(parts) else ""

    def _gems(self) -> list[str]:
        """Return which gems there are: installing the bundle changes no file of the checkout."""
        from core.extract.framework import find_libraries

        found = find_libraries(self.root, (), os.environ, self.framework.names, self.framework.paths, self.framework.gems)
        return [f"{one.label} {one.folder}" for one in found]

    def merged(self, extraction: Extraction | None, cache: FactsCache | None = None, guard: Guard | None = None) -> Extraction:
        """Return the reading of the checkout with all inputs; without a reading that of the forerunner's index alone.

        The probe comes after the forerunner, because a running application knows best. An input that cannot be merged is
        left out and becomes a problem; raises `SourceError` when it is all that there is.
        """
        guard = guard or Guard()
        if self.woods is not None:
            from core.extract.woods import import_woods

            extraction = guard.attempt("imported index", partial(import_woods, self.woods, extraction), extraction)
        if extraction is None:
            told = guard.problems[-1].reason if guard.problems else "neither a checkout nor an index to import"
            raise SourceError(f"Nothing to index: {told}.")
        if self.probe:
            extraction = guard.attempt("probe", partial(_with_probe, extraction, self.probe), extraction)
        if self.framework.sources:
            libraries = partial(self._with_libraries, extraction, cache, guard)
            extraction = guard.attempt("framework sources", libraries, extraction)
        problems = (*extraction.problems, *guard.problems)
        return replace(extraction, problems=problems, given_up=extraction.given_up + guard.given_up)

    def _with_libraries(self, extraction: Extraction, cache: FactsCache | None, guard: Guard) -> Extraction:
        from core.extract.framework import find_libraries, with_framework

        names, paths, gems = self.framework.names, self.framework.paths, self.framework.gems
        libraries = find_libraries(self.root, extraction.units, os.environ, names, paths, gems)
        return with_framework(extraction, libraries, cache, guard)


def _digest(file: Path) -> str:
    """Return the digest of a file; what cannot be read now is told when it is merged."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as problem:
        return str(problem.strerror)


def _with_probe(extraction: Extraction, file: Path) -> Extraction:
    from core.probe import merge_probe, read_probe

    return merge_probe(extraction, read_probe(file))


def _woods(folder: Path) -> Woods:
    from core.extract.woods import read_woods

    return read_woods(folder)


def read_inputs(root: Path, place: Place, settings: Settings, woods: Path | None = None, *, alone: bool = False) -> Inputs:
    """Return the inputs of an index: the kept answer of a probe, the forerunner's index at `woods`, the libraries to read.

    `alone` leaves out whatever belongs to a checkout.
    """
    kept = place.directory / PROBE_FILE
    return Inputs(
        root,
        kept if kept.is_file() and not alone else None,
        _woods(woods) if woods else None,
        alone,
        FrameworkSettings() if alone else settings.framework,
    )
