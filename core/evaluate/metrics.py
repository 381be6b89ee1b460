"""The metrics of one answer, each named with its variant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from core.evaluate.evidence import is_member, shows
from core.evaluate.matching import Item, first_meetings, meets
from core.evaluate.questions import Relevant

RECALL_AT = (5, 10, 20, 50)
METRICS = (
    "precision@5", *(f"recall@{k}" for k in RECALL_AT), "evidence_recall", "essential_recall", "mention_recall", "mrr",
    "ndcg@10", "token_efficiency", "sources", "fragments",
)  # fmt: skip
"""The names of the metrics that every labelled question has, in the order of reports."""
MEMBER_METRICS = ("member_recall@10",)
"""The names of the metrics of questions whose labels name members."""
TARGETS = {"precision@5": 0.8, "token_efficiency": 0.6}
"""What the designs that this follows wanted of an answer, as far as it is shown beside what is reached."""
_FRAGMENT = 20  # tokens: a shorter piece tells hardly more than a name


@dataclass(frozen=True, slots=True)
class MeasuredAnswer:
    """What is measured of an answer: the ranking, the sources of the context in order, its tokens, and the time it took."""

    ranked: tuple[Item, ...]
    sources: tuple[Item, ...]
    tokens_used: int
    seconds: float = 0.0


def metrics(answer: MeasuredAnswer, relevant: Sequence[Relevant]) -> dict[str, float]:
    """Return every metric of an answer; `relevant` must not be empty. Those of members come only with labelled members.

    - precision@5: relevant files among those of the five best units / min(5, number of relevant files).
    - recall@k: entries met by the k best units / all entries.
    - evidence_recall: entries of which the context shows at least 80 % of the lines that they ask for / all entries; which
      lines those are says `core.evaluate.evidence.located`. essential_recall: of the entries of grade 2 only.
    - mention_recall: entries met by a source of the context, be it by one line of their file / all entries.
    - mrr: 1 / place of the first unit that meets an entry, 0 when none does.
    - ndcg@10: gains of 2^grade - 1 at the place where an entry is first met, discounted by log2(place + 1), over the best
      possible order of the entries (K. Järvelin, J. Kekäläinen, ACM TOIS 20 (4), 2002).
    - token_efficiency: tokens of sources that meet an entry / tokens of the context.
    - sources: how many sources the context has. fragments: share of their tokens in runs of lines of under 20 tokens, where
      the tokens of a source are spread over its lines evenly.
    - member_recall@10: labelled members whose own unit is among the ten best / all labelled members.
    """
    firsts = first_meetings(answer.ranked, relevant)
    place = next((number for number, item in enumerate(answer.ranked, 1) if any(meets(item, entry) for entry in relevant)), 0)
    essential = [entry for entry in relevant if entry.grade == 2] or relevant
    named = [entry for entry in relevant if entry.member]
    found = {
        "precision@5": _precision(answer.ranked[:5], relevant),
        **{f"recall@{k}": _recall(answer.ranked[:k], relevant) for k in RECALL_AT},
        "evidence_recall": sum(shows(answer.sources, entry) for entry in relevant) / len(relevant),
        "essential_recall": sum(shows(answer.sources, entry) for entry in essential) / len(essential),
        "mention_recall": _recall(answer.sources, relevant),
        "mrr": 1 / place if place else 0.0,
        "ndcg@10": _ndcg(firsts[:10], relevant),
        "token_efficiency": _efficiency(answer, relevant),
        "sources": float(len(answer.sources)),
        "fragments": _fragments(answer.sources),
    }
    if named:
        found["member_recall@10"] = sum(any(is_member(item, entry) for item in answer.ranked[:10]) for entry in named) / len(
            named
        )
    return found


def _precision(best: Sequence[Item], relevant: Sequence[Relevant]) -> float:
    places = {entry.file or entry.unit for entry in relevant}
    wholes = [Relevant(entry.file, entry.unit) for entry in relevant]  # the file counts, whatever lines of it are labelled
    met = {entry.file or entry.unit for entry in wholes if any(meets(item, entry) for item in best)}
    return min(1.0, len(met) / min(5, len(places)))


def _recall(items: Sequence[Item], relevant: Sequence[Relevant]) -> float:
    return sum(any(meets(item, entry) for item in items) for entry in relevant) / len(relevant)


def _fragments(sources: Sequence[Item]) -> float:
    total = small = 0.0
    for item in sources:
        ranges = item.ranges or ((item.start_line, item.end_line),)
        lines = max(1, sum(last - first + 1 for first, last in ranges))  # none when not even one line fitted
        for first, last in ranges:
            tokens = item.tokens * (last - first + 1) / lines
            total += tokens
            small += tokens if tokens < _FRAGMENT else 0.0
    return small / total if total else 0.0


def _ndcg(firsts: Sequence[int], relevant: Sequence[Relevant]) -> float:
    gains = [2.0 ** relevant[met].grade - 1 if met >= 0 else 0.0 for met in firsts]
    ideal = sorted((2.0**entry.grade - 1 for entry in relevant), reverse=True)[:10]
    return _discounted(gains) / _discounted(ideal)


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / log2(place + 1) for place, gain in enumerate(gains, 1))


def _efficiency(answer: MeasuredAnswer, relevant: Sequence[Relevant]) -> float:
    useful = sum(item.tokens for item in answer.sources if any(meets(item, entry) for entry in relevant))
    return min(1.0, useful / answer.tokens_used) if answer.tokens_used else 0.0
