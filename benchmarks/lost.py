"""Where labelled code is lost: shown, ranked early and left out when the budget was filled, ranked late, or never ranked.

    python -m benchmarks.lost INDEX QUESTIONS.json [-b 8000] [--split report]

INDEX is the name of an index that was made of the code that the questions are about. An entry stands at the place of its own
unit, or of the unit around its lines; files do not count. Also told is how the tokens of code are spent: by whole classes,
parts of classes and members, each with how many of them hold a labelled line.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from core import open_workbench
from core.evaluate import located, read_questions
from core.evaluate.evidence import is_member, shows
from core.evaluate.matching import Item
from core.evaluate.questions import Relevant
from core.model.run import Filters, SearchRun
from core.open_index import OpenIndex
from core.pipeline.answer import ask
from core.workbench.evaluation import answer_of

_BANDS = ((10, "ranked 1 to 10"), (30, "ranked 11 to 30"), (100, "ranked 31 to 100"))


def main() -> None:
    """Ask all questions and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index")
    parser.add_argument("questions", type=Path)
    parser.add_argument("-b", "--budget", type=int, default=8000)
    parser.add_argument("--split", default="", help="report or develop")
    options = parser.parse_args()
    bench = open_workbench(options.index)
    index = bench.stores.index
    entries: Counter[str] = Counter()
    spent: Counter[str] = Counter()
    queries = [one for one in located(read_questions(options.questions), index).queries if options.split in ("", one.split)]
    for query in queries:
        run = ask(query.query, bench.stores, bench.settings, budget=options.budget, filters=Filters(types=query.types))
        answer = answer_of(run)
        for entry in query.relevant:
            entries["shown" if shows(answer.sources, entry) else _band(answer.ranked, entry)] += 1
        _spend(run, query.relevant, index, spent)
    print(f"{options.index}: {len(queries)} questions, {sum(entries.values())} labelled entries")
    for band in ("shown", *(name for _, name in _BANDS), "ranked later", "never ranked"):
        print(f"  {band:<18} {entries[band]:4d}")
    for kind in ("whole class", "part of a class", "member"):
        shown = f"{spent[kind + ' n'] / len(queries):.1f} shown, {spent[kind + ' met'] / len(queries):.1f} of them labelled"
        print(f"  {kind:<18} {spent[kind] / len(queries):6.0f} tokens a question, {shown}")


def _band(ranked: Sequence[Item], entry: Relevant) -> str:
    """Return where an entry that is not shown stands in the ranking."""
    place = next((place for place, item in enumerate(ranked, 1) if _is_of(item, entry)), 0)
    if not place:
        return "never ranked"
    return next((name for most, name in _BANDS if place <= most), "ranked later")


def _is_of(item: Item, entry: Relevant) -> bool:
    if item.type == "file":
        return False
    if entry.member:
        return is_member(item, entry)
    lines = entry.lines.ranges or ((entry.start_line, entry.end_line),)
    first, last = min(start for start, _ in lines), max(end for _, end in lines)
    return item.file_path == (entry.lines.file or entry.file) and item.start_line <= first and last <= item.end_line


def _spend(run: SearchRun, entries: Sequence[Relevant], index: OpenIndex, spent: Counter[str]) -> None:
    """Count the tokens of each source by what it is, and whether it holds a labelled line."""
    for source in run.context.sources:
        number = index.position[source.unit_key]
        kind = "member" if index.hosts[number] != number else "part of a class" if source.truncated else "whole class"
        spent[kind] += source.tokens
        spent[f"{kind} n"] += 1
        spent[f"{kind} met"] += any(_overlaps(source.file_path, source.ranges, entry) for entry in entries)


def _overlaps(path: str, ranges: Sequence[tuple[int, int]], entry: Relevant) -> bool:
    lines = entry.lines.ranges or ((entry.start_line, entry.end_line),)
    if path != (entry.lines.file or entry.file):
        return False
    return any(start <= last and first <= end for start, end in ranges for first, last in lines)


if __name__ == "__main__":
    main()
