"""Index ordinary public repositories one after another and tell what hangs, crashes or is left out.

    python benchmarks/corpus.py benchmarks/corpus.txt [--bare FOLDER] [--only NAME …] [--seconds 600] [--memory 2048]
        [--write benchmarks/results/corpus.md] [--against benchmarks/results/corpus.md]

Each line of the list is `owner/name commit`. A repository is taken from a bare clone below `--bare` (any folder whose name
holds owner and name), or cloned bare from `--from`; its files are checked out at the recorded commit with their history,
indexed without vectors by the command as a user would, under limits of time and memory, and removed again. Time is that of
the clock and of all processors; memory is what the tree of processes holds at its peak (proportional set size, read ten times a
second, so that what forks share counts once). `--against` compares with a table written before and ends with status 1 where
something got worse: a fault, more than a tenth fewer units or relations, time or memory half as much again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

_PAUSE = 0.1  # seconds between two looks at the memory
_WORSE, _LOST = 1.5, 0.9  # times as dear, or so little left, is a regression
_NOISE_SECONDS, _NOISE_MB = 5.0, 100.0  # differences below are the machine's
_REVISION = ("git", "-C", str(Path(__file__).parents[1]), "describe", "--always", "--dirty", "--exclude=*")
_TRACEBACK = "Traceback (most recent call last)"
_HEAD = """# A corpus of public repositories

Written by `python benchmarks/corpus.py benchmarks/corpus.txt --write benchmarks/results/corpus.md`, which says what the columns
mean. Each repository is read at the commit that the list records, without vectors, one after another on a machine of {cores}
cores, by revision {revision}.
*Left out* are files or places that were not read as they are, by what stands in the coverage report; *unresolved* is the
share of references that may lead into the checkout and do not (in Python, Rust and JavaScript also attributes of values
whose type is not known). `--against benchmarks/results/corpus.md` compares a later run with this table.

"""
_COLUMNS = (
    "repository", "outcome", "seconds", "processor", "peak MB", "files", "units", "relations", "unresolved", "left out",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one repository; seconds and megabytes are rounded as the table shows them."""

    repository: str
    outcome: str  # `indexed`, or what went wrong in a few words
    seconds: float
    processor: float
    peak: int
    files: int = 0
    units: int = 0
    relations: int = 0
    unresolved: str = ""
    left_out: str = ""

    def row(self) -> str:
        """The line of the table."""
        return "| " + " | ".join(str(getattr(self, field.name)) for field in fields(self)) + " |"


def main() -> int:
    """Run the list; returns 1 where something failed or, with `--against`, got worse."""
    options = _options()
    results: list[Result] = []
    for repository, commit in listed(options.list, options.only):
        with tempfile.TemporaryDirectory() as folder:
            results.append(measured(repository, commit, Path(folder), options))
        print(results[-1].row(), flush=True)
        if options.write:
            options.write.write_text(table(results), "utf-8")
    worse = compared(read_table(options.against), results) if options.against else []
    for sentence in worse:
        print("worse:", sentence)
    return int(bool(worse) or any(result.outcome != "indexed" for result in results))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", type=Path)
    parser.add_argument("--bare", type=Path, help="folder with bare clones; missing ones are cloned into it", required=True)
    parser.add_argument("--from", dest="origin", default="https://github.com", help="where missing ones are cloned from")
    parser.add_argument("--only", nargs="+", default=[], help="repositories whose name holds one of these words")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--memory", type=float, default=2048.0, help="megabytes")
    parser.add_argument("--write", type=Path)
    parser.add_argument("--against", type=Path)
    options = parser.parse_args()
    if options.write and options.write == options.against:
        parser.error("--write would replace the table of --against before it is read: give two files")
    return options


