"""Subjects of commits with the names of the functions and classes that they changed, from the history of a clone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

from core.runtime.git import INERT, surroundings

_MOST = 4000  # commits, newest first
_SOURCES = ("*.rb", "*.rake", "*.py", "*.rs", "*.ts", "*.tsx", "*.js", "*.go")
_DEFINED = re.compile(
    r"\b(?:def(?: self\.)?|fn|function|class|struct|trait|impl|func(?: \([^)]*\))?|scope :)\s*(\w+[?!=]?)"
    r"|^\s*(?:(?:public|private|static|async|export|const)\s+)+(\w+)\s*(?:=\s*(?:async\s*)?\(|\()"
)
_TESTS = re.compile(r"(^|/)(spec|test|tests|__tests__|migrations?|migrate)/|_spec\.|_test\.|\.test\.|test_")
_PREFIX = re.compile(
    r"\s*\(#\d+\)|\[[^\]]*\]\s*|^\w+(\([^)]*\))?!?:\s*|\s*#\d+|\b[A-Z]{2,}-\d+:?\s*|^(fix(es|ed)?|closes?)\s+(?=#)", re.I
)
_ROUTINE = re.compile(
    r"^(bump|merge|release|revert|version|wip|update (dep|change|gem|lock|translat)|lint|format|typo|rubocop|chore|ci\b|build"
    r"|prepare|rename|refactor|clean ?up|style|fix (typo|lint|test|spec|rubocop|doc)|add(ing)? (test|spec)|prettier|upgrade"
    r"|rustfmt|move|run |apply )",
    re.I,
)

Place = tuple[str, str]
"""A path and the name of a function or class."""


def changed_names(clone: Path) -> Iterator[tuple[str, set[Place]]]:
    """Yield the subject of each commit that says something and changed up to four files beside tests, newest first."""
    for subject, places in _commits(clone):
        said = _PREFIX.sub("", subject).strip(" .:-|")
        files = {path for path, _ in places if not _TESTS.search(path)}
        if 1 <= len(files) <= 4 and not _ROUTINE.match(said):
            yield said, {place for place in places if place[0] in files}


def _commits(clone: Path) -> Iterator[tuple[str, set[Place]]]:
    command = (
        "git", "-C", str(clone), *INERT, "log", "--no-merges", "-n", str(_MOST), "-p", "-U0", "--no-color", "--no-renames",
        "--no-ext-diff", "--diff-filter=AM", "--format=%x01%s", "--", *_SOURCES,
    )  # fmt: skip
    subject, path, places = "", "", set[Place]()
    with Popen(command, stdout=PIPE, stderr=DEVNULL, env=surroundings(), text=True, errors="replace") as log:
        for line in log.stdout or ():
            if line.startswith("\x01"):
                if subject:
                    yield subject, places
                subject, places = line[1:].strip(), set()
            elif line.startswith("+++ b/"):
                path = line[6:].strip()
            elif line.startswith(("@@", "+")) and len(line) < 300:
                match = _DEFINED.search(line.split("@@", 2)[-1] if line.startswith("@@") else line[1:])
                if match:
                    places.add((path, match.group(1) or match.group(2)))
    if subject:
        yield subject, places
