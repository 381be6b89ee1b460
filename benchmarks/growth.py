"""Measure how the time to read and to link grows with the size of a repository, in the worst shapes that code can have.

    python -m benchmarks.growth [SHAPE …] [--sizes 1000,10000,100000] [--limit 120] [-f json]
    python -m benchmarks.growth --list

A SHAPE is the beginning of a name (`rust`, `python-stars`). Every measurement runs in a process of its own, which is stopped
after `--limit` seconds of the processor or with more than `--memory` gigabytes. The exponent is the slope of log(seconds) over
log(characters of code) from the first size that takes a twentieth of a second to the largest that finished: 1 is proportional,
2 is square, n log n is below 1.2 between these sizes. Seconds are of the processor, without writing the index.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from hashlib import sha256
from math import log
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

from benchmarks.shapes import SHAPES, Files
from core.extract.facts import FileFacts, SourceFile
from core.extract.link import LinkedAll, link_all
from core.extract.read import read_file
from core.extract.repository import Repository
from core.languages import is_test_path, language_of

_STEPS = ("read", "link")
_WARM_UP = 20  # the size of a first run, after which everything that is needed has been imported
_MEASURABLE = 0.05  # seconds; below that the start of things counts more than their size


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapes", nargs="*", help="beginnings of names of shapes; without any, all of them")
    parser.add_argument("--sizes", default="1000,10000,100000", help="sizes, smallest first")
    parser.add_argument("--limit", type=int, default=120, help="seconds of the processor that one measurement may take")
    parser.add_argument("--memory", type=int, default=8, help="gigabytes of addresses that one measurement may use")
    parser.add_argument("-f", "--format", choices=("text", "json"), default="text")
    parser.add_argument("--list", action="store_true", help="only name the shapes")
    parser.add_argument("--one", nargs=2, metavar=("SHAPE", "SIZE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one[0], int(options.one[1]))))
        return
    names = [name for name in SHAPES if not options.shapes or name.startswith(tuple(options.shapes))]
    if options.list or not names:
        print("\n".join(SHAPES))
        return
    sizes = sorted(int(size) for size in options.sizes.split(","))
    rows = []
    for name in names:
        rows.append(growth(name, sizes, options.limit, options.memory))
        if options.format == "text":
            print(_row(rows[-1]), flush=True)
    if options.format == "json":
        print(json.dumps(rows, indent=1))


def growth(name: str, sizes: Sequence[int], limit: int, memory: int) -> dict[str, Any]:
    """Return the measurements of one shape and the exponents; sizes after one that did not finish are not tried."""
    found: list[dict[str, Any]] = []
    for size in sizes:
        found.append(_measured_apart(name, size, limit, memory))
        if "stopped" in found[-1]:
            break
    done = [one for one in found if "stopped" not in one]
    return {"shape": name, "sizes": found, **{f"{step}_exponent": exponent(done, step) for step in _STEPS}}


def exponent(found: Sequence[dict[str, Any]], step: str) -> float | None:
    """Return the slope of the seconds over the characters, both as logarithms; None with fewer than two figures."""
    points = [(log(one["characters"]), log(one[step])) for one in found if one[step] >= _MEASURABLE]
    if len({x for x, _ in points}) < 2:
        return None
    middle_x, middle_y = fmean(x for x, _ in points), fmean(y for _, y in points)
    over = sum((x - middle_x) * (y - middle_y) for x, y in points)
    return round(over / sum((x - middle_x) ** 2 for x, _ in points), 2)


def measure(name: str, size: int) -> dict[str, Any]:
    """Return the processor seconds of reading and of linking one shape of one size, and what was in it."""
    warm = _sources(SHAPES[name](_WARM_UP))
    _linked(warm, [read_file(file) for file in warm])
    made = SHAPES[name](size)
    files = _sources(made)
    start = process_time()
    facts = [read_file(file) for file in files]
    read = process_time()
    linked = _linked(files, facts)
    link = process_time()
    broken = [problem.reason for one in facts for problem in one.problems if problem.status == "failed"]
    broken += [problem.reason for problem in linked.problems if problem.status == "failed"]
    return {
        "size": size,
        "characters": sum(len(path) + len(text) for path, text in made.items()),
        "files": len(files),
        "units": len(linked.units),
        "relations": len(linked.relations),
        "read": round(read - start, 3),
        "link": round(link - read, 3),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        **({"broken": broken[0]} if broken else {}),
    }


def _linked(files: Sequence[SourceFile], facts: Sequence[FileFacts]) -> LinkedAll:
    with tempfile.TemporaryDirectory() as folder:
        return link_all(Repository(Path(folder), tuple(facts), {file.path: file.text for file in files}))


def _sources(made: Files) -> list[SourceFile]:
    files = []
    for path, text in sorted(made.items()):
        if language := language_of(path):
            files.append(SourceFile(path, language, text, sha256(text.encode()).hexdigest(), is_test_path(path, language)))
    return files


def _measured_apart(name: str, size: int, limit: int, memory: int) -> dict[str, Any]:
    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_AS, (memory << 30, memory << 30))

    command = [sys.executable, "-m", "benchmarks.growth", "--one", name, str(size)]
    made = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=bounded)
    if made.returncode == 0:
        result: dict[str, Any] = json.loads(made.stdout)
        return result
    last = made.stderr.strip().rpartition("\n")[2]
    return {"size": size, "stopped": last or f"after {limit} s"}


def _row(found: dict[str, Any]) -> str:
    cells = []
    for one in found["sizes"]:
        if "stopped" in one:
            cells.append(f"{one['size']:>7,}: {one['stopped'][:60]}")
        else:
            made = f"{one['megabytes']:,} MB ({one['units']:,} u, {one['relations']:,} r){' BROKEN' if 'broken' in one else ''}"
            cells.append(f"{one['size']:>7,}: {one['read']:7.2f} + {one['link']:7.2f} s {made}")
    slopes = "  ".join(f"{step} ^{found[f'{step}_exponent'] or '-'}" for step in _STEPS)
    return f"{found['shape']:<22} {slopes:<24} {' | '.join(cells)}"


if __name__ == "__main__":
    main()
