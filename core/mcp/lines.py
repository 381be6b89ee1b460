"""Values of the workbench as few lines of text: grouped by file and unit, the line numbers behind the name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from core.mcp.arguments import Given
from core.mcp.tool_answer import ToolAnswer
from core.model import split_key
from core.text.tokens import count_tokens

if TYPE_CHECKING:
    from core.model import UnitHead
    from core.model.sheet import RelationRow, UnitSheet

_NAMED, _FEW = 12, 4  # units of one relation kind that a unit's own answer names; with little room
_LITTLE = 1_500  # tokens
_FACTS = (20, 8, 4, 2)  # facts of one kind that it lists: as many as leave room for what comes after
_LONG = 120  # letters of a fact where there is little room
_MEMBERS = 40  # members that it names
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
    listed = f"{sentence} Showing {len(groups)} with members listed one by one." if groups else sentence
    return ToolAnswer(
        listed, tuple(text for text, _ in blocks), [row for _, row in blocks], offset=first, total=len(groups), pages=True
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
    """Return one line per row of an analysis: the values that are not empty, numbers with their names.

    The type of a unit is left out where its key says it.
    """
    return [("  ".join(_cells(row)), row) for row in rows]


def _cells(row: Mapping[str, object]) -> Iterator[str]:
    typed = f"{row.get('type')}:"
    for name, value in row.items():
        if value not in ("", None) and not (name == "type" and str(row.get("unit", "")).startswith(typed)):
            yield _cell(name, value)


def _cell(name: str, value: object) -> str:
    if isinstance(value, float):
        return f"{name} {value:.4g}"
    return f"{name} {value}" if isinstance(value, int) else str(value)


def unit_lines(sheet: UnitSheet, most: int, *, code: bool) -> tuple[str, ...]:
    """Return what is known of a unit: docstring, users and uses by kind, history, facts, members, code.

    So many facts of each kind are told that all kinds fit into `most` tokens, and the code of a small unit too; of code that
    does not fit it is said how much there is.
    """
    unit = sheet.unit
    text = f"```{unit.language}\n{unit.source_code}\n```" if code and unit.source_code else ""
    named = _NAMED if most >= _LITTLE else _FEW
    around = [
        unit.docstring,
        sheet.summary,
        _by_kind("dependents", sheet.dependents, named) or f"dependents: {sheet.used_by_none}",
        sheet.used_by_more,
        _by_kind("dependencies", sheet.dependencies, named) or f"dependencies: {sheet.uses_none}",
        _by_kind("tested by", sheet.tests, named),
        sheet.history,
        sheet.observed,
    ]
    members = _members(sheet.members)
    fixed = sum(count_tokens(block) for block in (*around, members) if block)
    needed = count_tokens(text) if text else 0
    room = most - fixed - (needed if fixed + needed < most // 2 else 0)
    facts = _facts(sheet, room)
    if needed > most - fixed - sum(count_tokens(line) for line in facts):
        text = f"code: {unit.source_code.count(chr(10)) + 1} lines omitted. Look up a member, or pass a larger max_tokens"
    return tuple(block for block in (*around, *facts, members, text) if block)


def _facts(sheet: UnitSheet, room: int) -> list[str]:
    """Return a line for each kind of facts, with as many as let all of them fit."""
    told: list[str] = []
    for count in _FACTS:
        longest = _LONG if count < _FACTS[0] else 0
        told = [_kind(kind, [str(row["text"]) for row in rows], count, longest) for kind, rows in sheet.facts.items()]
        if sum(count_tokens(line) + 1 for line in told) <= room:
            break
    return told


def _kind(kind: str, texts: Sequence[str], most: int, longest: int) -> str:
    shown = [text if not longest or len(text) <= longest else f"{text[:longest]}…" for text in texts[:most]]
    return f"{kind.replace('_', ' ')}: {'; '.join(shown)}{_more(len(texts), most)}"


def _members(keys: Sequence[str]) -> str:
    names = [re.split(r"(?=[#.])", split_key(key)[1])[-1] for key in keys]
    return f"members: {', '.join(names[:_MEMBERS])}{_more(len(names), _MEMBERS)}" if names else ""


def _by_kind(title: str, rows: Sequence[RelationRow], named: int) -> str:
    kinds: dict[str, dict[str, None]] = {}
    for row in rows:
        kinds.setdefault(row["kind"], {})[row["unit"]] = None
    told = [f"{kind} {', '.join(list(units)[:named])}{_more(len(units), named)}" for kind, units in kinds.items()]
    return f"{title}: {'; '.join(told)}" if told else ""


def _more(count: int, shown: int) -> str:
    return f" +{count - shown}" if count > shown else ""
