"""Learn ranking weights from your own questions, and report whether they help on unseen ones.

Each fold is measured with weights learned without it. Folds are questions, or repositories if there are several. Every
reported figure is measured by asking, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.errors import SettingsError
from core.evaluate import MetricDifference, QuestionResult, Report, located, metrics, read_questions
from core.evaluate.learning import LEARNED, Candidates, candidates, learned
from core.model.run import SearchRun
from core.model.shown import Shown
from core.model.text_table import Flat, text_table
from core.settings import Settings
from core.workbench.evaluation import answer_of
from core.workbench.judgements import judged_path, judged_set

if TYPE_CHECKING:
    from core.evaluate import Query
    from core.workbench.open_bench import OpenBench

HELPED, NOT, TOO_FEW = "helped", "did not help", "too few questions"
LEAST = 20
"""Questions with an answer below which nothing is learned: an interval over fewer says nothing."""
FOLDS = 5
_JUDGED = "ndcg@10"
_SHOWN = (_JUDGED, "mrr", "recall@10", "evidence_recall")


@dataclass(frozen=True, slots=True)
class Tuning(Shown):
    """What came of learning weights: the verdict, how held-out questions did, and the weights learned on all of them.

    `differences` are between the usual weights and those learned without the question, `seen` is the gain on the questions
    that were learned from; `steady` counts in how many folds a weight moved the way that it moves on all questions.
    """

    verdict: str
    questions: int
    folds: tuple[str, ...] = ()
    differences: tuple[MetricDifference, ...] = ()
    seen: float = 0.0
    usual: Mapping[str, float] | None = None
    weights: Mapping[str, float] | None = None
    steady: Mapping[str, int] | None = None

    @property
    def changes(self) -> dict[str, float]:
        """The settings that were learned, by dotted name, as a configuration has them."""
        usual = self.usual or {}
        return {f"rank.{name}": value for name, value in (self.weights or {}).items() if value != usual.get(name)}

    @property
    def sentence(self) -> str:
        """The verdict with what it rests on."""
        if self.verdict == TOO_FEW:
            return f"Too few questions: {self.questions} with an answer, {LEAST} needed. Rate more: orienteer feedback QUESTION"
        held = f"{len(self.folds)} folds over {self.questions} questions, each measured with weights learned without it"
        judged = self.differences[0]
        if self.verdict == HELPED:
            return f"Helped: {held}: {judged.sentence}"
        why = "worse" if judged.high < 0 else "the interval includes zero" if judged.low <= 0 else "less relevant code is shown"
        return f"Did not help ({why}): {held}: {judged.sentence}"

    def to_rows(self) -> list[dict[str, Flat]]:
        """Return one row for each weight that moved."""
        usual, steady = self.usual or {}, self.steady or {}
        return [
            {"weight": f"rank.{name}", "usual": usual.get(name), "learned": value, "folds": steady.get(name, 0)}
            for name, value in (self.weights or {}).items() if value != usual.get(name)
        ]  # fmt: skip

    def to_json(self) -> dict[str, object]:
        """Return all of it as JSON values."""
        return {
            "verdict": self.verdict, "sentence": self.sentence, "questions": self.questions, "folds": list(self.folds),
            "held_out": [asdict(one) for one in self.differences], "seen": self.seen, "changes": self.changes,
            "weights": self.to_rows(),
        }  # fmt: skip

    def __str__(self) -> str:
        rows = self.to_rows()
        table = text_table(list(rows[0]), rows) if rows else "No weight changed."
        others = [f"  {one.sentence}" for one in self.differences[1:]]
        seen = [f"On the training questions: {_JUDGED} {self.seen:+.3f}."] if self.differences else []
        return "\n".join([self.sentence, *others, *seen, table] if self.differences else [self.sentence])


class AskedSet(NamedTuple):
    """A question set with the index that it is about, and the verb that asks it."""

    bench: OpenBench
    ask: Callable[..., SearchRun]
    path: Path


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question with what asks it, its fold, what it got with the usual weights and what its candidates were."""

    ask: Callable[..., SearchRun]
    query: Query
    fold: str
    usual: QuestionResult
    found: Candidates


