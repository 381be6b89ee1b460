"""The metrics of one answer, each named with its variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from core.evaluate.matching import Item, first_meetings, meets
from core.evaluate.members import is_member, shows_member
from core.evaluate.questions import Relevant

RECALL_AT = (5, 10, 20, 50)
METRICS = (
    "precision@5", *(f"recall@{k}" for k in RECALL_AT), "context_recall", "context_essential_recall", "mrr", "ndcg@10",
    "token_efficiency",
)  # fmt: skip
"""The names of the metrics that every labelled question has, in the order of reports."""
MEMBER_METRICS = ("member_recall@10", "context_member_recall")
"""The names of the metrics of questions whose labels name members."""


@dataclass(frozen=True, slots=True)
class MeasuredAnswer:
    """What is measured of an answer: the ranking, the sources of the context in order, its tokens, and the time it took."""

    ranked: tuple[Item, ...]
    sources: tuple[Item, ...]
    tokens_used: int
    seconds: float = 0.0


def metrics(answer: MeasuredAnswer, relevant: Sequence[Relevant]) -> dict[str, float]:
    """Return every metric of an answer; `relevant` must not be empty. Those of members come only with labelled members.

    - precision@5: entries first met by the five best units / min(5, number of units returned).
    - recall@k: entries met by the k best units / all entries.
    - context_recall: entries met by a source of the context / all entries; context_essential_recall: of grade 2 only.
    - mrr: 1 / place of the first unit that meets an entry, 0 when none does.
    - ndcg@10: gains of 2^grade - 1 at the place where an entry is first met, discounted by log2(place + 1), over the best
      possible order of the entries (K. Järvelin, J. Kekäläinen, ACM TOIS 20 (4), 2002).
    - token_efficiency: tokens of sources that meet an entry / tokens of the context.
    - member_recall@10: labelled members whose own unit is among the ten best / all labelled members.
    - context_member_recall: labelled members that the context holds, as a source of their own or by most of their lines, / all
      labelled members.
    """
    firsts = first_meetings(answer.ranked, relevant)
    place = next((number for number, item in enumerate(answer.ranked, 1) if any(meets(item, entry) for entry in relevant)), 0)
    returned = len(answer.ranked)
    found = {
        "precision@5": sum(met >= 0 for met in firsts[:5]) / min(5, returned) if returned else 0.0,
        **{f"recall@{k}": _recall(answer.ranked[:k], relevant) for k in RECALL_AT},
        "context_recall": _recall(answer.sources, relevant),
        "context_essential_recall": _recall(answer.sources, [entry for entry in relevant if entry.grade == 2] or relevant),
        "mrr": 1 / place if place else 0.0,
        "ndcg@10": _ndcg(firsts[:10], relevant),
        "token_efficiency": _efficiency(answer, relevant),
    }
    return {**{name: found[name] for name in METRICS}, **_of_members(answer, [entry for entry in relevant if entry.member])}


def _of_members(answer: MeasuredAnswer, named: Sequence[Relevant]) -> dict[str, float]:
    """Return the metrics of the entries that name a member, none when there is no such entry."""
    if not named:
        return {}
    ranked = sum(any(is_member(item, entry) for item in answer.ranked[:10]) for entry in named)
    shown = sum(shows_member(answer.sources, entry) for entry in named)
    return dict(zip(MEMBER_METRICS, (ranked / len(named), shown / len(named)), strict=True))


def _recall(items: Sequence[Item], relevant: Sequence[Relevant]) -> float:
    return sum(any(meets(item, entry) for item in items) for entry in relevant) / len(relevant)


def _ndcg(firsts: Sequence[int], relevant: Sequence[Relevant]) -> float:
    gains = [2.0 ** relevant[met].grade - 1 if met >= 0 else 0.0 for met in firsts]
    ideal = sorted((2.0**entry.grade - 1 for entry in relevant), reverse=True)[:10]
    return _discounted(gains) / _discounted(ideal)


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains, 1))


def _efficiency(answer: MeasuredAnswer, relevant: Sequence[Relevant]) -> float:
    useful = sum(item.tokens for item in answer.sources if any(meets(item, entry) for entry in relevant))
    return min(1.0, useful / answer.tokens_used) if answer.tokens_used else 0.0
