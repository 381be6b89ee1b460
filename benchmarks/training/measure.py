"""Judge rows for questions on question sets, with the interval of the difference to the table without them.

    python -m benchmarks.training.measure ROWS… --sets INDEX=QUESTIONS.json … [-b 8000] [--split develop]

ROWS is a file that `benchmarks.training.train` wrote. Every question goes through the whole pipeline; `alone` is the
reciprocal rank by the vectors of the table alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.retrieval import chosen
from benchmarks.training.tables import AskedTable
from core import open_workbench
from core.evaluate import Query, QuestionSet, located, measure, read_questions
from core.model.run import Filters
from core.open_index import Stores
from core.pipeline.answer import ask
from core.settings import Settings, changed
from core.workbench import Workbench
from core.workbench.evaluation import answer_of

_SHOWN = ("mrr", "ndcg@10", "recall@10", "evidence_recall", "mention_recall")
_RESAMPLES = 5000
Figures = dict[str, NDArray[np.float64]]


@dataclass(frozen=True)
class Judge:
    """A question set and the open index that it is asked of."""

    name: str
    bench: Workbench
    questions: QuestionSet

    def figures(self, folder: Path | None, budget: int) -> Figures:
        """Return each metric of each question, with the shipped rows or those of a file."""
        stores = self.bench.stores
        stores = stores if folder is None else replace(stores, table=AskedTable(folder))
        alone = changed(self.bench.settings, "search.strategies", ["table"])
        report = measure("table", self.questions, lambda query: answer_of(_run(query, stores, self.bench.settings, budget)))
        found = {name: np.array([result.metrics[name] for result in report.measured]) for name in _SHOWN}
        single = measure("alone", self.questions, lambda query: answer_of(_run(query, stores, alone, 0)))
        return {"alone": np.array([result.metrics["mrr"] for result in single.measured]), **found}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", type=Path, metavar="ROWS")
    parser.add_argument("--sets", nargs="+", required=True, metavar="INDEX=QUESTIONS")
    parser.add_argument("-b", "--budget", type=int, default=8000)
    parser.add_argument("--split", default="", help="report or develop")
    options = parser.parse_args()
    judges = [judge(pair, options.split) for pair in options.sets]
    shipped = [one.figures(None, options.budget) for one in judges]
    tell("shipped", judges, shipped)
    for folder in options.rows:
        found = [one.figures(folder, options.budget) for one in judges]
        tell(str(folder), judges, found)
        for metric in found[0]:
            differences = np.concatenate([ours[metric] - theirs[metric] for ours, theirs in zip(found, shipped, strict=True)])
            low, high = interval(differences)
            print(f"  {metric:<16} {differences.mean():+.4f}  [{low:+.4f}, {high:+.4f}]", flush=True)


def judge(pair: str, split: str) -> Judge:
    """Return the judge that `INDEX=QUESTIONS` names."""
    index, _, path = pair.partition("=")
    bench = open_workbench(index)
    return Judge(index, bench, located(chosen(read_questions(Path(path)), split), bench.stores.index))


def interval(differences: NDArray[np.float64]) -> tuple[float, float]:
    """Return the 95 % interval of a mean by the bootstrap over questions."""
    drawn = np.random.default_rng(0).integers(0, len(differences), (_RESAMPLES, len(differences)))
    low, high = np.percentile(differences[drawn].mean(1), [2.5, 97.5])
    return float(low), float(high)


def tell(name: str, judges: Sequence[Judge], found: Sequence[Figures]) -> None:
    """Print the means of each set and of all questions."""
    print(f"\n{name}")
    for judge_, figures in zip(judges, found, strict=True):
        print(f"  {judge_.name:<12} " + "  ".join(f"{metric} {values.mean():.3f}" for metric, values in figures.items()))
    means = {metric: np.concatenate([figures[metric] for figures in found]).mean() for metric in found[0]}
    print(f"  {'all':<12} " + "  ".join(f"{metric} {value:.3f}" for metric, value in means.items()), flush=True)


def _run(query: Query, stores: Stores, settings: Settings, budget: int):
    return ask(query.query, stores, settings, budget=budget, filters=Filters(types=query.types))


if __name__ == "__main__":
    main()
