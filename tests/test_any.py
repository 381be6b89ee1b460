"""`Any` says nothing of a value: it stands where a library begins, and grows nowhere."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST = {"backends": 36, "extract": 14, "present": 1, "cli": 12, "elsewhere": 12}
"""Lines with `Any`, or with another name for it, by room; a number may only become smaller."""


def given_names(trees: dict[str, ast.Module]) -> set[tuple[str, str]]:
    """Names that modules give to `Any`, each with its module."""
    found = {("typing", "Any")}
    for module, tree in trees.items():
        for node in tree.body:
            value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
            if isinstance(value, ast.Name) and value.id == "Any":
                found.add((module, ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)))
    return found


def lines_with_any() -> Counter[str]:
    paths = sorted((ROOT / "core").rglob("*.py"))
    trees = {
        path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."): ast.parse(path.read_text("utf-8"))
        for path in paths
    }
    known, found = given_names(trees), Counter[str]()
    for module, tree in trees.items():
        names = {name for home, name in known if home == module}
        nodes = list(ast.walk(tree))
        names |= {
            alias.asname or alias.name
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if (node.module, alias.name) in known
        }
        room = module.split(".")[1]
        lines = {node.lineno for node in nodes if isinstance(node, ast.Name) and node.id in names}
        found[room if room in MOST else "elsewhere"] += len(lines)
    return found


def test_any_grows_nowhere() -> None:
    assert {room: count for room, count in lines_with_any().items() if count > MOST[room]} == {}
