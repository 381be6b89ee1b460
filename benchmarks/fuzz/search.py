"""Make damaged files and look for those that cannot be borne."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.fuzz.kinds import ROOT, Seed
from benchmarks.fuzz.mutations import MOST_BYTES, mutated
from benchmarks.fuzz.smallest import smallest
from benchmarks.fuzz.trial import Fault, Files, Trials
from core.languages import language_of

FOUND = ROOT / ".explored"
_DAMAGED, _WHOLE = 30, 10  # files of a repository; linking sees both


@dataclass
class Search:
    """What has been tried and found so far."""

    seeds: Mapping[str, Sequence[Seed]]
    chance: random.Random
    most_bytes: int = MOST_BYTES
    tried: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    faults: dict[str, Path] = field(default_factory=dict)

    def batch(self) -> dict[str, bytes]:
        """Return the files of a repository of which most are damaged."""
        kinds = sorted(self.seeds)
        files: dict[str, bytes] = {}
        for _ in range(_WHOLE):
            whole = self.chance.choice(self.seeds[self.chance.choice(kinds)])
            files[whole.path] = whole.data
        for _ in range(_DAMAGED):
            kind = self.chance.choice(kinds)
            seed, other = self.chance.choice(self.seeds[kind]), self.chance.choice(self.seeds[kind])
            data, names = mutated(self.chance, language_of(seed.path) or "text", seed.data, other.data, self.most_bytes)
            files[seed.path] = data
            self.tried[kind] += 1
            self.made.update(names)
        return _without_clashes(files)

    def run(self, trials: Trials, *, seconds: float = 1e9, files: int = 10**9, minimise: bool = True) -> None:
        """Try damaged files until the time is up or so many have been tried."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.tried.total() < files:
            batch = self.batch()
            for fault in trials.faults(batch):
                if fault.name not in self.faults:
                    self.faults[fault.name] = keep(fault, smallest(batch, fault, trials) if minimise else batch)
                    print(f"  {fault.name}: see {self.faults[fault.name]}", flush=True)


def keep(fault: Fault, files: Files) -> Path:
    """Write the files that show a fault, and what was told; return the folder."""
    folder = FOUND / re.sub(r"[^a-z0-9]+", "-", fault.name.lower()).strip("-")[:100]
    for path, data in files.items():
        place = folder / "files" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fault.txt").write_text(f"{fault.name}\n{fault.path}\n\n{fault.details}\n", "utf-8", "backslashreplace")
    return folder


def _without_clashes(files: Files) -> dict[str, bytes]:
    """Return the files without those whose path is another one's folder."""
    folders = {parent for path in files for parent in _parents(path)}
    return {path: data for path, data in files.items() if path not in folders}


def _parents(path: str) -> Iterator[str]:
    parts = path.split("/")
    return ("/".join(parts[:count]) for count in range(1, len(parts)))
