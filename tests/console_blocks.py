"""Run the console blocks of README and tutorials: `python -m tests.console_blocks` writes what their commands print now.

A block holds commands after `$ `, each with its output below. `…` stands for the rest of a line or a part of it, alone on a
line for any number of lines. Seconds, dates and commits may differ.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
TUTORIALS = [ROOT / "README.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md"))]
_BLOCK = re.compile(r"(?<=^```console\n)(\$ .*?)(?=^```$)", re.MULTILINE | re.DOTALL)
_DIFFERS = (
    (re.compile(r"\b\d[\d.,]* ?(?:ms|s|min)\b"), "TIME"),
    (re.compile(r"\b20\d\d-\d\d-\d\d(?: \d\d:\d\d)?"), "DATE"),
    (re.compile(r"\b[0-9a-f]{8,12}\b"), "COMMIT"),
)


@dataclass(frozen=True)
class Step:
    """A command of a page with the output that the page shows."""

    command: str
    output: str


def steps(text: str) -> Iterator[Step]:
    """Yield the commands of a page in order."""
    for block in _BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield Step(command, output.rstrip("\n"))


class Shell:
    """A folder with a home for indexes and the command `orienteer`, in which commands run one after the other."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "bin").mkdir()
        command = folder / "bin" / "orienteer"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m orienteer "$@"\n', encoding="utf-8")
        command.chmod(0o755)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("ORIENTEER_")}
        path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        mine = {"PATH": path, "PYTHONPATH": str(ROOT), "ORIENTEER_HOME": str(folder / "home")}
        self._environment = {**kept, **mine, "NO_COLOR": "1", "COLUMNS": "120"}

    def run(self, command: str) -> str:
        """Return what a command prints on stdout."""
        done = subprocess.run(
            command,
            shell=True,
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        if done.returncode > 1:
            raise AssertionError(f"{command}\n{done.stderr}")
        return "\n".join(line.rstrip() for line in done.stdout.rstrip("\n").split("\n"))


def comparable(text: str) -> str:
    """Return an output without what may differ between runs."""
    for pattern, name in _DIFFERS:
        text = pattern.sub(name, text)
    return text


def same(shown: str, printed: str) -> bool:
    """Tell whether a page shows what a command prints."""
    lines = r"(?:.*?)".join(
        r"[^\n]*".join(map(re.escape, part.split("…"))) for part in re.split(r"^…$", comparable(shown), flags=re.MULTILINE)
    )
    return re.fullmatch(lines, comparable(printed), re.DOTALL) is not None


def updated(text: str, shell: Shell) -> str:
    """Return a page with the present output of its commands; a line that still holds is left as it is."""
    for step in steps(text):
        printed = shell.run(step.command)
        if not same(step.output, printed):
            pairs = list(zip(step.output.split("\n"), printed.split("\n"), strict=False))
            if len(pairs) == printed.count("\n") + 1 == step.output.count("\n") + 1:
                printed = "\n".join(shown if same(shown, line) else line for shown, line in pairs)
            old, new = (
                f"$ {step.command}\n{output}\n" if output else f"$ {step.command}\n" for output in (step.output, printed)
            )
            text = text.replace(old, new, 1)
    return text


def main() -> None:
    """Update all tutorials."""
    for path in TUTORIALS:
        with tempfile.TemporaryDirectory() as folder:
            text = path.read_text(encoding="utf-8")
            if (now := updated(text, Shell(Path(folder)))) != text:
                path.write_text(now, encoding="utf-8")
                sys.stderr.write(f"Updated {path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
