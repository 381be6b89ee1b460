"""Draw units of indexed repositories by chance, and write them down for somebody who asks questions about them.

    python -m benchmarks.training.drawn FOLDER INDEX… [--seed 7] [--each 40]

`FOLDER/batch-000.txt` and so on have `--each` units with their code, `FOLDER/units.jsonl` their index and key. For every unit
somebody writes four questions, each a string of `questions/INDEX.json` beside this file: in everyday words of who uses the
software, a symptom or a "what happens when", a phrase without a verb, and one of a developer; none has the name of the unit.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from core import open_workbench
from core.model import CodeUnit

_BESIDE = re.compile(
    r"(^|/)(tests?|specs?|vendor|node_modules|fixtures|examples?|docs?|benches|migrations|dist|testing)(/|$)"
    r"|\.(css|scss|svg|json|lock|md|txt|ya?ml|html)$"
)
_MEMBERS = frozenset({"method", "function", "action", "macro", "rake_task"})
_LEFT_OUT = frozenset(
    {"file", "folder", "doc_section", "readme", "route", "migration", "table", "package", "crate", "test", "scope", "constant"}
)
_LINES = {True: range(4, 71), False: range(6, 61)}  # of members, of others
_SHARES = {"view_template": 0.05}  # how likely a unit of a type is drawn, beside a member's 1
_OTHERS = 0.5
_OF_A_FILE = 2
_SHOWN = 60  # lines of a unit, of 180 letters at most


def main() -> None:
    """Draw and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("indexes", nargs="+", metavar="INDEX")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--each", type=int, default=40, help="units in a file")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(options.seed)
    found = [(index, unit) for index in options.indexes for unit in drawn(_units(index), chance)]
    with (options.folder / "units.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps({"index": index, "key": unit.key}) + "\n" for index, unit in found)
    for number, start in enumerate(range(0, len(found), options.each)):
        texts = [shown(unit) for _, unit in found[start : start + options.each]]
        (options.folder / f"batch-{number:03d}.txt").write_text("\n".join(texts), encoding="utf-8")
    print(f"{len(found):,} units of {len(options.indexes)} indexes in {options.folder}")


def drawn(units: Sequence[CodeUnit], chance: random.Random) -> Iterator[CodeUnit]:
    """Yield some units, two of a file at most: the more the larger the repository, and mostly members."""
    order = sorted((chance.random() ** (1 / _share(unit)), unit.key, unit) for unit in units if _may(unit))
    most, files = max(40, min(230, int(2 * len(order) ** 0.5))), Counter[str]()
    for _, _, unit in reversed(order):
        files[unit.file_path] += 1
        if most and files[unit.file_path] <= _OF_A_FILE:
            most -= 1
            yield unit


def shown(unit: CodeUnit) -> str:
    """Return a unit as somebody reads it who writes questions."""
    code = "\n".join(line[:180] for line in unit.source_code.split("\n")[:_SHOWN])
    return f"=== {unit.key} | {unit.file_path}\n{code}\n"


def _units(index: str) -> Sequence[CodeUnit]:
    bench = open_workbench(index)
    return bench.catalog.units(list(bench.heads))


def _may(unit: CodeUnit) -> bool:
    lines = unit.end_line - unit.start_line + 1
    if unit.is_test or unit.type in _LEFT_OUT or _BESIDE.search(unit.file_path):
        return False
    return unit.start_line > 0 and lines in _LINES[unit.type in _MEMBERS]


def _share(unit: CodeUnit) -> float:
    return 1.0 if unit.type in _MEMBERS else _SHARES.get(unit.type, _OTHERS)


if __name__ == "__main__":
    main()
