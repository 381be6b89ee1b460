"""Time the whole path on one checkout: index, vectors, second run, warm questions, a cold question.

    python benchmarks/speed.py PATH [--questions FILE]

Prints one line per figure with its target. Each phase runs as its own process in a fresh home, as a user would run it; warm
questions are asked in this process, each question of the set once after one warm-up question.
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
from pathlib import Path

_QUESTIONS = ("how does authentication work", "where is email delivered", "what happens when a record is saved", "User")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path, help="the checkout")
    parser.add_argument("--questions", type=Path, help="a question set for the warm questions")
    parser.add_argument("--home", type=Path, help="keep the index here instead of a temporary folder")
    options = parser.parse_args()
    print(f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder)
        os.environ["ORIENTEER_HOME"] = str(home)
        indexing(options.path)
        cold(options.path)
        warm(options.questions)


def indexing(path: Path) -> None:
    """Time structure and words, then vectors, then a run without changes."""
    timed("structure, graph and lexical index", "at most 6 s", "index", str(path), "--name", "speed", "--no-vectors")
    seconds = timed("vectors", "at most 180 s", "index", str(path), "--name", "speed")
    texts = count_of("chunks")
    print(f"{'texts embedded':<40} {texts / seconds:8.1f} per second ({texts} texts; at least 45)")
    timed("second run without changes", "at most 2 s", "index", str(path), "--name", "speed")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{'peak memory of a process':<40} {peak:8.0f} MB (under 1000)")


def cold(path: Path) -> None:
    """Time a question from a cold shell: the median of five processes."""
    runs = [run("ask", "how are notifications sent to users", "-i", "speed", "--sources") for _ in range(5)]
    print(f"{'question from a cold shell, median':<40} {statistics.median(runs):8.2f} s (at most 2.5)")


def warm(questions: Path | None) -> None:
    """Time questions in this process."""
    from core import open_workbench

    asked = [query["query"] for query in json.loads(questions.read_text())["queries"]] if questions else list(_QUESTIONS) * 5
    bench = open_workbench("speed")
    bench.ask(asked[0])
    times = []
    for question in asked:
        start = time.perf_counter()
        bench.ask(question)
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    print(f"{'warm question, median':<40} {statistics.median(times):8.1f} ms (at most 50; {len(times)} questions)")
    print(f"{'warm question, 95th percentile':<40} {times[int(len(times) * 0.95)]:8.1f} ms (at most 150)")


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
