"""A column with its readers and writers, as text and as values for JSON."""

from __future__ import annotations

from collections.abc import Iterable

from core.model import ROWS
from core.model.columns import HOWS, ColumnSheet, ColumnUse
from core.model.facts import Fact


def sheet(value: ColumnSheet) -> str:
    """Return the column, then what writes it, then what reads it, with the lines that say so."""
    parts = [_head(value), value.sentence]
    if value.name == ROWS:
        parts.append(_side("Created, changed and deleted by", value.writes) or "Created, changed and deleted by: none known.")
        parts.append(_side("Migrated by", value.about))
        return "\n\n".join(part for part in parts if part)
    parts.append(_side("Written by", value.writes) or "Written by: none known.")
    parts.append(_side("Read by", value.reads) or "Read by: none known.")
    parts.append(_side("Declared, validated and migrated by", value.about))
    return "\n\n".join(part for part in parts if part)


def as_values(value: ColumnSheet) -> dict[str, object]:
    """Return the column as plain values for JSON."""
    return {
        "column": f"{value.table}.{value.name}",
        "sentence": value.sentence,
        "schema": dict(value.fact),
        "indexes": [dict(one) for one in value.indexes],
        "models": list(value.models),
        "uses": value.to_rows(),
        "more": [
            {"file_path": one.file_path, "line": one.line, "is_test": one.is_test, "text": one.text} for one in value.more
        ],
        "others": value.others,
    }


def _head(value: ColumnSheet) -> str:
    fact = value.fact
    null = "" if fact.get("null", True) else ", never null"
    default = f", default {fact['default']!r}" if fact.get("default") is not None else ""
    lines = [f"{value.table}.{value.name}  {fact.get('kind', '')}{null}{default}  {fact['file_path']}:{fact['line']}"]
    lines += [f"  model  {model}" for model in value.models]
    lines += [f"  {_index(one)}" for one in value.indexes]
    return "\n".join(lines)


def _index(one: Fact) -> str:
    return f"{'unique index' if one.get('unique') else 'index'}  {one['name']} ({', '.join(one['columns'])})"


def _side(title: str, uses: Iterable[ColumnUse]) -> str:
    lines = [_line(use) for use in uses]
    return "\n".join([f"{title} ({len(lines)})", *lines]) if lines else ""


def _line(use: ColumnUse) -> str:
    reason = "" if use.certain else f"  (possible: {HOWS.get(use.how, use.how)})"
    return f"  {use.kind:<6}  {use.file_path}:{use.line}  {use.unit}  {use.by}{reason}\n          {use.text}"
