"""A checkout with a diff applied, in a folder of its own: the checkout stays as it is, and nothing of it is run."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from core.errors import SourceError
from core.runtime.git import INERT, listed, surroundings

_SECONDS = 120.0


def write_files(root: Path, folder: Path, most: int) -> str:
    """Copy the files of a checkout that git does not ignore, without git all, into a folder; return their digest."""
    digest = sha256()
    for name in sorted(_names(root)):
        source = root / name
        if source.is_symlink() or not source.is_file() or source.stat().st_size > most:
            continue
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        digest.update(os.fsencode(name) + b"\0" + sha256(target.read_bytes()).digest())
    return digest.hexdigest()


def _names(root: Path) -> Iterator[str]:
    found = listed(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if found:
        yield from dict.fromkeys(found)
        return
    for path in root.rglob("*"):
        if ".git" not in path.parts:
            yield path.relative_to(root).as_posix()


def apply_diff(folder: Path, diff: str, binary: Iterable[str] = (), *, reverse: bool = False) -> str:
    """Apply a unified diff to the files of a folder, all of it or nothing; return why it could not be, empty when it was.

    `binary` are paths whose contents a diff need not have: these stay as they are. Raises `SourceError` without git.
    """
    left_out = [f"--exclude={path}" for path in binary]
    command = [
        "git",
        *INERT,
        "apply",
        "--whitespace=nowarn",
        "--unidiff-zero",
        *(["--reverse"] if reverse else []),
        *left_out,
        "-",
    ]
    above = {"GIT_CEILING_DIRECTORIES": str(folder.resolve().parent), "LC_ALL": "C"}
    try:
        done = subprocess.run(
            command, cwd=folder, env={**surroundings(), **above}, input=diff.encode("utf-8", "surrogateescape"),
            capture_output=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise SourceError(f"The diff cannot be applied: git cannot be run ({problem}). Install git.") from problem
    told = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return "" if done.returncode == 0 else told[0].removeprefix("error: ") if told else "git does not say why"