def listed(path: Path, only: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield repository and commit of each line that is no comment, in the order of the list."""
    for line in path.read_text("utf-8").splitlines():
        words = line.partition("#")[0].split()
        if len(words) == 2 and (not only or any(word in words[0] for word in only)):
            yield words[0], words[1]


def measured(repository: str, commit: str, folder: Path, options: argparse.Namespace) -> Result:
    """Check out and index one repository in the folder; what cannot be had is an outcome, too."""
    tree, home = folder / repository.rpartition("/")[2], folder / "home"
    try:
        check_out(bare_clone(repository, options.bare, options.origin), commit, tree)
    except (subprocess.CalledProcessError, OSError) as problem:
        return Result(repository, f"not checked out: {_last_line(getattr(problem, 'stderr', '') or str(problem))}", 0, 0, 0)
    command = [sys.executable, "-c", "from core.cli import main; main()", "index", str(tree), "--no-vectors", "--name", "it"]
    environment = {**os.environ, "ORIENTEER_HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[1])}
    run = watched(command, environment, folder / "errors.txt", options.seconds, options.memory)
    outcome = run.outcome
    found = _counts(home, environment) if outcome == "indexed" else {}
    return Result(repository, outcome, round(run.seconds, 1), round(run.processor, 1), round(run.peak), **found)


@dataclass(frozen=True, slots=True)
class Watched:
    """How a process ended: its outcome in words, seconds of the clock and of processors, megabytes at the peak."""

    outcome: str
    seconds: float
    processor: float
    peak: float


def watched(command: Sequence[str], environment: Mapping[str, str], errors: Path, seconds: float, memory: float) -> Watched:
    """Run a command in a session of its own until it ends or goes over a limit; then all of its processes are killed."""
    start, peak, outcome = time.monotonic(), 0.0, ""
    with errors.open("wb") as sink:
        process = subprocess.Popen(command, stdout=sink, stderr=sink, env=dict(environment), start_new_session=True)
        while not _has_ended(process.pid):
            peak = max(peak, _megabytes(process.pid))
            if time.monotonic() - start > seconds:
                outcome = f"over {seconds:.0f} s"
            elif peak > memory:
                outcome = f"over {memory:.0f} MB"
            if outcome:
                os.killpg(process.pid, signal.SIGKILL)
                break
            time.sleep(_PAUSE)
        _, status, usage = os.wait4(process.pid, 0)
    if not outcome:
        outcome = _outcome(os.waitstatus_to_exitcode(status), errors.read_text("utf-8", "replace"))
    return Watched(outcome, time.monotonic() - start, usage.ru_utime + usage.ru_stime, max(peak, usage.ru_maxrss / 1024))


def _has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _outcome(status: int, text: str) -> str:
    if _TRACEBACK in text:
        return f"traceback: {_last_line(text)}"
    return "indexed" if status == 0 else f"status {status}: {_last_line(text)}"


def _last_line(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return (lines[-1] if lines else "nothing was said")[:160].replace("|", "/")


def _megabytes(session: int) -> float:
    """What all processes of a session hold, in megabytes: each page once, however many share it."""
    return sum(_held(entry) for entry in Path("/proc").iterdir() if entry.name.isdigit() and _is_of(entry, session)) / 1024


def _is_of(process: Path, session: int) -> bool:
    try:
        return int((process / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[3]) == session
    except (OSError, IndexError, ValueError):  # it has just ended
        return False


def _held(process: Path) -> int:
    try:
        found = re.search(r"^Pss:\s+(\d+)", (process / "smaps_rollup").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found else 0


def bare_clone(repository: str, folder: Path, origin: str) -> Path:
    """Return the git directory of a repository below the folder; it is cloned when it is not there."""
    owner, name = repository.split("/")
    for candidate in (folder / f"{owner}+{name}", folder / owner / name, folder / f"{owner}-{name}"):
        heads = sorted(candidate.glob("**/HEAD"), key=lambda path: len(path.parts)) if candidate.is_dir() else []
        if heads:
            return heads[0].parent
    into = folder / f"{owner}+{name}"
    subprocess.run(
        ["git", "clone", "--quiet", "--bare", f"{origin}/{repository}", str(into)], check=True, capture_output=True, text=True
    )
    return into


def check_out(bare: Path, commit: str, into: Path) -> None:
    """Clone a bare clone into a folder and check out a commit."""
    clone = ["git", "clone", "--quiet", "--shared", "--no-checkout", str(bare), str(into)]
    subprocess.run(clone, check=True, capture_output=True, text=True)
    subprocess.run(
        ["git", "-C", str(into), "checkout", "--quiet", "--detach", commit], check=True, capture_output=True, text=True
    )


def _counts(home: Path, environment: Mapping[str, str]) -> dict[str, int | str]:
    code = "from core.cli import main; main()"
    command = [sys.executable, "-c", code, "status", "-i", "it", "--coverage", "-f", "json"]
    done = subprocess.run(command, env=dict(environment), capture_output=True, text=True, check=False)
    shutil.rmtree(home, ignore_errors=True)
    if done.returncode:
        return {"left_out": f"no coverage: {_last_line(done.stderr)}"}
    told = json.loads(done.stdout)
    counts, references = told["counts"], told["coverage"]["references"]
    resolved = sum(tally.get("resolved", 0) for tally in references.values())
    unresolved = sum(tally.get(kind, 0) for tally in references.values() for kind in ("ambiguous", "unexplained"))
    share = f"{unresolved / (resolved + unresolved):.1%}" if resolved + unresolved else "-"
    problems = told["files not read as they are"]
    left_out = ", ".join(f"{count} {kind}" for kind, count in problems.items()) if isinstance(problems, dict) else "none"
    return {
        "files": counts["files"], "units": counts["units"], "relations": counts["relations"],
        "unresolved": share, "left_out": left_out,
    }  # fmt: skip


def table(results: Sequence[Result]) -> str:
    """Return the document with a row for each result and a sentence that counts them."""
    lines = ["| " + " | ".join(_COLUMNS) + " |", "|" + "---|" * len(_COLUMNS), *(result.row() for result in results)]
    bad = sum(result.outcome != "indexed" for result in results)
    longest = max(results, key=lambda result: result.seconds)
    largest = max(results, key=lambda result: result.peak)
    summary = (
        f"{len(results)} repositories, {sum(result.units for result in results):,} units, {bad} not indexed; the longest took "
        f"{longest.seconds} s ({longest.repository}), the largest {largest.peak} MB ({largest.repository})."
    )
    revision = subprocess.run(_REVISION, capture_output=True, text=True, check=False).stdout.strip() or "unknown"
    return _HEAD.format(cores=os.cpu_count(), revision=revision) + summary + "\n\n" + "\n".join(lines) + "\n"


def read_table(path: Path) -> dict[str, Result]:
    """Return the results of a document that `table` made, by repository."""
    found = {}
    for line in path.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == len(_COLUMNS) and "/" in cells[0]:
            numbers = (float(cells[2]), float(cells[3]), *(int(cell) for cell in cells[4:8]))
            found[cells[0]] = Result(cells[0], cells[1], *numbers, *cells[8:])  # type: ignore[arg-type]
    return found


def compared(before: Mapping[str, Result], now: Sequence[Result]) -> list[str]:
    """Return a sentence for each thing that got worse, in the order of the list."""
    return [sentence for result in now if result.repository in before for sentence in _worse(before[result.repository], result)]


def _worse(old: Result, new: Result) -> Iterator[str]:
    if new.outcome != "indexed":
        if old.outcome == "indexed":
            yield f"{new.repository} was indexed, now {new.outcome}"
        return
    for name, noise in (("processor", _NOISE_SECONDS), ("peak", _NOISE_MB)):
        had, has = getattr(old, name), getattr(new, name)
        if old.outcome == "indexed" and has > had * _WORSE and has - had > noise:
            yield f"{new.repository}: {name} {had} -> {has}"
    for name in ("files", "units", "relations"):
        had, has = getattr(old, name), getattr(new, name)
        if has < had * _LOST:
            yield f"{new.repository}: {name} {had} -> {has}"


if __name__ == "__main__":
    sys.exit(main())
