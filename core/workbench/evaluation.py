"""Measure an open index on a question set, beside baselines."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SettingsError
from core.evaluate import BASELINES, Item, MeasuredAnswer, Query, Report, located, measure, read_questions, whole_units
from core.model.run import Filters, SearchRun
from core.open_index import Stores
from core.pipeline.answer import ask
from core.settings import Settings
from core.workbench.judgements import judged_path, judged_set

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

WAYS = (*BASELINES, "ranked")
"""The names of the baselines: simple ways of answering, and `ranked`, our ranking packed in its order, each unit whole."""
_OWN = 20  # questions made of names
_FITS = 0.5  # share of the files of a question set that an index must have to be the one that is meant


def evaluate_questions(
    bench: OpenBench,
    questions: Path,
    *,
    budget: int | None = None,
    baselines: Sequence[str] = (),
    settings: Settings | None = None,
) -> Report:
    """Return the report of a question set, with those of the baselines inside; `settings` replace the workbench's own.

    Raises `SourceError` for a file that is no question set and `SettingsError` for an unknown baseline.
    """
    unknown = [name for name in baselines if name not in WAYS]
    if unknown:
        raise SettingsError(f"No method '{unknown[0]}'. Choose from: {', '.join(WAYS)}.")
    if questions == judged_path(bench) and questions.is_file():
        judged_set(bench)  # its units may have other places in this state of the index
    asked = located(read_questions(questions), bench.stores.index)
    chosen = settings or bench.settings
    size = chosen.assemble.budget if budget is None else budget
    report = measure("orienteer", asked, lambda query: answer_of(_run(query, bench.stores, chosen, size)))
    others = tuple(
        measure(name, asked, lambda query, name=name: baseline(name, query, bench.stores, chosen, size))  # type: ignore[misc]
        for name in dict.fromkeys(baselines)
    )
    return replace(report, others=others)


def baseline(name: str, query: Query, stores: Stores, settings: Settings, budget: int) -> MeasuredAnswer:
    """Return the answer of one of the `WAYS`."""
    if name != "ranked":
        return BASELINES[name](query.query, stores, budget)
    return whole_units([unit.unit_key for unit in _run(query, stores, settings, 0).ranked], stores, budget)


def fitting_questions(bench: OpenBench, folder: Path) -> Path | None:
    """Return the bundled question set with most of its files in this index, if at least half of them are; ties by name."""
    known = {head.file_path for head in bench.heads.values()}
    best = min(((-_share(path, known), path) for path in sorted(folder.glob("*.json"))), default=None)
    return best[1] if best is not None and best[0] <= -_FITS else None


def _share(path: Path, known: Collection[str]) -> float:
    """Return the share of the files that a question set names which are known."""
    named = [relevant.file for query in read_questions(path).queries for relevant in query.relevant if relevant.file]
    return sum(file in known for file in named) / len(named) if named else 0.0


def answer_of(run: SearchRun) -> MeasuredAnswer:
    """Return what is measured of a run."""
    ranked = tuple(replace(_item(run, unit.unit_key), score=unit.score) for unit in run.ranked)
    sources = tuple(
        replace(
            _item(run, source.unit_key),
            start_line=source.start_line,
            end_line=source.end_line,
            score=source.score,
            tokens=source.tokens,
            ranges=source.ranges,
        )
        for source in run.context.sources
    )
    return MeasuredAnswer(ranked, sources, run.context.tokens, sum(step.seconds for step in run.trace))


def _run(query: Query, stores: Stores, settings: Settings, budget: int) -> SearchRun:
    return ask(query.query, stores, settings, budget=budget, filters=Filters(types=query.types))


def _item(run: SearchRun, key: str) -> Item:
    head = run.heads[key]
    return Item(head.type, head.identifier, head.file_path, head.start_line, head.end_line)


def questions_for(bench: OpenBench, path: Path) -> Path:
    """Return the set at the path if the index has half of its files, else one beside it that fits, else one of its names."""
    known = {head.file_path for head in bench.heads.values()}
    if path.is_file() and _share(path, known) >= _FITS:
        return path
    return fitting_questions(bench, path.parent) or _own_questions(bench)


def _own_questions(bench: OpenBench) -> Path:
    """Return a set, kept with the index, that asks for the units that most others use, each by its name."""
    rows = bench.analyse.hubs(limit=_OWN)
    queries = [
        {
            "id": f"own-{number:03}", "query": f"How does {bench.heads[hub.unit].identifier} work?", "intent": "understand",
            "relevant": [{"file": bench.heads[hub.unit].file_path, "unit": bench.heads[hub.unit].identifier, "grade": 2}],
        }
        for number, hub in enumerate(rows, 1)
    ]  # fmt: skip
    path = bench.beside / "own-questions.json"
    path.write_text(json.dumps({"repo": bench.name, "queries": queries}, indent=1), encoding="utf-8")
    return path
