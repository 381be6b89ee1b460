"""Ask git about a checkout without letting the checkout's own configuration run anything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryFile
from threading import Timer
from typing import NamedTuple

_SECONDS = 120.0
_PIECE = 1 << 16  # bytes
# A repository's configuration may name programs that git would start; the code that is analysed must never run.
INERT = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat", "-c", "diff.external=")
# Inside a hook of git these name another repository than the one that is asked about.
_ELSEWHERE = frozenset(
    ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE", "GIT_PREFIX",
     "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE")
)  # fmt: skip
_NOTHING_THERE = ("not a git repository", "does not have any commits yet")  # what git says where there is nothing to know


class GitAnswer(NamedTuple):
    """What git prints, stripped, or why it says nothing of a folder that it could know; both empty without a repository."""

    text: str
    problem: str


def surroundings() -> dict[str, str]:
    """Return the environment without what would lead git to another repository."""
    return {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}


def git(root: Path, *arguments: str) -> str:
    """Return what a git command prints in the folder, stripped; empty when it fails or git is not installed."""
    return ask(root, *arguments).text


def ask(root: Path, *arguments: str) -> GitAnswer:
    """Run a git command in the folder and return its answer; bytes that are no UTF-8 are replaced."""
    output = Output(root, *arguments)
    text = b"".join(output).decode("utf-8", "replace").strip()
    return GitAnswer("" if output.problem or output.failed else text, output.problem)


def listed(root: Path, *arguments: str) -> list[str]:
    """Return the paths that a git command prints with `-z`, as the system names them; none when it fails."""
    output = Output(root, *arguments)
    paths = os.fsdecode(b"".join(output)).split("\0")
    return [] if output.failed else [path for path in paths if path]


class Output:
    """What a git command prints, in pieces as they come.

    Once they have ended, `failed` tells whether something is missing, and `problem` why if git could know more; it stays
    empty without a repository. `over_time` is true when the command was ended because it took longer than `seconds`.
    """

    def __init__(self, root: Path, *arguments: str, seconds: float = _SECONDS) -> None:
        self._root, self._arguments, self._seconds = root, arguments, seconds
        self.failed, self.over_time = False, False
        self.problem = ""

    def __iter__(self) -> Iterator[bytes]:
        environment = {
            **surroundings(), "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C",
        }  # fmt: skip
        command = ["git", "-C", str(self._root), *INERT, *self._arguments]
        with TemporaryFile() as complaints:
            try:
                process = Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=complaints, env=environment)
            except (OSError, ValueError) as problem:
                self._not_run(problem)
                return
            yield from self._pieces(process)
            if process.returncode or self.over_time:
                complaints.seek(0)
                self._failed(complaints.read(10_000).decode("utf-8", "replace"))

    def _pieces(self, process: Popen[bytes]) -> Iterator[bytes]:
        def end() -> None:
            self.over_time = True
            process.kill()

        timer = Timer(self._seconds, end) if self._seconds > 0 else None
        try:
            if timer is not None:
                timer.daemon = True
                timer.start()
            while process.stdout is not None and (piece := process.stdout.read1(_PIECE)):  # type: ignore[attr-defined]
                yield piece
            process.wait()
        finally:
            if timer is not None:
                timer.cancel()
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()

    def _not_run(self, problem: Exception) -> None:
        self.failed = True
        inside = any((folder / ".git").exists() for folder in (self._root, *self._root.parents))
        self.problem = f"git cannot be run: {getattr(problem, 'strerror', problem)}" if inside else ""

    def _failed(self, told: str) -> None:
        self.failed = True
        over = f"git {self._arguments[0]} took more than {self._seconds:g} seconds"
        self.problem = over if self.over_time else _reason(self._root, told)


def _reason(root: Path, told: str) -> str:
    """Return the first line of what git complains of, with the command that helps against foreign owners."""
    if any(phrase in told for phrase in _NOTHING_THERE):
        return ""
    first = told.strip().split("\n", 1)[0].removeprefix("fatal: ") or "it failed without a word"
    return f"{first}. Run: git config --global --add safe.directory {root}" if "safe.directory" in told else first
