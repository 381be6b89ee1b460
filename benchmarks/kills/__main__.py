"""The command: one line for each store."""

from __future__ import annotations

import argparse
import os
import sys
import time

from benchmarks.kills import __doc__ as about
from benchmarks.kills.stores import STORES, running
from benchmarks.kills.trials import trials


def main() -> None:
    """Try the stores, print what was seen, exit with 1 when anything was wrong."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stores", nargs="*", metavar="STORE", help=", ".join(STORES))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--victim", choices=["writer", "reader", "server", "disk"], default="writer")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--seconds", type=float, default=1e9, help="of each store, after which no trial is begun")
    options = parser.parse_args()
    wrong = 0
    for name in options.stores or STORES:
        if options.victim == "server" and STORES[name].server is None:
            continue
        wrong += one(name, options.kills, options.victim, options.seed, options.seconds)
    sys.exit(1 if wrong else 0)


def one(name: str, kills: int, victim: str, seed: str, seconds: float) -> int:
    """Try a store; return how many faults were found."""
    start, before, killed, missed = time.perf_counter(), sum(os.times()[2:4]), 0, 0
    tried = STORES[name]
    with (
        running(tried) as (server, at),
        trials(tried, at, server if victim == "server" else None, f"{seed} {name}", victim) as made,
    ):
        while killed < kills and len(made.faults) < 10 and time.perf_counter() - start < seconds:
            hit, late = made.one()
            killed, missed = killed + hit, missed + late
        made.faults += [f"left: {one}" for one in made.left()]
    seen = ", ".join(f"{what} {count}" for what, count in sorted(made.seen.items()))
    took = f"{time.perf_counter() - start:.0f} s by the clock, {sum(os.times()[2:4]) - before:.0f} of the processor"
    print(f"{name}: {killed} kills of the {victim}, {missed} too late, {len(made.faults)} faults, {took}: {seen}")
    for fault in made.faults:
        print(f"  {fault}")
    for sentence, count in made.told.most_common(6):
        print(f"  {count} × {sentence}")
    sys.stdout.flush()
    return len(made.faults)


if __name__ == "__main__":
    main()
