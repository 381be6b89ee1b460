"""What an index is made of beside the files of its checkout: the answer of a probe, an index of the Ruby forerunner."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from core.extract.woods import Woods, import_woods, read_woods
from core.index.place import Place
from core.model import Extraction
from core.probe import merge_probe, read_probe
from core.workbench.probing import PROBE_FILE


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of one run: the file of a probe's answer, a forerunner's index; `alone` when nothing else is read."""

    probe: Path | None = None
    woods: Woods | None = None
    alone: bool = False

    @property
    def digest(self) -> str:
        """Stands for the content of all inputs; empty when there are none."""
        parts = [
            f"probe {hashlib.sha256(self.probe.read_bytes()).hexdigest()}" if self.probe else "",
            f"woods {self.woods.digest} {self.alone}" if self.woods else "",
        ]
        return hashlib.sha256(" ".join(parts).encode()).hexdigest() if any(parts) else ""

    def merged(self, extraction: Extraction | None) -> Extraction:
        """Return the reading of the checkout with all inputs; without a reading that of the forerunner's index alone.

        The probe comes last, because a running application knows best. Raises `SourceError` when an answer is unreadable.
        """
        if self.woods is not None:
            extraction = import_woods(self.woods, extraction)
        if extraction is None:
            raise ValueError("neither a checkout nor an index to import")
        return merge_probe(extraction, read_probe(self.probe)) if self.probe else extraction


def read_inputs(place: Place, woods: Path | None = None, *, alone: bool = False) -> Inputs:
    """Return the inputs of an index: the kept answer of a probe, and the forerunner's index at `woods`.

    `alone` leaves out whatever belongs to a checkout.
    """
    kept = place.directory / PROBE_FILE
    return Inputs(kept if kept.is_file() and not alone else None, read_woods(woods) if woods else None, alone)
