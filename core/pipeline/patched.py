"""A checkout with a diff applied, in a folder of its own: the checkout stays as it is, and nothing of it is run."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Set
from hashlib import sha256
from pathlib import Path

from core.errors import SourceError
from core.extract.walk import walk
from core.runtime.git import INERT, listed, surroundings
from core.settings import ExtractSettings

_SECONDS = 120.0


def write_files(root: Path, folder: Path, settings: ExtractSettings, changed: Iterable[str] = ()) -> str:
    """Copy the files of a checkout that git does not ignore into a folder; return their digest.

    Without git they are those that an index reads, and the `changed` ones: beside them there may be anything.
    """
    digest = sha256()
    for name in sorted(_names(root, settings, changed)):
        source = root / name
        if source.is_symlink() or not source.is_file() or source.stat().st_size > settings.max_file_bytes:
            continue
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        digest.update(os.fsencode(name) + b"\0" + sha256(target.read_bytes()).digest())
    return digest.hexdigest()


def _names(root: Path, settings: ExtractSettings, changed: Iterable[str]) -> Set[str]:
    known = listed(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    inside = (path for path in changed if not path.startswith("/") and ".." not in path.split("/"))
    return {*known, *(one.path for one in walk(root, settings)[0]), *inside}


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
