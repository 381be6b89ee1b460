"""Time Orienteer and two other indexers of code as whole processes on the same checkouts, one after the other.

    python benchmarks/side_by_side.py CHECKOUT … [--rounds 3] [--codegraph PATH] [--code-review-graph PATH]

Each round indexes a copy of the checkout from nothing and again after one edited file, with every tool in turn, so that what
else the machine does falls on all of them alike. Prints the medians of the seconds by the clock and of the seconds of the
processors, with the most memory that one process took. Orienteer makes no vectors here, as the others make none. A tool that is
not found is left out, with the command that installs it.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

_GIT = ("git", "-c", "user.name=Edit", "-c", "user.email=edit@example.org", "-c", "commit.gpgsign=false")
_METHOD = re.compile(r"^ +def .*$", re.MULTILINE)
_SAID = re.compile(r"[\d,]+ (?:units|relations|nodes|edges|files)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tool:
    """A program with its commands for a checkout and a folder of its own, and where in a checkout it leaves things."""

    name: str
    install: str
    first: Callable[[str, Path, Path], Sequence[str]]
    again: Callable[[str, Path, Path], Sequence[str]]
    left: str = ""


def _orienteer(program: str, checkout: Path, _: Path) -> Sequence[str]:
    return program, "index", str(checkout), "--name", "side", "--no-vectors"


def _review(command: str) -> Callable[[str, Path, Path], Sequence[str]]:
    return lambda program, checkout, own: (program, command, "--repo", str(checkout), "--data-dir", str(own / "graph"))


TOOLS = (
    Tool("orienteer", "pip install -e .", _orienteer, _orienteer),
    Tool(
        "codegraph",
        "npm install @colbymchenry/codegraph, then --codegraph node_modules/.bin/codegraph",
        lambda program, checkout, _: (program, "init", str(checkout)),
        lambda program, checkout, _: (program, "sync", str(checkout)),
        ".codegraph",
    ),
    Tool(
        "code-review-graph",
        "pip install code-review-graph in an environment of its own, then --code-review-graph PATH",
        _review("build"),
        _review("update"),
    ),
)


class Spent(NamedTuple):
    """What one process took, with those that it waited for."""

    wall: float
    processor: float
    megabytes: float
    said: str


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--orienteer", default=str(Path(sys.executable).with_name("orienteer")))
    parser.add_argument("--codegraph", default=shutil.which("codegraph") or "")
    parser.add_argument("--code-review-graph", default=shutil.which("code-review-graph") or "")
    options = vars(parser.parse_args())
    programs = {tool: program for tool in TOOLS if (program := _program(tool, options[tool.name.replace("-", "_")]))}
    print(
        f"machine: {platform.processor() or platform.machine()}, {os.cpu_count()} cores; medians of {options['rounds']} rounds"
    )
    for checkout in options["checkouts"]:
        with tempfile.TemporaryDirectory() as folder:
            measure(checkout.resolve(), Path(folder), programs, options["rounds"])


def _program(tool: Tool, path: str) -> str:
    found = shutil.which(path) if path else None
    if found is None:
        print(f"{tool.name} is left out: it is not installed. Run: {tool.install}")
    return str(Path(found).absolute()) if found else ""


def measure(origin: Path, folder: Path, programs: Mapping[Tool, str], rounds: int) -> None:
    """Index copies of one checkout with every tool in turn and print the medians."""
    spent: dict[tuple[str, str], list[Spent]] = defaultdict(list)
    copies = {tool: _copy(origin, folder / tool.name) for tool in programs}
    for number in range(rounds):
        in_turn = list(programs)[number % len(programs) :] + list(programs)[: number % len(programs)]
        for tool in in_turn:
            own = folder / f"{tool.name} {number}"
            own.mkdir()
            shutil.rmtree(copies[tool] / (tool.left or ".nothing"), ignore_errors=True)
            spent[tool.name, "from nothing"].append(run(tool.first(programs[tool], copies[tool], own), own))
            edit(copies[tool], number)
            spent[tool.name, "one edited file"].append(run(tool.again(programs[tool], copies[tool], own), own))
    print(f"\n{origin.name}")
    for (name, what), measured in sorted(spent.items(), key=lambda pair: pair[0][1]):
        wall, processor = (statistics.median(one[place] for one in measured) for place in (0, 1))
        most = max(one.megabytes for one in measured)
        print(f"{what:<16} {name:<18} {wall:7.2f} s, processors {processor:7.2f} s, {most:6.0f} MB   {measured[-1].said}")


def _copy(origin: Path, target: Path) -> Path:
    """Return a copy in which everything is committed: one of the tools reads what git knows."""
    copy = target / origin.name
    shutil.copytree(origin, copy, symlinks=True, ignore=shutil.ignore_patterns(".codegraph", ".code-review-graph"))
    if not (copy / ".git").exists():
        for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "All")):
            subprocess.run([*_GIT, *arguments], cwd=copy, check=True)
    return copy


def edit(checkout: Path, number: int) -> None:
    """Write a new line with a call into the first method of the largest model, or else of the largest file of code."""
    files = [path for kind in ("rb", "py") for path in checkout.rglob(f"*.{kind}") if path.is_file()]
    models = [path for path in files if "app/models" in path.as_posix()]
    largest = max(models or files, key=lambda path: (path.stat().st_size, path.as_posix()))
    text = largest.read_text("utf-8")
    first = _METHOD.search(text)
    if first is None:
        sys.exit(f"{largest} has no method to edit.")
    indent = " " * (len(first[0]) - len(first[0].lstrip()) + 2)
    largest.write_text(f"{text[: first.end()]}\n{indent}logger.info('edited {number}'){text[first.end() :]}", "utf-8")


def run(command: Sequence[str], own: Path) -> Spent:
    """Run a program with a home of its own; stops on a failure."""
    told = {"HOME": str(own), "ORIENTEER_HOME": str(own), "CODEGRAPH_TELEMETRY": "0", "DO_NOT_TRACK": "1"}
    environment = {**os.environ, **told}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else a checkout that is not installed is compiled in every run
    log = own / "log"
    with log.open("wb") as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    said = log.read_text("utf-8", "replace")
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed: {said[-2000:]}")
    return Spent(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, ", ".join(_SAID.findall(said)))


if __name__ == "__main__":
    main()
