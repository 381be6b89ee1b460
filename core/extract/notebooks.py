"""The code of a Jupyter notebook as a module of Python: each line of a cell at the line of the file that holds it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from json.decoder import scanstring  # type: ignore[attr-defined]
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from typing import NamedTuple

from core.text.lines import line_ends

ENDING = ".ipynb"
_MAGIC = re.compile(r"^\s*(?:[%!?]|.*[\w)\]]\?{1,2}$)")
_FROM_MAGIC = re.compile(r"=\s*[%!].*$")
_WHOLE_CELL = re.compile(r"^\s*%%(?!time|capture|prun)")


class _Placed(str):
    """A text of JSON and where it begins."""

    at: int


class _Line(NamedTuple):
    at: int
    text: str


def module_text(text: str) -> tuple[str, str]:
    """Return the code of a notebook, with as many lines as its file, and why some of it is left out, if so."""
    try:
        notebook = _decoded(text)
    except (ValueError, RecursionError):
        return line_ends(text), "is no JSON: its cells are not read"
    if not isinstance(notebook, Mapping) or (language := _language(notebook)) != "python":
        return line_ends(text), f"cells in {language}: not read" if isinstance(notebook, Mapping) else ""
    lines = [""] * (text.count("\n") + 1)
    reason = ""
    number, position, last = 0, 0, -1
    for line in _lines(notebook):
        number += text.count("\n", position, line.at)
        position = line.at
        if number == last:
            reason = f"a cell of several lines is one line of the file: only its first is read (line {number + 1})"
            continue
        lines[number], last = line.text, number
    return "\n".join(lines), reason


def _decoded(text: str) -> object:
    def placed(source: str, end: int, strict: bool = True) -> tuple[str, int]:
        value, after = scanstring(source, end, strict)
        made = _Placed(value)
        made.at = end
        return made, after

    decoder = json.JSONDecoder()
    decoder.parse_string = placed  # type: ignore[attr-defined]
    decoder.scan_once = py_make_scanner(decoder)  # type: ignore[attr-defined]
    return decoder.decode(text)


def _language(notebook: Mapping[str, object]) -> str:
    metadata = notebook.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        part = metadata.get(key) if isinstance(metadata, Mapping) else None
        if isinstance(part, Mapping) and isinstance(part.get(name), str):
            return str(part[name]).lower().removeprefix("i")
    return "python"


def _lines(notebook: Mapping[str, object]) -> Iterator[_Line]:
    """Yield the lines of the code cells; magics and commands of the shell are no Python and left empty."""
    sheets = notebook.get("worksheets")  # before version 4
    holders = [notebook, *(sheets if isinstance(sheets, list) else ())]
    cells = [cell for holder in holders if isinstance(holder, Mapping) for cell in _list(holder.get("cells"))]
    for cell in cells:
        if not isinstance(cell, Mapping) or cell.get("cell_type") != "code":
            continue
        source = cell.get("source", cell.get("input"))
        parts = [part for part in (source if isinstance(source, list) else [source]) if isinstance(part, _Placed)]
        if parts and _WHOLE_CELL.match(parts[0]):
            continue
        for part in parts:
            for row in part.removesuffix("\n").split("\n"):
                yield _Line(part.at, "" if _MAGIC.match(row) else _FROM_MAGIC.sub("= None", row))


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
