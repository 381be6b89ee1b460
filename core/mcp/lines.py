"""Values of the workbench as few lines of text: grouped by file and unit, the line numbers behind the name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.mcp.arguments import Given
from core.mcp.tool_answer import ToolAnswer

if TYPE_CHECKING:
    from core.model import UnitHead
    from core.model.sheet import RelationRow, UnitSheet

_NAMED = 12  # units of one relation kind that a unit's own answer names
_FACTS = 20  # facts of one kind that it lists
_LINES = 6  # line numbers of one user that are listed

Block = tuple[str, object]
"""A block of lines and the row that says the same as JSON."""


def page(sentence: str, blocks: Sequence[Block], given: Given) -> ToolAnswer:
    """Return the part of the blocks that `offset` and `limit` ask for."""
    first = given.offset
    chosen = blocks[first : first + given.number("limit")]
    return ToolAnswer(
        sentence, tuple(text for text, _ in chosen), [row for _, row in chosen], offset=first, total=len(blocks), pages=True
    )


def head_line(head: UnitHead) -> str:
    """Return a unit's key, place and signature."""
    place = f"{head.file_path}:{head.start_line}-{head.end_line}" if head.start_line else head.file_path
    return "  ".join(part for part in (head.key, place, head.signature) if part)


def neighbours_page(sentence: str, rows: Sequence[RelationRow], given: Given, tests: Sequence[RelationRow] = ()) -> ToolAnswer:
    """Return a page with one block per unit at the other end, in the order of its first relation, tests last.

    A block says the kinds of the relations and their lines. Only what is on the page is written: a change may reach thousands.
    """
    groups = [*_by_unit("", rows), *_by_unit("test: ", tests)]
    first = given.offset
    blocks = [_block(*group) for group in groups[first : first + given.number("limit")]]
    return ToolAnswer(
        sentence, tuple(text for text, _ in blocks), [row for _, row in blocks], offset=first, total=len(groups), pages=True
    )


_Group = tuple[str, str, int, Sequence["RelationRow"]]


def _by_unit(mark: str, rows: Sequence[RelationRow]) -> list[_Group]:
    units: dict[tuple[str, int], list[RelationRow]] = {}
    for row in rows:
        units.setdefault((row["unit"], row["distance"]), []).append(row)
    return [(mark, unit, distance, found) for (unit, distance), found in units.items()]


def _block(mark: str, unit: str, distance: int, rows: Sequence[RelationRow]) -> Block:
    return f"{mark}{_user(unit, distance, rows)}", _user_row(unit, distance, rows)


def _user(unit: str, distance: int, rows: Sequence[RelationRow]) -> str:
    places: dict[str, dict[str, list[int]]] = {}
    for row in rows:
        kind = row["kind"] if row["certainty"] == "declared" else f"{row['kind']} ({row['certainty']})"
        places.setdefault(row["file_path"], {}).setdefault(kind, []).append(row["line"])
    told = [f"{path}:{'; '.join(_lines(kind, lines) for kind, lines in kinds.items())}" for path, kinds in places.items()]
    far = f"  {distance} steps" if distance > 1 else ""
    return f"{unit}{far}  {'  '.join(told)}"


def _lines(kind: str, lines: Sequence[int]) -> str:
    numbers = sorted(set(lines))
    more = f" +{len(numbers) - _LINES}" if len(numbers) > _LINES else ""
    return f"{','.join(map(str, numbers[:_LINES]))}{more} {kind}"


def _user_row(unit: str, distance: int, rows: Sequence[RelationRow]) -> Mapping[str, object]:
    places = [{key: row[key] for key in ("kind", "file_path", "line", "certainty")} for row in rows]
    return {"unit": unit, "distance": distance, "places": places}


def analysis_blocks(rows: Sequence[Mapping[str, object]]) -> list[Block]:
    """Return one line per row of an analysis: the values that are not empty, numbers with their names."""
    return [("  ".join(_cell(name, value) for name, value in row.items() if value not in ("", None)), row) for row in rows]


def _cell(name: str, value: object) -> str:
    if isinstance(value, float):
        return f"{name} {value:.4g}"
    return f"{name} {value}" if isinstance(value, int) else str(value)


def unit_lines(sheet: UnitSheet, *, code: bool) -> tuple[str, ...]:
    """Return what is known of a unit: docstring, facts, who it uses and who uses it by kind, history, code."""
    unit = sheet.unit
    facts = [
        f"{kind.replace('_', ' ')}: " + "; ".join(str(row["text"]) for row in rows[:_FACTS]) + _more(len(rows), _FACTS)
        for kind, rows in sheet.facts.items()
    ]
    blocks = [
        unit.docstring,
        sheet.summary,
        *facts,
        _by_kind("uses", sheet.dependencies) or f"uses: {sheet.uses_none}",
        _by_kind("used by", sheet.dependents) or f"used by: {sheet.used_by_none}",
        sheet.used_by_more,
        _by_kind("tested by", sheet.tests),
        sheet.history,
        f"```{unit.language}\n{unit.source_code}\n```" if code and unit.source_code else "",
    ]
    return tuple(block for block in blocks if block)


def _by_kind(title: str, rows: Sequence[RelationRow]) -> str:
    kinds: dict[str, dict[str, None]] = {}
    for row in rows:
        kinds.setdefault(row["kind"], {})[row["unit"]] = None
    told = [f"{kind} {', '.join(list(units)[:_NAMED])}{_more(len(units), _NAMED)}" for kind, units in kinds.items()]
    return f"{title}: {'; '.join(told)}" if told else ""


def _more(count: int, shown: int) -> str:
    return f" +{count - shown}" if count > shown else ""
