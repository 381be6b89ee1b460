"""The signals by which a candidate is judged, each from 0 to 1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.model import History, UnitHead
from core.model.run import Plan
from core.open_index import OpenIndex
from core.settings.retrieval import Rules
from core.text.words import split_identifier, stem
from core.vocabulary import unit_type

_RECENCY = {"hot": 1.0, "active": 0.8, "new": 0.7, "stable": 0.5, "dormant": 0.3}
_UNKNOWN = 0.5
_OTHER_TYPE = 0.3
_NAMED = 0.8  # confidence from which a name in the question means a unit
_FEW = 4  # words of the question that a name can be expected to hold
_UNASKED = 0.7  # weight of a word of the name that the question does not hold

_SHARES = ("vector", "table", "keyword", "direct", "graph", "documents", "overview", "fused", "folder", "coverage", "pieces")

_PERSONAL = ("owned", "opened")
"""Signals that are there only where somebody asked for them."""

Shares = Mapping[str, Mapping[str, float]]
"""By strategy and unit key: the strategy's score scaled to 0..1; under `coverage` by file path, under `pieces` the nearness of
single words, under `fused` the merged score, under `folder` 1 for what lies in a folder that the question names."""


def signals_of(keys: Sequence[str], plan: Plan, shares: Shares, index: OpenIndex, rules: Rules) -> dict[str, dict[str, float]]:
    """Return by unit key the value of every signal that does not depend on the other candidates' places."""
    found = {}
    asked = {word: index.names.rarity(word) for word in plan.keywords}
    expected = sum(sorted(asked.values(), reverse=True)[:_FEW])
    asides = _Asides(plan, rules)
    vector, table, keyword, direct, graph, documents, overview, fused, folder, coverage, pieces = (
        shares.get(name, {}) for name in _SHARES
    )
    heads, importance, histories = index.by_key, index.importance, index.histories
    for key in keys:
        head = heads[key]
        found[key] = {
            "semantic": vector.get(key, 0.0),
            "table": table.get(key, 0.0),
            "pieces": pieces.get(key, 0.0),
            "keyword": keyword.get(key, 0.0),
            "definition": direct.get(key, 0.0),
            "relation": graph.get(key, 0.0),
            "described": documents.get(key, 0.0),
            "overview": overview.get(key, 0.0),
            "fused": fused.get(key, 0.0),
            "folder": folder.get(key, 0.0),
            "name": _name_match(head, asked, expected),
            "path": _path_match(head, asked, expected),
            "coverage": coverage.get(head.file_path, 0.0),
            "recency": _recency(histories.get(key)),
            "importance": importance.get(key, _UNKNOWN),
            "type_match": _type_match(head, plan),
            **{name: shares[name].get(key, 0.0) for name in _PERSONAL if name in shares},
            "aside": float(direct.get(key, 0.0) < _NAMED and not overview.get(key) and asides.hold(head)),
        }
    return found


def coherence(bases: Mapping[str, float], index: OpenIndex) -> dict[str, float]:
    """Return how much else of a unit's file was found: the file's other scores as a share of the best such sum."""
    sums: dict[str, float] = defaultdict(float)
    heads = index.by_key
    for key, base in bases.items():
        sums[heads[key].file_path] += base
    others = {key: sums[heads[key].file_path] - base for key, base in bases.items()}
    most = max(others.values(), default=0.0)
    return {key: value / most if most > 0 else 0.0 for key, value in others.items()}


def _recency(history: History | None) -> float:
    return _RECENCY.get(history.change_frequency, _UNKNOWN) if history else _UNKNOWN


def _type_match(head: UnitHead, plan: Plan) -> float:
    if not plan.target_types:
        return unit_type(head.type).prior
    return 1.0 if head.type in plan.target_types else _OTHER_TYPE


class _Asides:
    """The places that the question does not ask for; none when it is limited to paths or types."""

    def __init__(self, plan: Plan, rules: Rules) -> None:
        said = {stem(word) for word in split_identifier(plan.question)}
        limited = plan.filters.paths or plan.filters.types
        places = [] if limited else [one for one in rules.places.values() if said.isdisjoint(map(stem, one.words))]
        self._patterns = [place.pattern for place in places if place.pattern]
        self._types = frozenset(name for place in places for name in place.types)
        self._known: dict[str, bool] = {}

    def hold(self, head: UnitHead) -> bool:
        """Tell whether a unit is of such a type or its file lies in such a place."""
        path = head.file_path
        if path not in self._known:
            self._known[path] = any(pattern.search(path) for pattern in self._patterns)
        return head.type in self._types or self._known[path]


def _name_match(head: UnitHead, asked: Mapping[str, float], expected: float) -> float:
    """Return how well the question's words cover the unit's name, and the name the words (harmonic mean, by rarity)."""
    name = _words(head.name or head.identifier)
    shared = sum(asked[word] for word in name if word in asked)
    if not shared:
        return 0.0
    covered = shared / (shared + _UNASKED * sum(1 for word in name if word not in asked))
    covering = shared / max(shared, expected)
    return 2 * covered * covering / (covered + covering)


def _path_match(head: UnitHead, asked: Mapping[str, float], expected: float) -> float:
    """Return the share of the question's words, by rarity, that occur in the path or the qualified name."""
    words = _words(f"{head.file_path} {head.identifier}")
    shared = sum(rarity for word, rarity in asked.items() if word in words)
    return min(1.0, shared / expected) if shared else 0.0


@lru_cache(maxsize=50_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(stem(part) for part in split_identifier(text))
