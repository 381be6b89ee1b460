"""Repositories of the worst shapes for what no language owns: documents and folders."""

from __future__ import annotations

from benchmarks.shapes.text import Files, Shape, lines, side


def _documents(size: int) -> Files:
    """Sections that each name much code, half of it by the end of a name that many share."""
    code = {
        f"a{i}/m.py": lines([f"class K{i}:"], [f"    def run_{k}(self): pass" for k in range(20)]) for i in range(size // 40)
    }
    text = [f"## Section {k}\n\nSee `K{k % 97}.run_{k % 20}`, `m.run_{k % 20}` and `nobody_{k}`.\n" for k in range(size // 2)]
    return code | {"docs/guide.md": lines(text)}


def _folders(size: int) -> Files:
    """Folders in folders, and the files of all of them."""
    m = side(size)
    return {f"{'/'.join(f'd{d}' for d in range(i % 60 + 1))}/g{i}/f{k}.py": "a = 1\n" for i in range(m) for k in range(m)}


COMMON: dict[str, Shape] = {"documents": _documents, "folders": _folders}
"""The shapes by name."""
