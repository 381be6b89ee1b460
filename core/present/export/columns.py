"""A column with its readers and writers, as text and as values for JSON."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from core.model import ROWS
from core.model.columns import GROUPS, HOWS, ColumnSheet, ColumnUse, NameLine
from core.model.facts import Fact
from core.text.counts import counted_as

_MOST = 40  # lines of unknown meaning that are written out


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


def rename(value: ColumnSheet) -> str:
    """Return every line that a new name would touch: what is certain by what it is, what may be, what only has the name."""
    sure = [use for use in value.uses if use.certain]
    perhaps = [use for use in value.uses if not use.certain]
    parts = [_head(value), value.sentence]
    schema = value.fact
    parts.append(
        f"In the schema\n  {schema['file_path']}:{schema['line']}" + "".join(f"\n  {_index(one)}" for one in value.indexes)
    )
    parts.append(_by_group("Certain", sure) or "Certain: none.")
    parts.append(_by_group("Possible: table inferred by convention", perhaps) or "Possible: none.")
    parts.append(_names(value.more))
    return "\n\n".join(parts)


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


def _by_group(title: str, uses: list[ColumnUse]) -> str:
    order = {group: place for place, group in enumerate(GROUPS)}
    ordered = sorted(uses, key=lambda use: (order.get(use.group, 99), use.kind != "writes", use.file_path, use.line))
    parts = [f"{title} ({len(uses)})"] if uses else []
    for group, some in groupby(ordered, key=lambda use: use.group):
        listed = list(some)
        parts.append(f" {GROUPS.get(group, group)} ({len(listed)})")
        parts += [_line(use) for use in listed]
    return "\n".join(parts)


def _line(use: ColumnUse) -> str:
    reason = "" if use.certain else f"  (possible: {HOWS.get(use.how, use.how)})"
    return f"  {use.kind:<6}  {use.file_path}:{use.line}  {use.unit}  {use.by}{reason}\n          {use.text}"


def _names(more: tuple[NameLine, ...]) -> str:
    """Return the lines that only write the name: those of the application, and how many there are in tests."""
    own = [one for one in more if not one.is_test]
    lines = [f"  {one.file_path}:{one.line}  {one.text[:120]}" for one in own[:_MOST]]
    left = f"\n  … and {len(own) - _MOST} more (all with -f json)." if len(own) > _MOST else ""
    tests = f"\n  and {counted_as(len(more) - len(own), 'line')} in tests." if len(more) > len(own) else ""
    return "\n".join([f"Other mentions of the name ({len(own)})", *lines]) + left + tests
