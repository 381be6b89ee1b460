"""The card of a unit for readers of code: its signature, the first sentence of its documentation, its place."""

from __future__ import annotations

from collections.abc import Collection

from core.model import UnitHead, full_name, split_key, split_repository, table_key
from core.model.code_links import UnitCard
from core.model.facts import Fact
from core.open_index import OpenIndex
from core.open_index.summaries import first_sentence


def cards_of(index: OpenIndex, keys: Collection[str]) -> dict[str, UnitCard]:
    """Return the card of each unit or column by its key, in the order of the keys."""
    says = index.catalog.docstrings([key for key in sorted(keys) if index.head(key)])
    return {key: _card(index, key, says.get(key, "")) for key in sorted(keys)}


def _card(index: OpenIndex, key: str, docstring: str) -> UnitCard:
    head = index.head(key)
    if head is None:
        return _column(index, key)
    signature = head.signature or head.identifier
    return UnitCard(key, signature, first_sentence(docstring), head.file_path, head.start_line, key)


def _column(index: OpenIndex, key: str) -> UnitCard:
    """Return the card of a column: its type, and its table, whose page shows who reads and writes it."""
    column, repository = split_key(key)[1], split_repository(key)[0]
    table, _, name = full_name(column, repository).rpartition(".")
    row = next((one for one in index.columns.get(table, ()) if one.get("name") == name), Fact())
    holder: UnitHead | None = index.head(table_key(table))
    said = f"{name} {row.get('kind', '')}".strip()
    path, line = (holder.file_path, int(row.get("line") or holder.start_line)) if holder else ("", 0)
    return UnitCard(key, said, f"A column of {table}.", path, line, holder.key if holder else "")
