"""How well a set answers the labelled questions of its members: asked of one member, of all pooled, of all and merged by rank.

    python -m benchmarks.pooled SET MEMBER=data/questions/….json … [--every N]

Each question (or every Nth) is asked of its member's own index, of the set within that member, of the whole set, and of each
member within the set with the rankings merged by rank (reciprocal rank fusion, 60). Printed are means over the questions of
each member and over all.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from core.evaluate.matching import Item
from core.evaluate.metrics import MeasuredAnswer, metrics
from core.evaluate.questions import Query, read_questions
from core.model.run import SearchRun
from core.settings import read_settings
from core.workbench import Workbench, open_workbench
from core.workbench.evaluation import answer_of

SHOWN = ("mrr", "recall@10", "recall@20", "ndcg@10")
_K = 60


def main(name: str, pairs: list[str], every: int = 1) -> None:
    """Print a row for each member and way of asking."""
    settings = read_settings({"cache.runs": 0})
    whole = open_workbench(name, settings=settings)
    rows: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    for pair in pairs:
        member, _, path = pair.partition("=")
        alone = open_workbench(member, settings=settings)
        for query in read_questions(Path(path)).queries[::every]:
            if query.relevant:
                for way, found in _ways(whole, alone, member, query).items():
                    rows[member, way].append(found)
                    rows["all", way].append(found)
    for (member, way), found in rows.items():
        figures = "  ".join(f"{figure} {fmean(row[figure] for row in found if figure in row):.3f}" for figure in SHOWN)
        print(f"{member:16} {way:8} {len(found):4}  {figures}")


def _ways(whole: Workbench, alone: Workbench, member: str, query: Query) -> dict[str, dict[str, float]]:
    members = [one.name for one in whole.manifest.members]
    labels = tuple(replace(one, file=f"{member}/{one.file}" if one.file else "") for one in query.relevant)
    scoped = {one: whole.ask(query.query, types=query.types, repositories=[one]) for one in members}
    return {
        "alone": metrics(answer_of(alone.ask(query.query, types=query.types)), query.relevant),
        "scoped": _measured(scoped[member], labels, member),
        "pooled": _measured(whole.ask(query.query, types=query.types), labels, member),
        "merged": _measured_ranking(_merged(list(scoped.values())), labels, member),
    }


def _measured(run: SearchRun, labels: tuple, member: str) -> dict[str, float]:
    answer = answer_of(run)
    return metrics(replace(answer, ranked=_own(answer.ranked, member), sources=_own(answer.sources, member)), labels)


def _measured_ranking(ranked: list[Item], labels: tuple, member: str) -> dict[str, float]:
    return metrics(MeasuredAnswer(_own(tuple(ranked), member), (), 0), labels)


def _own(items: tuple[Item, ...], member: str) -> tuple[Item, ...]:
    """Return the items with names that other members cannot have: two repositories may have an `Order`."""
    return tuple(
        one if one.file_path.startswith(f"{member}/") else replace(one, identifier=f"{one.file_path}//{one.identifier}")
        for one in items
    )


def _merged(runs: list[SearchRun]) -> list[Item]:
    scores: dict[str, float] = defaultdict(float)
    items: dict[str, Item] = {}
    for run in runs:
        for unit in run.ranked:
            head = run.heads[unit.unit_key]
            items[unit.unit_key] = Item(head.type, head.identifier, head.file_path, head.start_line, head.end_line)
            scores[unit.unit_key] += 1 / (_K + unit.rank)
    return [items[key] for key in sorted(scores, key=lambda key: (-scores[key], key))]


if __name__ == "__main__":
    given = sys.argv[1:]
    step = int(given.pop(given.index("--every") + 1)) if "--every" in given else 1
    main(given[0], [one for one in given[1:] if one != "--every"], step)
