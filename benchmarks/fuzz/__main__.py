"""The command: damaged files, then random edits of repositories."""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from benchmarks import incremental
from benchmarks.fuzz import __doc__ as about
from benchmarks.fuzz.kinds import ORIGINS, seeds
from benchmarks.fuzz.search import Search
from benchmarks.fuzz.trial import Trials


def main() -> None:
    """Look for faults, print what was tried, exit with 1 when any was found."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=300, help="in all; a quarter of it for edits")
    parser.add_argument("--files", type=int, default=10**9, help="at most so many damaged files")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--seeds", type=Path, action="append", default=[], metavar="PATH", help="one more checkout to damage")
    options = parser.parse_args()
    found = readers(options.seconds * 0.75, options.files, options.seed, options.seeds)
    found += edits(options.seconds * 0.25, options.seed)
    sys.exit(1 if found else 0)


def readers(seconds: float, files: int, seed: int, more: list[Path]) -> int:
    """Damage files for so long; return how many faults were found."""
    search = Search(seeds([*ORIGINS, *more]), random.Random(seed))
    with Trials() as trials:
        search.run(trials, seconds=seconds, files=files)
    kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(search.tried.items()))
    print(f"{search.tried.total():,} damaged files read and linked, seed {seed}: {kinds}")
    print(f"  by {', '.join(f'{name} {count}' for name, count in sorted(search.made.items()))}")
    print(f"  {len(search.faults)} faults", flush=True)
    return len(search.faults)


def edits(seconds: float, seed: int) -> int:
    """Edit repositories at random for so long; return how many indexes were not those of a full reading."""
    end = time.monotonic() + seconds
    sequences, wrong = 0, []
    while time.monotonic() < end:
        origin = incremental.CHECKOUTS[seed % len(incremental.CHECKOUTS)]
        trial, found, _ = incremental.run(origin, 5, seed, with_git=seed % 2 == 0)
        sequences, wrong, seed = sequences + trial.sequences, wrong + found, seed + 1
    print("".join(f"  {line}\n" for line in wrong), end="")
    print(f"{sequences} sequences of edits, {len(wrong)} tables that a full reading makes otherwise", flush=True)
    return len(wrong)


if __name__ == "__main__":
    main()