def tune(sets: Sequence[AskedSet], settings: Settings, *, folds: int = FOLDS) -> Tuning:
    """Return what learning on these question sets brings, each with the index that it is about, from these settings on.

    Raises `SettingsError` for fewer than two folds and an index that is named twice, `SourceError` for a file that is no set.
    """
    if folds < 2:
        raise SettingsError(f"{folds} folds leave nothing to measure. Give 2 or more.")
    names = [one.bench.name for one in sets]
    if len(set(names)) < len(names):
        raise SettingsError(f"The same index is given twice: {', '.join(names)}. Give each once, with one question set.")
    listed = list(_questions(sets, folds))
    if len(listed) < LEAST:
        return Tuning(TOO_FEW, len(listed))
    every = [_ask(ask, query, fold, settings) for ask, query, fold in listed]
    usual = {name: float(getattr(settings.rank, name)) for name in LEARNED}
    named = tuple(sorted({one.fold for one in every}))
    of_fold = {fold: _learned([one for one in every if one.fold != fold], usual, settings) for fold in named}
    held = Report("held out", tuple(_again(one, of_fold[one.fold], settings) for one in every))
    before = Report("usual", tuple(one.usual for one in every))
    final = _learned(every, usual, settings)
    after = Report("seen", tuple(_again(one, final, settings) for one in every))
    found = tuple(before.compare(held, metric) for metric in _SHOWN)
    steady = {
        name: sum((weights[name] - usual[name]) * (final[name] - usual[name]) > 0 for weights in of_fold.values())
        for name in LEARNED
    }
    seen = before.compare(after, _JUDGED).mean
    return Tuning(_verdict(found), len(every), named, found, seen, usual, final, steady)


def _verdict(found: Sequence[MetricDifference]) -> str:
    """Say that it helped only where the order is clearly better and not clearly less of the code is shown."""
    return HELPED if found[0].low > 0 and found[-1].high >= 0 else NOT


def _questions(sets: Sequence[AskedSet], folds: int) -> Iterable[tuple[Callable[..., SearchRun], Query, str]]:
    """Yield the questions with an answer, and the fold of each: its repository, or one of so many by its id."""
    for bench, ask, path in sets:
        if path == judged_path(bench) and path.is_file():
            judged_set(bench)
        read = located(read_questions(path), bench.index)
        labelled = sorted((one for one in read.queries if one.relevant), key=lambda one: sha256(one.id.encode()).hexdigest())
        for number, query in enumerate(labelled):
            own = replace(query, id=f"{bench.name}/{query.id}") if len(sets) > 1 else query
            yield ask, own, bench.name if len(sets) > 1 else f"fold {number % folds + 1}"


def _ask(ask: Callable[..., SearchRun], query: Query, fold: str, settings: Settings) -> _Asked:
    run = _run(ask, query, settings)
    answer = answer_of(run)
    signals, parts = [one.signals for one in run.ranked], [one.parts for one in run.ranked]
    found = candidates(query, answer.ranked, signals, parts)
    return _Asked(ask, query, fold, QuestionResult(query, answer, metrics(answer, query.relevant)), found)


def _run(
    ask: Callable[..., SearchRun], query: Query, settings: Settings, weights: Mapping[str, float] | None = None
) -> SearchRun:
    """Return the run of a question, also of an index on a server, with all weights said; it is not kept among those asked."""
    said = {name: getattr(settings.rank, name) for name in LEARNED} | dict(weights or {})
    changes: dict[str, object] = {f"rank.{name}": value for name, value in said.items()}
    return ask(query.query, budget=settings.assemble.budget, types=query.types, settings={**changes, "cache.runs": 0})


def _learned(every: Sequence[_Asked], usual: Mapping[str, float], settings: Settings) -> dict[str, float]:
    return learned([one.found for one in every], usual, settings.rank.saturation)


def _again(one: _Asked, weights: Mapping[str, float], settings: Settings) -> QuestionResult:
    """Return what a question gets with other weights."""
    if all(value == getattr(settings.rank, name) for name, value in weights.items()):
        return one.usual
    answer = answer_of(_run(one.ask, one.query, settings, weights))
    return QuestionResult(one.query, answer, metrics(answer, one.query.relevant))
