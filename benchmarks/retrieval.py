"""Measure retrieval on question sets: metrics by intent and scope, baselines with intervals, ablation, classification, speed.

    python benchmarks/retrieval.py INDEX=QUESTIONS.json … [--split report] [-b 8000] [--baselines] [--ablation]

INDEX is the name of an index that was made of the code that the questions are about. `--split` takes the half of the
questions that is reported on, or the half that may be looked at while tuning (`develop`); without it all are asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from core import open_workbench
from core.evaluate import QuestionSet, Report, located, measure, read_questions
from core.evaluate.report import SHOWN_METRICS
from core.model.run import Filters, SearchRun
from core.pipeline.answer import ask
from core.settings import Settings, changed
from core.workbench import Workbench
from core.workbench.evaluation import WAYS, answer_of, baseline

_STRATEGIES = Settings().search.strategies
_ABLATIONS: Mapping[str, Mapping[str, object]] = {
    **{
        f"without {signal}": {f"rank.{signal}": 0}
        for signal in (
            "semantic", "table", "pieces", "keyword", "recency", "importance", "type_match", "diversity", "definition",
            "relation", "coverage", "coherence", "described", "aside",
        )
    },
    **{
        f"without search by {name}": {"search.strategies": [other for other in _STRATEGIES if other != name]}
        for name in _STRATEGIES
    },
    "without saturation": {"rank.saturation": 1},
    "fusion convex": {"search.fusion": "convex"},
    "rrf k = 10": {"search.rrf_k": 10},
    "without overview": {"assemble.structural": 0},
    "steepness 1": {"assemble.steepness": 1},
    "steepness 2": {"assemble.steepness": 2},
    "steepness 5": {"assemble.steepness": 5},
}  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", metavar="INDEX=QUESTIONS", help="an index and the questions about it")
    parser.add_argument("--split", default="", help="report or develop")
    parser.add_argument("-b", "--budget", type=int, default=8000)
    parser.add_argument(
        "--baselines", action="store_true", help="also grep, whole files, naive chunks, lexical, vectors, ranked units whole"
    )
    parser.add_argument("--ablation", action="store_true", help="also each signal switched off")
    options = parser.parse_args()
    for pair in options.sets:
        index, _, path = pair.partition("=")
        bench = open_workbench(index)
        questions = located(chosen(read_questions(Path(path)), options.split), bench.stores.index)
        print(f"\n## {index}: {len(questions.queries)} questions, {options.budget} tokens")
        report = ours(bench, questions, options.budget, {})
        report = ours(bench, questions, options.budget, {})  # the second time warm
        table([report])
        for label in ("intent", "scope"):
            rows(report.by(label))
        print("classification:", "  ".join(f"{name} {share:.2f}" for name, share in accuracy(bench, questions).items()))
        print("seconds:", "  ".join(f"{name} {seconds:.3f}" for name, seconds in report.seconds().items()))
        if options.baselines:
            beside(report, baselines(bench, questions, options.budget))
        if options.ablation:
            beside(report, (ours(bench, questions, options.budget, changes, name) for name, changes in _ABLATIONS.items()))


def chosen(questions: QuestionSet, split: str) -> QuestionSet:
    """Return the questions of one half, or all."""
    return replace(questions, queries=tuple(query for query in questions.queries if split in ("", query.split)))


def ours(
    bench: Workbench, questions: QuestionSet, budget: int, changes: Mapping[str, object], name: str = "orienteer"
) -> Report:
    """Return the report of the pipeline under changed settings."""
    settings: Settings = bench.settings
    for setting, value in changes.items():
        settings = changed(settings, setting, value)

    def run(query) -> SearchRun:
        return ask(query.query, bench.stores, settings, budget=budget, filters=Filters(types=query.types))

    return measure(name, questions, lambda query: answer_of(run(query)))


def baselines(bench: Workbench, questions: QuestionSet, budget: int) -> Iterable[Report]:
    """Yield the report of each baseline."""
    for name in WAYS:
        yield measure(name, questions, lambda query, name=name: baseline(name, query, bench.stores, bench.settings, budget))


def accuracy(bench: Workbench, questions: QuestionSet) -> dict[str, float]:
    """Return the share of questions whose intent, scope and framework flag are those of the label."""
    plans = [(query, bench.ask(query.query, budget=0).plan) for query in questions.queries]
    return {
        "intent": sum(plan.intent == query.intent for query, plan in plans) / len(plans),
        "scope": sum(plan.scope == query.scope for query, plan in plans) / len(plans),
        "framework": sum(plan.framework == query.framework_context for query, plan in plans) / len(plans),
    }


def beside(report: Report, others: Iterable[Report]) -> None:
    """Print each other report and by how much ours differs, with the interval of the difference."""
    for other in others:
        table([other])
        for metric in ("mrr", "evidence_recall"):
            found = other.compare(report, metric)
            mark = "" if found.is_clear else " (not clear)"
            print(f"{'':<24} {metric}: ours {found.mean:+.3f}  [{found.low:+.3f}, {found.high:+.3f}]{mark}")


def table(reports: Iterable[Report]) -> None:
    """Print the means of reports."""
    rows({report.name: report.means() for report in reports})


def rows(means: Mapping[str, Mapping[str, float]]) -> None:
    """Print one line of metrics per name."""
    for name, values in means.items():
        print(f"{name:<24} " + "  ".join(f"{metric} {values[metric]:.3f}" for metric in SHOWN_METRICS if metric in values))


if __name__ == "__main__":
    main()
