"""Measure a question set and tell the results as means, tables, JSON and frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from core.evaluate.compare import MetricDifference, metric_difference
from core.evaluate.metrics import MEMBER_METRICS, METRICS, TARGETS, MeasuredAnswer, metrics
from core.evaluate.questions import Query, QuestionSet
from core.model.address import IndexAddress
from core.model.frames import Framed
from core.model.text_table import text_table

if TYPE_CHECKING:
    import pandas as pd

_LISTED = 50
SHOWN_METRICS = (
    "mrr", "ndcg@10", "precision@5", "recall@10", "evidence_recall", "mention_recall", "token_efficiency", "sources",
    "fragments",
)  # fmt: skip
"""The metrics that a table has room for."""
_HIDDEN = frozenset({"tokens", "ranges"})  # of a ranking: they say what a context shows


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """One question with its answer and metrics; no metrics when nothing is labelled as relevant."""

    query: Query
    answer: MeasuredAnswer
    metrics: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Report(Framed):
    """The results of one way of answering (`name`) on one question set."""

    name: str
    results: tuple[QuestionResult, ...]
    others: tuple[Report, ...] = ()
    """The reports of baselines on the same questions."""
    pages: IndexAddress | None = field(default=None, compare=False)
    """Where the workbench shows the index that was measured."""

    @property
    def measured(self) -> tuple[QuestionResult, ...]:
        """The results that enter the means: those of questions with a relevant entry."""
        return tuple(result for result in self.results if result.metrics)

    @property
    def unlabelled(self) -> tuple[str, ...]:
        """The ids of the questions without a relevant entry."""
        return tuple(result.query.id for result in self.results if not result.metrics)

    def means(self, chosen: Callable[[Query], bool] = lambda query: True) -> dict[str, float]:
        """Return the mean of each metric over the chosen measured questions that have it, empty when there is none.

        Of `sources`, which a few long lists would govern, it is the median.
        """
        rows = [result.metrics for result in self.measured if chosen(result.query)]
        values = {name: [row[name] for row in rows if name in row] for name in (*METRICS, *MEMBER_METRICS)}
        return {
            name: median(found) if name == "sources" else sum(found) / len(found) for name, found in values.items() if found
        }

    def by(self, label: str) -> dict[str, dict[str, float]]:
        """Return the means for each value of a label of the questions (`intent`, `scope`, `target_type`, `split`)."""
        values = sorted({getattr(result.query, label) for result in self.measured})
        return {value or "none": self.means(lambda query, value=value: getattr(query, label) == value) for value in values}  # type: ignore[misc]

    def compare(self, other: Report, metric: str) -> MetricDifference:
        """Return how much better another report is in a metric, question by question, with its 95 % interval.

        Raises `SettingsError` when the two do not share their measured questions.
        """
        one, two = (
            {result.query.id: result.metrics[metric] for result in report.measured if metric in result.metrics}
            for report in (self, other)
        )
        return metric_difference(metric, one, two)

    def seconds(self) -> dict[str, float]:
        """Return the median and the 95th percentile of the seconds per question."""
        times = sorted(result.answer.seconds for result in self.results)
        if not times:
            return {}
        return {"median": times[(len(times) - 1) // 2], "p95": times[min(len(times) - 1, int(0.95 * len(times)))]}

    def to_frame(self) -> pd.DataFrame:
        """Return one row per question: id, query, intent, scope, each metric, seconds, tokens_used."""
        import pandas as pd

        rows = [
            {
                "id": result.query.id, "query": result.query.query, "intent": result.query.intent,
                "scope": result.query.scope, **result.metrics, "seconds": result.answer.seconds,
                "tokens_used": result.answer.tokens_used,
            }
            for result in self.results
        ]  # fmt: skip
        return pd.DataFrame(rows)

    def to_json(self) -> dict[str, object]:
        """Return means, means by intent and scope, and every question with its ranking and sources, as JSON values."""
        return {
            "name": self.name,
            "metrics": {name: round(value, 6) for name, value in self.means().items()},
            "by_intent": self.by("intent"),
            "by_scope": self.by("scope"),
            "seconds": self.seconds(),
            "unlabelled": list(self.unlabelled),
            "queries": [_row(result) for result in self.results],
            "baselines": {other.name: {"metrics": other.means(), "seconds": other.seconds()} for other in self.others},
        }

    def to_text(self) -> str:
        """Return tables of the means: this way beside the baselines, then by intent and by scope."""
        lines = [_table([*((report.name, report.means()) for report in (self, *self.others)), ("wanted", TARGETS)])]
        for label in ("intent", "scope"):
            lines += ["", f"by {label}", _table(list(self.by(label).items()))]
        if self.unlabelled:
            lines += ["", f"left out of the means, nothing is labelled as relevant: {', '.join(self.unlabelled)}"]
        times = self.seconds()
        if times:
            lines += ["", f"{len(self.results)} questions, seconds: median {times['median']:.3f}, p95 {times['p95']:.3f}"]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.to_text()


def measure(name: str, questions: QuestionSet, ask: Callable[[Query], MeasuredAnswer]) -> Report:
    """Ask every question of a set and return the report; an answer without seconds gets the time measured here."""
    results = []
    for query in questions.queries:
        start = perf_counter()
        answer = ask(query)
        if not answer.seconds:
            answer = MeasuredAnswer(answer.ranked, answer.sources, answer.tokens_used, perf_counter() - start)
        results.append(QuestionResult(query, answer, metrics(answer, query.relevant) if query.relevant else {}))
    return Report(name, tuple(results))


def _row(result: QuestionResult) -> dict[str, object]:
    return {
        "id": result.query.id,
        "metrics": {name: round(value, 6) for name, value in result.metrics.items()},
        "seconds": round(result.answer.seconds, 6),
        "ranked": [
            {key: value for key, value in asdict(item).items() if key not in _HIDDEN} for item in result.answer.ranked[:_LISTED]
        ],
        "sources": [asdict(item) for item in result.answer.sources],
        "tokens_used": result.answer.tokens_used,
    }


def _table(rows: Sequence[tuple[str, Mapping[str, float]]]) -> str:
    listed = [{"": name, **{key: _number(key, means.get(key)) for key in SHOWN_METRICS}} for name, means in rows]
    return text_table(("", *SHOWN_METRICS), listed, None, right=SHOWN_METRICS)


def _number(metric: str, value: float | None) -> str:
    """Return a mean with three digits, a dash for one that no question has."""
    return "–" if value is None else f"{value:.0f}" if metric == "sources" else f"{value:.3f}"
