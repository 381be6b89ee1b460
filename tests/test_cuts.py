"""No answer is cut without a word: each constant that cuts says so where it cuts, or stands here with what it cuts."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
CUTS = ROOT / "tests" / "cuts.toml"
_CONSTANT = re.compile(r"_?[A-Z][A-Z_0-9]+")
# How a function says that it left something out: by a limit, by a number of what is more, by a sign behind what is shown.
_SAID = re.compile(r"Limit\(|more|…|others|\brest\b|len\([^)]*\) *[>-]")


def cuts() -> Iterator[tuple[str, str]]:
    """Yield each place that keeps the first of something by a constant, and the text of the function around it."""
    for path in sorted(path for folder in ("core", "pages") for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for node in ast.walk(tree):
            if name := _constant(node):
                around = [one for one in functions if one.lineno <= node.lineno <= (one.end_lineno or 0)]
                inner = min(around, key=lambda one: (one.end_lineno or 0) - one.lineno, default=None)
                yield f"{path.relative_to(ROOT).as_posix()}:{name}", ast.get_source_segment(text, inner) or "" if inner else ""


def _constant(node: ast.AST) -> str:
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.lower is None:
        bounds = [node.slice.upper]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "islice":
        bounds = [*node.args[1:]]
    else:
        return ""
    names = [one.id for bound in bounds if bound is not None for one in ast.walk(bound) if isinstance(one, ast.Name)]
    return next((name for name in names if _CONSTANT.fullmatch(name)), "")


def test_every_constant_that_cuts_says_so_or_says_what_it_cuts() -> None:
    allowed = {place: what for what, places in tomllib.loads(CUTS.read_text(encoding="utf-8")).items() for place in places}
    silent = {place for place, text in cuts() if not _SAID.search(text)}
    assert sorted(silent - allowed.keys()) == [], "These cut without a word: say it beside the answer (`Limit`, 'N more')."
    assert sorted(allowed.keys() - silent) == [], "These are listed and cut nothing, or say so now."
    assert len(list(cuts())) > 100
