"""Time the whole path on one checkout: index, vectors, second run, warm questions, a cold question.

    python benchmarks/speed.py PATH [--questions FILE]
    python benchmarks/speed.py --index NAME [--questions FILE]        an index that is there: only the questions
    python benchmarks/speed.py --synthetic 100000                     an index of about so many made-up units, without vectors

Prints one line per figure with its target. Each phase runs as its own process in a fresh home, as a user would run it; warm
questions are asked in this process, each question of the set once after one warm-up question. Times are of the clock; beside
those of questions stands the time of the processor, which other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

_COLD = "how are notifications sent to users"
_MADE_UP = ("which service calls a mailer", "how does a policy use its model", "which jobs enqueue jobs", "Area007", "step")
_METHODS, _PER_CLASS = 3, 4.75  # of a made-up index: methods per class, units per class with its methods, file and folder
_QUESTIONS = ("how does authentication work", "where is email delivered", "what happens when a record is saved", "User")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, nargs="?", help="the checkout")
    parser.add_argument("--index", help="ask this index of ORIENTEER_HOME, index nothing")
    parser.add_argument("--synthetic", type=int, metavar="UNITS", help="ask an index of so many made-up units")
    parser.add_argument("--questions", type=Path, help="a question set for the warm questions")
    parser.add_argument("--home", type=Path, help="keep the index here instead of a temporary folder")
    options = parser.parse_args()
    print(f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    if options.index:
        cold(options.index)
        warm(options.index, options.questions)
        return
    if not options.synthetic and not options.path:
        parser.error("give a PATH, --index or --synthetic")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ORIENTEER_HOME"] = str(options.home or Path(folder))
        if options.synthetic:
            made_up_index(options.synthetic)
        else:
            indexing(options.path)
        made_up = bool(options.synthetic)
        cold("speed", _MADE_UP[0] if made_up else _COLD)
        warm("speed", options.questions, *((150, _MADE_UP) if made_up else ()))


def made_up_index(units: int) -> None:
    """Publish an index of about so many units and three times as many relations; print what is in it, time and memory.

    A fifth of the units are classes, a sixth of these tests; the others have three methods each; the rest are files, folders.
    """
    sizes = (str(round(units / _PER_CLASS)), str(3 * units), str(_METHODS))
    command = [sys.executable, str(Path(__file__).with_name("synthetic.py")), "speed", *sizes]
    print(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip(), "without vectors")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{'peak memory of publishing':<40} {peak:8.0f} MB")


def indexing(path: Path) -> None:
    """Time structure and words, then vectors, then a run without changes."""
    timed("structure, graph and lexical index", "at most 6 s", "index", str(path), "--name", "speed", "--no-vectors")
    seconds = timed("vectors", "at most 180 s", "index", str(path), "--name", "speed")
    texts = count_of("chunks")
    print(f"{'texts embedded':<40} {texts / seconds:8.1f} per second ({texts} texts; at least 45)")
    timed("second run without changes", "at most 2 s", "index", str(path), "--name", "speed")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{'peak memory of a process':<40} {peak:8.0f} MB (under 1000)")


def cold(index: str, question: str = _COLD) -> None:
    """Time a question from a cold shell: the medians of five processes."""
    spent = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        wall = run("ask", question, "-i", index)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append((wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    wall, processor = (statistics.median(column) for column in zip(*spent, strict=True))
    print(f"{'question from a cold shell, median':<40} {wall:8.2f} s (at most 2.5; processor {processor:.2f} s)")


def warm(index: str, questions: Path | None, median: int = 50, usual: Sequence[str] = _QUESTIONS) -> None:
    """Time questions in this process, and its memory."""
    from core import open_workbench

    asked = [query["query"] for query in json.loads(questions.read_text())["queries"]] if questions else list(usual) * 5
    bench = open_workbench(index, settings={"cache.runs": 0})
    bench.ask(asked[0])
    walls, processors = [], []
    for question in asked:
        start, spent = time.perf_counter(), time.process_time()
        bench.ask(question)
        walls.append((time.perf_counter() - start) * 1000)
        processors.append((time.process_time() - spent) * 1000)
    for label, place, most in (("median", 0.5, median), ("95th percentile", 0.95, 3 * median)):
        wall, processor = (sorted(times)[int(len(times) * place)] for times in (walls, processors))
        note = f"at most {most}; processor {processor:.1f} ms; {len(walls)} questions"
        print(f"{f'warm question, {label}':<40} {wall:8.1f} ms ({note})")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'peak memory of the asking process':<40} {peak:8.0f} MB (under 1000)")


def count_of(table: str) -> int:
    """Return the rows of a table of the index."""
    from core import open_workbench

    return int(open_workbench("speed").sql(f"SELECT count(*) AS n FROM {table}")["n"][0])


def timed(label: str, target: str, *arguments: str) -> float:
    """Run the command once, print its wall time beside the target, return it in seconds."""
    seconds = run(*arguments)
    print(f"{label:<40} {seconds:8.2f} s ({target})")
    return seconds


def run(*arguments: str) -> float:
    """Run `orienteer` with these arguments and return its wall time in seconds; stops on a failure."""
    command = Path(sys.executable).parent / "orienteer"
    start = time.perf_counter()
    done = subprocess.run([str(command), *arguments], capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    if done.returncode:
        sys.exit(f"{' '.join(arguments)} failed: {done.stderr.strip()}")
    return seconds


if __name__ == "__main__":
    main()
