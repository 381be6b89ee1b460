"""Ask question sets under growing budgets: what the context holds at each, and what a larger one loses again.

    python benchmarks/budgets.py INDEX=QUESTIONS.json ... [--budgets 500,1000,2000,4000,8000,16000]

An expected unit is held when the context has lines of it or of its members; an expected file without a unit, when it has lines
of the file. Prints per set the share of expected units that are held at each budget, and the steps to the next budget at
which an expected unit is no longer held, with the questions.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from core import open_workbench
from core.evaluate import Query, Relevant, read_questions
from core.model.run import SearchRun
from core.workbench import Workbench

_BUDGETS = "500,1000,2000,4000,8000,16000"


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", help="INDEX=QUESTIONS.json")
    parser.add_argument("--budgets", default=_BUDGETS, help=f"tokens, ascending (default: {_BUDGETS})")
    options = parser.parse_args()
    budgets = [int(budget) for budget in options.budgets.split(",")]
    for one in options.sets:
        index, _, path = one.partition("=")
        queries = [query for query in read_questions(Path(path)).queries if query.relevant]
        bench = open_workbench(index)
        report(index, queries, budgets, [held(bench, query, budgets) for query in queries])


def held(bench: Workbench, query: Query, budgets: Sequence[int]) -> list[frozenset[int]]:
    """Return for each budget the numbers of the expected entries that the context holds."""
    return [holds(bench.ask(query.query, budget=budget), query.relevant) for budget in budgets]


def holds(run: SearchRun, expected: Sequence[Relevant]) -> frozenset[int]:
    """Return the numbers of the expected entries that a context holds."""
    names = {source.unit_key.partition(":")[2] for source in run.context.sources}
    files = {source.file_path for source in run.context.sources}

    def met(entry: Relevant) -> bool:
        inside = tuple(f"{entry.unit}{separator}" for separator in ("#", ".", "::"))
        return any(name == entry.unit or name.startswith(inside) for name in names) if entry.unit else entry.file in files

    return frozenset(number for number, entry in enumerate(expected) if met(entry))


def report(index: str, queries: Sequence[Query], budgets: Sequence[int], found: Sequence[list[frozenset[int]]]) -> None:
    """Print the shares and the losses of one set."""
    shares = [
        sum(len(row[place]) / len(query.relevant) for row, query in zip(found, queries, strict=True)) / len(queries)
        for place in range(len(budgets))
    ]
    print(f"{index}: held " + ", ".join(f"{share:.3f} at {budget}" for share, budget in zip(shares, budgets, strict=True)))
    losses = [
        (query.id, budget)
        for row, query in zip(found, queries, strict=True)
        for (before, after), budget in zip(pairwise(row), budgets[1:], strict=True)
        if before - after
    ]
    print(f"  {len(losses)} of {len(queries) * (len(budgets) - 1)} steps lose an expected unit: {losses or 'none'}")


if __name__ == "__main__":
    main()
