"""Compare the parts of applications with those that their documentation names, for models that people labelled.

Index each checkout under the name that `parts.json` gives it, then run `python -m benchmarks.parts [NAME …]`. Two measures over
pairs of labelled models: the adjusted Rand index (Hubert and Arabie, 1985), and F1 of the pairs that are together.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from core import open_workbench
from core.errors import WorkbenchError
from core.model import parse_key

LABELS = Path(__file__).with_name("parts.json")


def agreement(labels: Mapping[str, str], groups: Mapping[str, object]) -> tuple[float, float]:
    """Return the adjusted Rand index and F1 of pairs; a model in no group is alone."""
    found = {model: groups.get(model, model) for model in labels}
    together = _pairs(Counter((part, found[model]) for model, part in labels.items()))
    wanted, given = _pairs(Counter(labels.values())), _pairs(Counter(found.values()))
    chance = wanted * given / _pairs(Counter({"": len(labels)}))
    most = (wanted + given) / 2
    rand = (together - chance) / (most - chance) if most != chance else 0.0
    return rand, together / most if most else 0.0


def _pairs(counts: Counter[object]) -> float:
    return sum(count * (count - 1) / 2 for count in counts.values())


def labelled(keys: list[str], parts: Mapping[str, list[str]]) -> dict[str, str]:
    """Return the part of each labelled model by key."""
    by_name: dict[str, list[str]] = {}
    for key in keys:
        identifier = parse_key(key).identifier
        for name in {identifier, identifier.rpartition(".")[2]}:
            by_name.setdefault(name, []).append(key)
    found = {}
    for part, names in parts.items():
        for name in names:
            if name in by_name:
                found[min(by_name[name], key=lambda key: (not key.startswith("model:"), len(key), key))] = part
    return found


def main(names: list[str]) -> None:
    """Print a row per application: labelled models, parts, and both measures for parts, communities, folders, namespaces."""
    rows = json.loads(LABELS.read_text(encoding="utf-8"))
    print("application models parts | parts | Louvain of units | folders | namespaces | seconds")
    for name in names or rows:
        try:
            bench = open_workbench(name)
        except WorkbenchError as problem:
            print(f"{name}: {problem}")
            continue
        analyse = bench.analyse
        analyse.view("unit", tests=True, outer=True)
        start = time.perf_counter()
        division = analyse.division
        seconds = time.perf_counter() - start
        classes = [key for key in analyse.view("unit").code() if analyse.heads[key].type in ("model", "class", "poro", "lib")]
        labels = labelled(classes, rows[name]["parts"])
        of_unit = {key: number for number, one in enumerate(analyse.communities()) for key in one.units}
        ways = (division.part_of, of_unit, analyse.places("folder"), analyse.places("namespace"))
        said = " | ".join("{:.2f} {:.2f}".format(*agreement(labels, way)) for way in ways)
        print(f"{name} {len(labels)} {len(division.nouns)} | {said} | {seconds:.2f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
