"""Ask for methods that are drawn at random, in words, and count those that the context shows to the last line.

    python benchmarks/methods.py INDEX [--number 80] [-b 3000] [--by-name | --values]

The question is made of the words of the names of a method and its class ("What does send single request do in the async
client?"), or with `--by-name` of the names themselves; `--values` asks "Where is the price of an order computed?" and counts
the methods that are ranked first, too. Methods of tests, and those named only with underscores around
(`__init__`), are not drawn; the same index gives the same methods. A method that the ranking has first and the context does
not show whole is a fault of assembling, one that is ranked late a fault of searching: both are listed.
"""

from __future__ import annotations

import argparse
import random

from core import open_workbench
from core.model import UnitHead
from core.model.run import SearchRun
from core.text.words import split_identifier
from core.workbench import Workbench

_SEED = 20_240_229


def main() -> None:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index", help="the name of an index")
    parser.add_argument("--number", type=int, default=80)
    parser.add_argument("-b", "--budget", type=int, default=3000)
    parser.add_argument("--by-name", action="store_true", help="ask with the names instead of their words")
    parser.add_argument("--values", action="store_true", help="ask where the value is computed")
    options = parser.parse_args()
    bench = open_workbench(options.index, settings={"cache.runs": 0})
    drawn = methods(bench, options.number)
    whole = first = 0
    for head in drawn:
        question = of_value(head) if options.values else asked(head, options.by_name)
        run = bench.ask(question, budget=options.budget)
        place = next((one.rank for one in run.ranked if one.unit_key == head.key), 0)
        first += place == 1
        whole += is_whole(run, head)
        if not is_whole(run, head) or (options.values and place != 1):
            shown = "whole" if is_whole(run, head) else "not whole"
            print(f"{shown}, ranked {place or 'nowhere'}: {head.identifier} · {question}")
    print(
        f"{options.index}: {whole} of {len(drawn)} methods are shown whole at {options.budget} tokens, {first} are ranked first"
    )


def methods(bench: Workbench, number: int) -> list[UnitHead]:
    """Return methods of classes, drawn with a fixed seed."""
    known = bench.heads
    found = [
        head
        for head in known.values()
        if head.type == "method" and not head.is_test and not head.name.startswith("__") and head.parent in known
    ]
    return random.Random(_SEED).sample(found, min(number, len(found)))


def asked(head: UnitHead, by_name: bool) -> str:
    """Return the question for a method."""
    owner = head.parent.rpartition(":")[2].replace("::", ".").rpartition(".")[2]
    if by_name:
        return f"What does {owner}.{head.name} do?"
    return f"What does {' '.join(split_identifier(head.name))} do in the {' '.join(split_identifier(owner))}?"


def of_value(head: UnitHead) -> str:
    """Return the question where a method computes what its name says."""
    owner = head.parent.rpartition(":")[2].replace("::", ".").rpartition(".")[2]
    return f"Where is the {' '.join(split_identifier(head.name))} of a {' '.join(split_identifier(owner))} computed?"


def is_whole(run: SearchRun, head: UnitHead) -> bool:
    """Tell whether the context shows every line of the method that is not blank."""
    sources = [source for source in run.context.sources if source.file_path == head.file_path]
    shown = {line for source in sources for first, last in source.ranges for line in range(first, last + 1)}
    return head.key in run.context.shown_as and set(range(head.start_line, head.end_line + 1)) <= shown


if __name__ == "__main__":
    main()
