"""Correct the ranking with a model that reads question and code together.

Such models judge well whether a text answers a question, and badly whether it is related to another text. So they do not judge
units named in the question or reached by relations. The model only lowers the scores of the others. The least fitting one
loses `weight`, and so does every unit the model did not read. Therefore a unit that is not judged never falls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from math import isfinite

from core.errors import SettingsError
from core.model import CodeUnit
from core.model.run import Ranked
from core.open_index import Stores
from core.ports import Reranker
from core.settings import RerankSettings

_NOT_JUDGED = frozenset({"direct", "graph"})
_LETTERS = 4000  # of a unit's text: more than any such model reads


def judged(ranked: Sequence[Ranked], settings: RerankSettings) -> list[str]:
    """Return the keys of the units that a reranker reads: of the best `candidates` those found by words or meaning alone."""
    return [unit.unit_key for unit in ranked[: max(0, settings.candidates)] if _NOT_JUDGED.isdisjoint(unit.found_by)]


def reranked(ranked: Sequence[Ranked], question: str, stores: Stores, settings: RerankSettings) -> tuple[Ranked, ...]:
    """Return the units in their new order, each with a part `rerank` in its score: 0, or what the model took away.

    The signal is the model's score, brought to 0..1 by the least and the greatest of this question; it is 1 for what is not
    judged. Without a reranker, or with nothing to judge, nothing changes. Raises `SettingsError` for a model without finite
    scores.
    """
    keys = judged(ranked, settings)
    if stores.reranker is None or not keys:
        return tuple(ranked)
    shares = _shares(keys, question, stores.reranker, stores)
    # Rounding may have left a score a hair above the one before it; the order so far is the one to correct.
    standing = accumulate((unit.score for unit in ranked), min)
    found = []
    for unit, level in zip(ranked, standing, strict=True):
        signal = shares.get(unit.unit_key, 0.0) if _NOT_JUDGED.isdisjoint(unit.found_by) else 1.0
        part = round(-settings.weight * (1 - signal), 6)
        parts, signals = {**unit.parts, "rerank": part}, {**unit.signals, "rerank": signal}
        found.append((level + part, replace(unit, score=round(sum(parts.values()), 6), parts=parts, signals=signals)))
    found.sort(key=lambda row: (-row[0], row[1].rank))
    return tuple(replace(unit, rank=place) for place, (_, unit) in enumerate(found, 1))


def _shares(keys: Sequence[str], question: str, reranker: Reranker, stores: Stores) -> Mapping[str, float]:
    scores = reranker.scores(question, [_text(unit) for unit in stores.index.catalog.units(keys)])
    if len(scores) != len(keys) or not all(map(isfinite, scores)):
        raise SettingsError(f"The reranker {reranker.name} gives no usable scores. Set rerank.model to another model.")
    low, high = min(scores), max(scores)
    return {key: (score - low) / (high - low) if high > low else 1.0 for key, score in zip(keys, scores, strict=True)}


def _text(unit: CodeUnit) -> str:
    """Return what the model reads of a unit: its name and place, then its own words, then its code."""
    head = f"{unit.type} {unit.identifier} ({unit.file_path})"
    return "\n".join(part for part in (head, unit.docstring, unit.source_code) if part)[:_LETTERS]
