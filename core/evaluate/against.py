"""What a run on a question set lost against an earlier run, and whether it reaches what is demanded of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from core.errors import SettingsError, SourceError
from core.evaluate.metrics import MEMBER_METRICS, METRICS
from core.evaluate.report import Report
from core.model.text_table import Flat

_LESS = 1e-6
"""Runs are written with six decimals: what differs by less is equal."""
_FALLING = frozenset({"sources", "fragments"})
"""Metrics of which less is no loss."""


def worse(report: Report, run: Path) -> list[dict[str, Flat]]:
    """Return one row per loss against an earlier run (`evaluate -f json`): first the means, then single questions.

    Rows have question ("all" for the mean), metric, before, after. Raises `SourceError` for a file that is no such run.
    """
    earlier = _read(run)
    rows = _losses("all", earlier["metrics"], report.means())
    now = {result.query.id: result.metrics for result in report.results}
    for query in earlier["queries"]:
        rows += _losses(str(query["id"]), query["metrics"], now.get(str(query["id"]), {}))
    return rows


def shortfalls(report: Report, demanded: Mapping[str, str]) -> list[str]:
    """Return a sentence for each metric below what is demanded; a name may be cut short (`evidence` for evidence_recall).

    Raises `SettingsError` for an unknown metric or a value that is no number.
    """
    means, names = report.means(), (*METRICS, *MEMBER_METRICS)
    found = []
    for asked, value in demanded.items():
        fitting = [name for name in names if name == asked] or [name for name in names if name.startswith(asked)]
        if len(fitting) != 1:
            raise SettingsError(f"No single metric '{asked}'. Choose from: {', '.join(fitting or names)}.")
        try:
            least = float(value)
        except ValueError as problem:
            raise SettingsError(f"--at-least takes METRIC=NUMBER, such as evidence=.6, not '{asked}={value}'.") from problem
        reached = means.get(fitting[0])
        if reached is None or reached < least:
            found.append(f"{fitting[0]} is {'not measured' if reached is None else f'{reached:.3f}'}, below {least:g}.")
    return found


def _losses(question: str, before: Mapping[str, float], after: Mapping[str, float]) -> list[dict[str, Flat]]:
    return [
        {"question": question, "metric": name, "before": value, "after": after[name]}
        for name, value in before.items()
        if name in after and name not in _FALLING and after[name] < value - _LESS
    ]


def _read(run: Path) -> Mapping[str, Any]:
    try:
        data = json.loads(run.read_text(encoding="utf-8"))
    except OSError as problem:
        raise SourceError(f"'{run}' cannot be read: {problem.strerror}.") from problem
    except ValueError as problem:
        raise SourceError(
            f"'{run}' is not valid JSON. Write a run: orienteer evaluate QUESTIONS -f json -o RUN.json"
        ) from problem
    queries: Sequence[Any] = data.get("queries", ()) if isinstance(data, Mapping) else ()
    if not queries or not all(isinstance(one, Mapping) and {"id", "metrics"} <= set(one) for one in queries):
        raise SourceError(f"'{run}' is not a run of evaluate. Write one: orienteer evaluate QUESTIONS -f json -o RUN.json")
    return {"metrics": data.get("metrics", {}), "queries": queries}
