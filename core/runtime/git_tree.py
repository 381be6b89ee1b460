"""Write the files of a commit into a folder as git keeps them: no checkout, no filter, nothing of the repository changes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile
from typing import NamedTuple

from core.errors import SourceError
from core.runtime.git import INERT, ask, listed, surroundings

_FILES = frozenset({"100644", "100755"})  # links could lead out of the folder, and a submodule is another repository


class NamedCommit(NamedTuple):
    """A commit: its id, and what a person called it."""

    sha: str
    called: str


def commit_of(root: Path, revision: str) -> NamedCommit:
    """Return the commit that a branch, tag or id means; raises `SourceError` when there is none, or no git."""
    named = revision.strip()
    if not named or named.startswith("-"):
        raise SourceError(f"'{revision}' names no commit. Give a branch, a tag or the id of a commit.")
    found = ask(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{named}^{{commit}}")
    if not found.text:
        repository = ask(root, "rev-parse", "--git-dir")
        unknown = "git knows no branch, tag or commit of this name" if repository.text else "it has no git history"
        reason = repository.problem or unknown
        raise SourceError(f"'{revision}' names no commit of {root}: {reason}.")
    return NamedCommit(found.text, named)


def branches(root: Path) -> list[str]:
    """Return the branches and tags of a checkout, the last changed first; none without git."""
    told = ask(root, "for-each-ref", "--sort=-creatordate", "--format=%(refname:short)", "refs/heads", "refs/tags").text
    return told.splitlines()


def write_tree(root: Path, sha: str, folder: Path, most: int) -> int:
    """Write the files of a commit that lie below the root, and are not larger than `most` bytes; return how many."""
    wanted = [entry for entry in _entries(root, sha) if entry.size <= most]
    for entry, content in zip(wanted, _contents(root, [entry.sha for entry in wanted]), strict=True):
        path = folder / entry.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return len(wanted)


class _Entry(NamedTuple):
    sha: str
    size: int
    path: str


def _entries(root: Path, sha: str) -> Iterator[_Entry]:
    for line in listed(root, "ls-tree", "-r", "-l", "-z", sha):
        about, _, path = line.partition("\t")
        mode, kind, blob, size = about.split()
        parts = PurePosixPath(path).parts
        if kind == "blob" and mode in _FILES and not {"..", ".git"}.intersection(parts) and not path.startswith("/"):
            yield _Entry(blob, int(size), path)


def _contents(root: Path, blobs: list[str]) -> Iterator[bytes]:
    """Yield the contents of blobs, in their order."""
    with TemporaryFile() as asked:
        asked.write("".join(f"{blob}\n" for blob in blobs).encode("ascii"))
        asked.seek(0)
        command = ["git", "-C", str(root), *INERT, "cat-file", "--batch"]
        environment = {**surroundings(), "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
        with subprocess.Popen(
            command, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        ) as process:
            assert process.stdout is not None
            for blob in blobs:
                head = process.stdout.readline().split()
                if len(head) != 3:
                    raise SourceError(f"Git has lost the file {blob[:12]} of {root}. Run: git -C {os.fspath(root)} fsck")
                content = process.stdout.read(int(head[2]))
                process.stdout.read(1)
                yield content
