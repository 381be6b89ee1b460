"""What an application is about: its nouns, taken from tables and the models of them, those that most code speaks of first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.analyse.measures import bases_of
from core.model import UnitHead, parse_key
from core.model.text_table import Flat
from core.vocabulary import ASSOCIATIONS, FRAMEWORK, LATE

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_MOST = 24
_HOLDERS = frozenset({"class", "struct", "enum", "interface", "trait", "poro", "service", "value_object"})
_ELSEWHERE = ("public/", "vendor/", "node_modules/")  # mostly third-party code
_PACKAGE = re.compile(r"\.(?=\w)|\\|(?<!:):(?!:)")


def nouns(bench: OpenBench) -> tuple[Mapping[str, Flat], ...]:
    """Return the nouns with the unit that is called so, how many units speak of it and to how many other nouns it is tied.

    They are the models; where there are none, the classes that most others speak of. Bases are left out: everything is one.
    """
    view, used = bench.analyse.view("unit"), bench.analyse.uses("unit")
    models = [key for key in view.out if view.types[key] == "model"]
    chosen = models or [key for key in view.out if view.types[key] in _HOLDERS and view.into.get(key)]
    bases = _bases(bench)
    known = {key for key in chosen if key not in bases}
    tied = Counter(
        end for relation in bench.relations if relation.kind in ASSOCIATIONS
        for end in {relation.source, relation.target} if relation.source != relation.target
    )  # fmt: skip
    rows: list[dict[str, Flat]] = [
        {
            "noun": _noun(parse_key(key).identifier), "unit": key, "used_by": len(used.into[key]),
            "tied_to": tied[key], "file_path": view.files[key],
        }
        for key in sorted(known)
    ]  # fmt: skip
    rows.sort(key=lambda row: (-int(str(row["used_by"])) - int(str(row["tied_to"])), str(row["noun"])))
    return tuple(row for row in rows[:_MOST] if row["used_by"] or row["tied_to"])


def _noun(identifier: str) -> str:
    """Return what people call a class: namespaces of Ruby are words of it, packages and paths of files are none."""
    return _PACKAGE.split(identifier)[-1].replace("::", " ")


def own_heads(bench: OpenBench) -> list[UnitHead]:
    """Return the heads of what a question may be about: bases, which everything is built on, and their members apart."""
    bases = _bases(bench)
    return [head for head in bench.heads.values() if head.key not in bases and head.parent not in bases]


def _bases(bench: OpenBench) -> dict[str, int]:
    return bench._once("bases", lambda: bases_of(bench.analyse.view("unit")))


def central(bench: OpenBench, limit: int) -> list[dict[str, Flat]]:
    """Return the units that most others use, tests, bases and what a framework runs by itself apart."""
    view, used, metrics = bench.analyse.view("unit"), bench.analyse.uses("unit"), bench.metrics
    bases, aside = _bases(bench), LATE | FRAMEWORK | {"file", "folder", "route", "table", "migration", "configuration"}
    code = [
        key for key in view.code()
        if view.types[key] not in aside and key not in bases and view.into.get(key)
        and not view.files[key].startswith(_ELSEWHERE)
    ]  # fmt: skip
    code.sort(key=lambda key: (-len(used.into[key]), -metrics.get(key, {}).get("pagerank", 0.0), key))
    rows: list[dict[str, Flat]] = []
    for key in code[:limit]:
        head = bench.heads[key]
        rows.append(
            {
                "unit": key, "type": head.type, "identifier": head.identifier,
                "pagerank": metrics.get(key, {}).get("pagerank", 0.0), "fan_in": len(used.into[key]),
                "fan_out": len(used.out[key]), "lines": head.end_line - head.start_line + 1,
                "file_path": head.file_path, "start_line": head.start_line,
            }
        )  # fmt: skip
    return rows
