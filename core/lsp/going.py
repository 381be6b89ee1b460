"""Where a unit is written, and where it is used, as places of files as they are now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from core.lsp.present_file import PresentFile
from core.model import split_key
from core.model.paths import is_outside

if TYPE_CHECKING:
    from core.workbench import Workbench

FileNow = Callable[["Workbench", str], PresentFile]
"""Gives a file of an index as it is now: as the editor has it, else as it lies in the checkout."""


class Spot(NamedTuple):
    """A name in a file as it is now: the line from 1, the columns from 0."""

    file: PresentFile
    line: int
    start: int
    end: int


def definitions(bench: Workbench, keys: Sequence[str], file_now: FileNow) -> list[Spot]:
    """Return where these units are written, every part of one that stands in several places; none of a file that is gone."""
    known = [key for key in keys if key in bench.heads]
    found = [
        (place.file_path, place.start_line, unit.name) for unit in bench.catalog.units(known) for place in unit.spans or (unit,)
    ]
    found += [place for key in keys if key not in bench.heads and (place := _column(bench, key))]
    spots = [_spot(file_now(bench, path), line, name) for path, line, name in dict.fromkeys(found) if path]
    return [spot for spot in spots if spot.file.lines != [""]]


def references(bench: Workbench, keys: Sequence[str], file_now: FileNow, *, declared: bool) -> list[Spot]:
    """Return the lines that are known to use these units, by file and line; with `declared` also where they are written."""
    into = bench.index.relations_to
    lines = {(one.file_path, one.line, _name(bench, key)) for key in keys for one in into.get(key, ()) if one.line}
    spots = [_spot(file_now(bench, path), line, name) for path, line, name in sorted(lines) if not _is_page(path)]
    written = definitions(bench, keys, file_now) if declared else []
    return [*written, *(spot for spot in spots if spot.file.lines != [""])]


def _is_page(path: str) -> bool:
    """Tell whether a document is read as the text of a page, whose lines are not those of its file."""
    return is_outside(path) and path.lower().endswith((".html", ".htm", ".xhtml"))


def _spot(file: PresentFile, line: int, name: str) -> Spot:
    number = file.present_line(max(line, 1))
    return Spot(file, number, *file.name_on(number, name))


def _name(bench: Workbench, key: str) -> str:
    head = bench.heads.get(key)
    return head.name if head else split_key(key)[1].rpartition(".")[2]


def _column(bench: Workbench, key: str) -> tuple[str, int, str] | None:
    """Return file, line and name of a column of the database, which is no unit."""
    identifier = split_key(key)[1]
    table, _, name = identifier.rpartition(".")
    row = next((one for one in bench.index.columns.get(table, ()) if one.get("name") == name), None)
    return (str(row["file_path"]), int(row["line"]), name) if row and row.get("file_path") else None
