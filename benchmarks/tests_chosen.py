"""How early the tests that a change breaks are among those that `orienteer tests` names for it.

    python -m benchmarks.tests_chosen CHECKOUT --python BIN/python --source src --commits 40

The checkout is copied at HEAD, its tests run once under coverage.py with one context for each test (the given Python needs
pytest, pytest-cov and what the tests need), and it is indexed. Then each of the last commits that change the source folder
is taken back there alone, if it still comes off, newest first; the tests are run; those that fail are what the choice should
have named. Told are, for all commits after which a test fails: the share of failing tests among the first tenth of all tests,
with the coverage report, and by code alone; chance is a tenth.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
from pathlib import Path
from statistics import fmean

from core.workbench import Workbench, index_checkout, open_workbench

_FAILED = re.compile(r"^FAILED (\S+?)(?:\[.*)?(?: - .*)?$", re.MULTILINE)
_SECONDS = 600


def main() -> None:
    """Print one line for each commit, and the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--source", default="src")
    parser.add_argument("--tests", default="tests")
    parser.add_argument("--commits", type=int, default=40)
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ORIENTEER_HOME"] = str(Path(folder) / "home")
        measure(said, Path(folder) / "copy")


def measure(said: argparse.Namespace, copy: Path) -> None:
    """Run the whole measurement in a copy of the checkout."""
    _git(said.checkout, "clone", "-q", str(said.checkout), str(copy))
    _pytest(said, copy, f"--cov={said.source}", "--cov-context=test", "--cov-report=")
    index_checkout(copy, "choice", vectors=False)
    bench = open_workbench("choice")
    by_code = _chosen_by(bench, _diffs(said, copy))
    bench.keep_coverage([copy / ".coverage"])
    by_both = _chosen_by(bench, _diffs(said, copy))
    every = _collected(said, copy)
    shares: list[tuple[float, float]] = []
    for sha, diff in _diffs(said, copy):
        subprocess.run(["git", "-C", str(copy), "apply", "-"], input=diff, text=True, check=True)
        failed = set(_FAILED.findall(_pytest(said, copy))) & every
        _git(copy, "checkout", "-q", ".")
        if not failed:
            continue
        first = max(1, round(len(every) / 10))
        both, code = ((_share(names[sha], failed, first)) for names in (by_both, by_code))
        shares.append((both, code))
        print(f"{sha[:10]}  {len(failed):4d} fail  measured {both:.2f}  by code {code:.2f}", flush=True)
    if not shares:
        print("No commit could be taken back so that a test fails.")
        return
    both, code = (fmean(column) for column in zip(*shares, strict=True))
    print(
        f"{len(shares)} commits, {len(every)} tests: in the first tenth {both:.3f} measured, {code:.3f} by code, .100 by chance"
    )


def _diffs(said: argparse.Namespace, copy: Path) -> list[tuple[str, str]]:
    """Return the commits that come off, newest first, each as the diff that takes it back from what is indexed."""
    found = []
    for sha in _git(copy, "log", "--no-merges", f"-{said.commits * 4}", "--format=%H", "--", said.source).split():
        back = _git(copy, "diff", sha, f"{sha}~1", "--", said.source)
        applies = subprocess.run(
            ["git", "-C", str(copy), "apply", "--check", "-"], input=back, text=True, capture_output=True, check=False
        )
        if "\n@@ " in back and not applies.returncode:
            subprocess.run(["git", "-C", str(copy), "apply", "-"], input=back, text=True, check=True)
            found.append((sha, _git(copy, "diff")))
            _git(copy, "checkout", "-q", ".")
        if len(found) == said.commits:
            break
    return found


def _chosen_by(bench: Workbench, diffs: list[tuple[str, str]]) -> dict[str, list[str]]:
    return {sha: [_place(one.file_path, one.name) for one in bench.tests_for(diff).tests] for sha, diff in diffs}


def _place(path: str, name: str) -> str:
    """Return a test as its file and its own name: what both the runner and the index know of it."""
    return f"{path or name.split('::')[0]}::{re.split('[.:]', name)[-1]}"


def _share(chosen: list[str], failed: set[str], first: int) -> float:
    wanted = {_place("", name) for name in failed}
    return len(wanted & set(list(dict.fromkeys(chosen))[:first])) / len(wanted)


def _collected(said: argparse.Namespace, copy: Path) -> set[str]:
    told = _pytest(said, copy, "--collect-only")
    return {line.partition("[")[0] for line in told.splitlines() if "::" in line}


def _pytest(said: argparse.Namespace, copy: Path, *more: str) -> str:
    command = [str(said.python), "-m", "pytest", "-q", "-rf", "-p", "no:cacheprovider", *more, said.tests]
    environment = {**os.environ, "PYTHONPATH": str(copy / said.source), "COLUMNS": "500"}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=_SECONDS, check=False)
    return done.stdout


def _git(root: Path, *words: str) -> str:
    return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    main()
