"""The command `orienteer`: as a shell starts it, and without a process of its own for all that a process does not change."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from core.cli import main

COMMAND = Path(sys.executable).parent / "orienteer"


class Done(NamedTuple):
    """What a command has said, and the status that it ended with."""

    returncode: int
    stdout: str
    stderr: str


def _environment(home: Path) -> dict[str, str]:
    return {"ORIENTEER_HOME": str(home), "COLUMNS": "120"}


def started(*arguments: object, home: Path, cwd: Path | None = None) -> Done:
    """Run the command in a process of its own."""
    done = subprocess.run(
        [str(COMMAND), *map(str, arguments)], capture_output=True, text=True, env={**os.environ, **_environment(home)},
        cwd=cwd, timeout=120, check=False,
    )  # fmt: skip
    return Done(done.returncode, done.stdout, done.stderr)


def orienteer(*arguments: object, home: Path, cwd: Path | None = None) -> Done:
    """Run the command in this process: it has imported everything already."""
    out, errors = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, chdir(cwd or Path.cwd()), redirect_stdout(out), redirect_stderr(errors):
        patch.setattr(sys, "argv", ["orienteer", *map(str, arguments)])
        for name, value in _environment(home).items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main()
    assert isinstance(ended.value.code, int)
    return Done(ended.value.code, out.getvalue(), errors.getvalue())
