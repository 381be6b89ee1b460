"""Columns by which records are found or ordered, and which no index of the schema serves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.analyse.columns import StoredTables
from core.analyse.result import Result
from core.model import CodeUnit, Relation, column_key
from core.model.columns import read_via
from core.model.facts import facts_in

_KEYS = frozenset({"belongs_to", "has_many", "has_one"})
_FINDS = frozenset(
    {"where", "find_by", "find_by!", "exists?", "rewhere", "find_or_create_by", "find_or_create_by!", "uniqueness"}
)
_ORDERS = frozenset({"order", "reorder"})
_POOR = frozenset({"boolean", "text", "json", "jsonb"})  # too few values, or too large ones, for an index to help
_WHY = {"key": "used by an association", "find": "used to find records", "order": "used to sort records"}


@dataclass(frozen=True, slots=True)
class MissingIndex:
    """A column that queries go by and no index begins with; `lines` are the queries, `mend` the line of a migration."""

    column: str
    why: str
    uses: int
    mend: str
    lines: tuple[Relation, ...]
    file_path: str
    line: int


def missing_indexes(stored: StoredTables) -> Result[MissingIndex]:
    """Return the columns that queries go by and no index serves, those of associations first, then the most used.

    An index serves its first column, and a further one in lines that also go by all columns before it. A line of which an
    index serves any column of the table, and columns of true and false, texts and JSON are left out.
    """
    found = [one for table in stored.tables if stored.models.get(table.identifier) for one in _of_table(table, stored.uses)]
    order = list(_WHY.values())
    found.sort(key=lambda one: (order.index(one.why), -one.uses, one.column))
    said = f"{len(found)} queried columns without an index that starts with them."
    limit = "Check first: small tables need no index, and not all queries are visible in the code."
    return Result(MissingIndex, "Missing indexes", tuple(found), (said, limit))


def _of_table(table: CodeUnit, uses: Sequence[Relation]) -> Iterator[MissingIndex]:
    facts = {column_key(table.identifier, str(one["name"])): one for one in facts_in(table.metadata, "columns")}
    indexes = [[str(name) for name in one["columns"]] for one in facts_in(table.metadata, "indexes")]
    indexes.append(_listed(table.metadata.get("primary_key")) or ["id"])
    asked: dict[tuple[str, int], dict[str, str]] = defaultdict(dict)
    lines: dict[tuple[str, str], list[Relation]] = defaultdict(list)
    for one in uses:
        if one.target in facts and (why := _why(one)):
            name = str(facts[one.target]["name"])
            asked[one.file_path, one.line].setdefault(name, why)
            lines[name, why].append(one)
    for fact in facts.values():
        name = str(fact["name"])
        for why in _WHY:
            needed = [
                one for one in lines.get((name, why), ()) if not _is_served(asked[one.file_path, one.line], indexes, name, why)
            ]
            if needed and not (why != "key" and str(fact.get("kind", "")) in _POOR):
                mend = f"add_index :{table.identifier}, :{name}"
                yield MissingIndex(
                    f"{table.identifier}.{name}", _WHY[why], len(needed), mend, tuple(needed), str(fact["file_path"]),
                    int(fact["line"]),
                )  # fmt: skip
                break


def _why(use: Relation) -> str:
    via = read_via(use.via)
    if use.kind != "reads" or use.certainty not in ("declared", "expanded", "inferred"):
        return ""
    if via.group == "association" and via.by in _KEYS:
        return "key"
    if via.group in ("query", "validation") and via.by in _FINDS:
        return "find"
    return "order" if via.group == "query" and via.by in _ORDERS else ""


def _is_served(asked: Mapping[str, str], indexes: Sequence[Sequence[str]], name: str, why: str) -> bool:
    """Tell whether an index helps a line: one that begins with the column, or with what else the line goes by."""
    stem = name.removesuffix("_id").removesuffix("_type")
    polymorphic = {f"{stem}_id", f"{stem}_type"}  # an association goes by both, in whichever order the index has them
    return any(
        (columns[0] in asked and (why != "key" or columns[0] == name))
        or (name in columns[:2] and polymorphic >= set(columns[:2]))
        for columns in indexes
        if columns
    )


def _listed(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)] if value else []
