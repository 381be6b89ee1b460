"""Ask git about a checkout without letting the checkout's own configuration run anything."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

_SECONDS = 120
# A repository's configuration may name programs that git would start; the code that is analysed must never run.
_INERT = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.pager=cat", "-c", "diff.external=")
_NOTHING_THERE = ("not a git repository", "does not have any commits yet")  # what git says where there is nothing to know


class Answer(NamedTuple):
    """What git prints, stripped, or why it says nothing of a folder that it could know; both empty without a repository."""

    text: str
    problem: str


def git(root: Path, *arguments: str) -> str:
    """Return what a git command prints in the folder, stripped; empty when it fails or git is not installed."""
    return ask(root, *arguments).text


def ask(root: Path, *arguments: str) -> Answer:
    """Run a git command in the folder and return its answer."""
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    command = ["git", "-C", str(root), *_INERT, *arguments]
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False, env=environment)
    except subprocess.TimeoutExpired:
        return Answer("", f"git {arguments[0]} took more than {_SECONDS} seconds")
    except OSError as problem:
        inside = any((folder / ".git").exists() for folder in (root, *root.parents))
        return Answer("", f"git cannot be run: {problem.strerror}" if inside else "")
    if done.returncode == 0:
        return Answer(done.stdout.decode("utf-8", "replace").strip(), "")
    return Answer("", _reason(root, done.stderr.decode("utf-8", "replace")))


def _reason(root: Path, told: str) -> str:
    """Return the first line of what git complains of, with the command that helps against foreign owners."""
    if any(phrase in told for phrase in _NOTHING_THERE):
        return ""
    first = told.strip().split("\n", 1)[0].removeprefix("fatal: ") or "it failed without a word"
    return f"{first}. Run: git config --global --add safe.directory {root}" if "safe.directory" in told else first
