"""Values as plain text for a terminal and as JSON for scripts."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from shutil import get_terminal_size
from typing import Protocol, runtime_checkable

from core.analyse.result import Result
from core.model import Manifest, split_key
from core.model.facts import ToldFact
from core.model.judged import JudgedQuestion, Judgements
from core.model.overview import Overview, installed
from core.model.rename import RenameCheck, RenameLine
from core.model.sheet import NeighbourList, RelationRow, UnitSheet
from core.model.text_table import Flat, plain, text_table
from core.present.architecture.coverage import outcome_rows
from core.present.export.rows import index_rows
from core.text.counts import counted_as, name_list

_LINE = 160  # characters of a line of code
_ALIKE = 3  # rows from which on a column of one value says nothing
_HOW: Mapping[str, str] = {"typed": "by the type of", "named": "by the name", "name": "by the name"}
_PIPED = 200  # columns where the output goes to no terminal


@runtime_checkable
class _HasRows(Protocol):
    """What tells itself as flat rows: results, lists of neighbours, comparisons."""

    def to_rows(self) -> Sequence[Mapping[str, object]]:
        """Return the rows."""


def as_json(value: object) -> str:
    """Return dataclasses, results with `to_rows` and plain values as indented JSON."""
    return json.dumps(_plain(value), indent=1, ensure_ascii=False, default=str)


def table(rows: Sequence[Mapping[str, object]], limit: int | None = None, *, whole: bool = False) -> str:
    """Return rows as a table that fits the terminal; a column with one value has a line below instead, unless `whole`."""
    if not rows:
        return "nothing"
    first, *others = rows[0]
    same = [] if whole or len(rows) < _ALIKE else [name for name in others if _is_constant(name, rows)]
    columns = [first, *(name for name in others if name not in same)]
    written = text_table(columns, rows, limit, room=get_terminal_size((_PIPED, 24)).columns)
    values = [f"{name.replace('_', ' ')} {value}" for name in same if (value := plain(rows[0][name])) not in ("", "–")]
    return f"{written}\nIn every row: {', '.join(values)}." if values else written


def _is_constant(name: str, rows: Sequence[Mapping[str, object]]) -> bool:
    return all(row.get(name) == rows[0].get(name) for row in rows)


def result(value: Result[object]) -> str:
    """Return an analysis as its sentence, when it has one, and its rows."""
    return "\n\n".join(part for part in (value.sentence, table(value.to_rows())) if part)


def index_list(manifests: Iterable[Manifest]) -> str:
    """Return one row per index: name, units, relations, vectors, commit, folder."""
    rows = index_rows(manifests)
    return table(rows, whole=True) if rows else "No indexes. Make one: orienteer index PATH"


def status(state: Mapping[str, object]) -> str:
    """Return the state of an index as labelled lines, nested values indented, tables as tables."""
    coverage = state.get("coverage")
    if isinstance(coverage, Mapping):
        state = {**state, "coverage": {**coverage, "references": outcome_rows(coverage["references"])}}
    return "\n".join(_labelled(state, ""))


def rename(found: RenameCheck, most: int) -> str:
    """Return the sentence and the notes of a check before a rename, then `most` lines of each list."""
    parts = ["\n".join([found.sentence, *found.notes])]
    for title, lines in found.lists.items():
        rows = [
            f"  {one.file_path}:{one.line}  {_sure(title, one)}{one.reason}\n      {one.text.strip()[:_LINE]}" for one in lines
        ]
        more = [f"  … {len(rows) - most:,} more. To list them, raise --limit."] if len(rows) > most else []
        if rows:
            parts.append("\n".join([f"{title} ({len(rows):,})", *rows[:most], *more]))
    return "\n\n".join(parts)


def _sure(title: str, line: RenameLine) -> str:
    return f"{line.certainty}, " if title == "Tests" else ""


def neighbours(found: NeighbourList) -> str:
    """Return the sentence of a neighbour list and one line per relation: distance, kind, unit, reference line."""
    lines = [found.sentence]
    for row in found.rows:
        place = f"{row['file_path']}:{row['line']}"
        certainty = "" if row["certainty"] == "declared" else f" ({row['certainty']})"
        via = f" {_how(row['via'])}" if row["via"] else ""
        lines.append(f"  {row['distance']}  {row['kind']:<14} {row['unit']}  {place}{certainty}{via}")
        if row["text"]:
            lines.append(f"       {row['text']}")
    return "\n".join(lines)


def _how(via: str) -> str:
    """Return in words how a relation is known."""
    kind, _, name = via.partition(":")
    return f"{_HOW[kind]} {name}" if name and kind in _HOW else f"via {via}"


def sheet(value: UnitSheet, *, markdown: bool = False) -> str:
    """Return a unit sheet: what and where it is, facts with evidence, relations by kind, history, code."""
    unit = value.unit
    title = f"{unit.type} {unit.identifier}"
    place = f"{unit.file_path}:{unit.start_line}-{unit.end_line}" if unit.start_line else unit.file_path
    parts = [f"# {title}\n\n`{place}`" if markdown else f"{title}\n{place}"]
    if unit.signature:
        parts.append(f"`{unit.signature}`" if markdown else unit.signature)
    if unit.docstring:
        parts.append(unit.docstring)
    parts.append(value.summary)
    parts += [_facts(kind.replace("_", " "), rows) for kind, rows in value.facts.items()]
    parts.append(value.runtime)
    parts.append(_by_kind("Dependencies", value.dependencies) or f"Uses: {value.uses_none}")
    parts.append(_by_kind("Dependents", value.dependents) or f"Used by: {value.used_by_none}")
    parts.append(value.used_by_more)
    parts.append(value.history)
    if unit.source_code:
        parts.append(
            f"```{unit.language}\n{unit.source_code}\n```" if markdown else numbered(unit.source_code, unit.start_line)
        )
    return "\n\n".join(part for part in parts if part)


def numbered(code: str, start: int) -> str:
    """Return code with line numbers that start at `start` (at 1 when it is 0)."""
    first = start or 1
    lines = code.split("\n")
    width = len(str(first + len(lines)))
    return "\n".join(f"{first + i:>{width}} │ {line}" for i, line in enumerate(lines))


def _facts(kind: str, rows: Sequence[ToldFact]) -> str:
    lines = [f"{kind}:"]
    for row in rows:
        place = f"  {row['file_path']}:{row['line']}" if row.get("file_path") and row.get("line") else ""
        known = f"  ({row['known']})" if row.get("known") else ""
        lines.append(f"  {row['text']}{place}{known}")
    return "\n".join(lines)


def _by_kind(title: str, rows: Sequence[RelationRow], limit: int = 12) -> str:
    kinds: dict[str, list[RelationRow]] = {}
    for row in rows:
        kinds.setdefault(row["kind"], []).append(row)
    lines = [f"{title}:"] if rows else []
    for kind, of_kind in kinds.items():
        units = list(dict.fromkeys(row["unit"] for row in of_kind))
        lines.append(f"  {kind} ({len(units)}): {name_list(units, limit)}")
    return "\n".join(lines)


def _labelled(value: Mapping[str, object], indent: str) -> Iterable[str]:
    for name, item in value.items():
        if isinstance(item, Mapping) and _is_grid(item):
            yield f"{indent}{name}:"
            yield from (
                f"{indent}  {line}" for line in table([{"of": of, **row} for of, row in item.items()], whole=True).split("\n")
            )
        elif isinstance(item, Mapping):
            yield f"{indent}{name}:"
            yield from _labelled(item, indent + "  ")
        elif isinstance(item, list) and item and isinstance(item[0], Mapping):
            yield f"{indent}{name}:"
            yield from (f"{indent}  {line}" for line in table(item).split("\n"))
        else:
            yield f"{indent}{name}: {plain(item) or 'none'}"


def _is_grid(value: Mapping[str, Mapping[str, object]]) -> bool:
    """Tell whether a mapping has a row of the same plain values under every name."""
    rows = list(value.values())
    if len(rows) < 2 or not all(isinstance(row, Mapping) and list(row) == list(rows[0]) for row in rows):
        return False
    return not any(isinstance(cell, Mapping | list) for row in rows for cell in row.values())


def _plain(value: object) -> object:
    if isinstance(value, Result):
        return value.to_json_rows()
    if isinstance(value, _HasRows):
        return value.to_rows()
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item) for item in value]
    return value


_OF_A_SECTION = 8


def overview_text(found: Overview) -> str:
    """Return the overview as headed sections; those without a line are left out."""
    counts = found.manifest.counts
    sizes = [counted_as(counts[f"{one}s"], one) for one in ("unit", "relation", "file", "line") if counts.get(f"{one}s")]
    made_of = ", ".join(map(installed, found.stack))
    about = ", ".join(str(row["noun"]) for row in found.nouns[: _OF_A_SECTION * 2])
    parts = [
        f"{found.manifest.name}: {', '.join(sizes)}, {counted_as(found.tests, 'unit')} in tests",
        found.says,
        f"Built with: {made_of}" if made_of else "",
        f"Domain concepts: {about}" if about else "",
        _section("Key actions", (f"{row['kind']} {row['title']} {row['sets_off']}  {_at(row)}" for row in found.journeys)),
        _section("Read first", (f"{_unit(row)}  {_at(row)}  {row['reason']}" for row in found.reading)),
        _section(
            "Most used", (f"{_unit(row)}  used by {counted_as(int(str(row['fan_in'])), 'unit')}" for row in found.central)
        ),
        _section(
            "Entry points",
            (f"{_unit(row)}  uses {counted_as(int(str(row['touches'])), 'unit')}" for row in found.entry_points),
        ),
        f"{counted_as(len(found.problems), 'file')} with problems: orienteer status --coverage -i {found.manifest.name}"
        if found.problems
        else "",
    ]
    return "\n\n".join(filter(None, parts))


def _section(title: str, lines: Iterator[str]) -> str:
    listed: Sequence[str] = [line for _, line in zip(range(_OF_A_SECTION), lines, strict=False)]
    return "\n".join([f"{title}:", *(f"  {line}" for line in listed)]) if listed else ""


def _unit(row: Mapping[str, Flat]) -> str:
    return " ".join(split_key(str(row["unit"])))


def _at(row: Mapping[str, Flat]) -> str:
    return f"{row['file_path']}:{row['line']}" if row.get("line") else str(row["file_path"])


_GONE = " (not in this index)"


def judged_rows(judged: Judgements) -> list[dict[str, Flat]]:
    """Return one flat row for each judged question."""
    return [
        {
            "question": one.question, "right": "; ".join(one.right), "wrong": "; ".join(one.wrong),
            "missing": "; ".join(missing.unit for missing in one.missing),
            "scores": " ".join(str(rating.score) for rating in one.ratings),
            "comments": "; ".join(rating.comment for rating in one.ratings if rating.comment),
        }
        for one in judged.questions.values()
    ]  # fmt: skip


def judged_text(judged: Judgements, known: Container[str]) -> str:
    """Return all that was said, question by question; units that are not among the `known` are told so."""
    return "\n".join([judged.sentence, *(_question(one, known) for one in judged.questions.values())])


def _question(one: JudgedQuestion, known: Container[str]) -> str:
    lines = [one.question]
    for word, units in (("right", one.right), ("wrong", one.wrong), ("missing", tuple(each.unit for each in one.missing))):
        lines += [f"  {word}: {unit}{'' if unit in known else _GONE}" for unit in units]
    lines += [f"  {rating.score} of 5" + (f": {rating.comment}" if rating.comment else "") for rating in one.ratings]
    return "\n".join(lines)
