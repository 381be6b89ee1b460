"""One word per idea: what has a name is found by it, and the document that says what the words mean stays true."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = ROOT / "core"
ARCHITECTURE = ROOT / "docs" / "explanation" / "architecture.md"
GIVEN_UP = frozenset(
    {
        "circles", "circle", "ways", "fate", "explain", "since", "difference", "changed", "past", "likeness", "glance", "whole",
        "heights", "layers", "silence", "told", "ground", "door", "surroundings",
    }
)  # fmt: skip
"""Words for which the glossary has another one."""


def homes() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path.relative_to(CORE).as_posix())
    return found


def test_a_class_shares_its_name_with_no_other() -> None:
    assert {name: places for name, places in homes().items() if len(places) > 1} == {}


def test_every_place_that_the_architecture_names_is_there() -> None:
    named = re.findall(r"`((?:core|pages|docs|tests|benchmarks)/[\w./]+)`", ARCHITECTURE.read_text(encoding="utf-8"))
    assert len(named) > 40
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_architecture_names_every_package_and_every_room() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    rooms = [path.parent for path in sorted(CORE.glob("*/__init__.py"))]
    rooms += [path.parent for path in sorted((CORE / "present").glob("*/__init__.py"))]
    rooms += [path.parent for path in sorted((CORE / "extract").glob("*/*/__init__.py"))]
    assert [room.name for room in rooms if f"`{room.relative_to(ROOT).as_posix()}/`" not in text] == []


def test_words_that_were_given_up_name_no_module() -> None:
    assert sorted(GIVEN_UP & {path.stem for path in CORE.rglob("*.py") if "extract" not in path.parts}) == []
