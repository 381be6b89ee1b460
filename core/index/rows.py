"""The rows of the tables of a catalog, from the values that are stored."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from core.index.outline import facts_of
from core.model import Chunk, CodeUnit, Extraction, History
from core.model.tables import TABLES
from core.ports import Row

# the columns of these tables are the fields of the values by name; dataclasses.astuple copies deeply: 20 times as slow
relation_row, chunk_row, _problem_row = (attrgetter(*TABLES[name].names) for name in ("relations", "chunks", "problems"))
_written = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def extracted_rows(
    extraction: Extraction, units: Iterable[Row], metrics: Mapping[str, Mapping[str, float]]
) -> dict[str, Iterable[Row]]:
    """Return the rows of the tables that say what was extracted; those of units (`unit_row`) must be ordered by key."""
    return {
        "units": units,
        "relations": map(relation_row, extraction.relations),
        "facts": (row for unit in extraction.units for row in fact_rows(unit)),
        "history": (_history_row(history) for history in extraction.history),
        "metrics": (metrics_row(key, values) for key, values in metrics.items()),
        "problems": map(_problem_row, extraction.problems),
        "tallies": tally_rows(extraction.tallies),
        "unresolved": listed_rows(extraction.listed),
    }


def metrics_row(key: str, values: Mapping[str, float]) -> Row:
    """Return the columns of the metrics of a unit."""
    return (key, *(values[name] for name in TABLES["metrics"].names[1:]))


def tally_rows(tallies: Mapping[str, Mapping[str, int]]) -> Sequence[Row]:
    """Return the rows of the counts of references."""
    return sorted((language, outcome, count) for language, outcomes in tallies.items() for outcome, count in outcomes.items())


def listed_rows(listed: Iterable[Mapping[str, object]]) -> Iterator[Row]:
    """Yield the rows of the examples of what was not resolved."""
    return ((number, _encode(details)) for number, details in enumerate(listed))


def made_rows(documents: Iterable[Row], chunks: Iterable[Chunk], runs: Iterable[Row]) -> dict[str, Iterable[Row]]:
    """Return the rows of the other tables; documents and chunks must be ordered by key."""
    return {"documents": documents, "chunks": map(chunk_row, chunks), "runs": runs}


def _encode(value: Mapping[str, object] | Sequence[object]) -> str:
    """Return the value as JSON; most are empty, for which the encoder takes as long as for short ones."""
    return _written(value) if value else "{}" if isinstance(value, Mapping) else "[]"


_encode_names = lru_cache(maxsize=50_000)(_encode)  # the authors of a file are those of all its units


def unit_row(unit: CodeUnit) -> Row:
    """Return the columns of a unit's row."""
    spans = [[span.file_path, span.start_line, span.end_line] for span in unit.spans]
    return (
        unit.key, unit.type, unit.identifier, unit.name, unit.namespace, unit.language, unit.file_path, unit.start_line,
        unit.end_line, unit.signature, unit.parent, unit.is_test, unit.origin, unit.docstring, unit.source_code,
        unit.source_hash, _encode(unit.metadata), _encode(spans),
    )  # fmt: skip


def fact_rows(unit: CodeUnit) -> Iterable[Row]:
    """Yield the rows of what a unit declares."""
    for fact in facts_of(unit):
        yield (
            unit.key, fact.kind, fact.name, fact.file_path, fact.line, fact.certainty, fact.via, _encode(fact.details)
        )  # fmt: skip


def _history_row(history: History) -> Row:
    return (
        history.unit_key, history.commits_total, history.commits_90, history.commits_365, history.last_change,
        _encode_names(history.authors), history.change_frequency,
    )  # fmt: skip
