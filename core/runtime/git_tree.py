"""Commits and what is staged: their files are written into a folder as git keeps them, without checkout or filter."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile
from typing import NamedTuple

from core.errors import SourceError
from core.runtime.git import INERT, ask, git, listed, surroundings

_FILES = frozenset({"100644", "100755"})  # links could lead out of the folder, and a submodule is another repository


class NamedCommit(NamedTuple):
    """A commit: its id, and what a person called it."""

    sha: str
    called: str


def ends_of(commits: str) -> tuple[str, str]:
    """Return the two names in `BASE..HEAD` or `BASE...HEAD`; a single name is that of BASE, and HEAD is the other."""
    base, _, head = commits.partition("..")
    return base.strip() or "HEAD", head.removeprefix(".").strip() or "HEAD"


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


def merge_base(root: Path, before: NamedCommit, after: NamedCommit) -> NamedCommit:
    """Return the commit from which two parted, under the name of the first; raises `SourceError` when none is known."""
    found = git(root, "merge-base", before.sha, after.sha).splitlines()
    if found:
        return NamedCommit(found[0], before.called)
    said = f"{before.called} and {after.called} have no common commit in {root}."
    if git(root, "rev-parse", "--is-shallow-repository") == "true":
        raise SourceError(f"{said} The clone is shallow: fetch the rest with git -C {root} fetch --unshallow")
    raise SourceError(f"{said} Name two commits of one history.")


def diff_between(root: Path, before: str, after: str = "") -> str:
    """Return the unified diff, without context, of two commits, or of one and what is staged; paths begin at the root.

    No program that the repository names is run. Raises `SourceError` when git cannot tell.
    """
    ends = (before, after) if after else ("--cached", before)
    found = ask(
        root, "diff", "--unified=0", "--find-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--relative",
        "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all", *ends, "--", ".",
    )  # fmt: skip
    if found.problem:
        raise SourceError(f"Git cannot tell what changed in {root}: {found.problem}.")
    return found.text


def authors_between(root: Path, before: str, after: str) -> frozenset[str]:
    """Return who made the commits between two, by name."""
    return frozenset(git(root, "log", "--format=%aN", f"{before}..{after}", "--").splitlines())


def staged_id(root: Path) -> str:
    """Return what tells the staged files from any other state: a digest of their names and contents."""
    return sha256("\0".join(listed(root, "ls-files", "-s", "-z")).encode("utf-8", "surrogatepass")).hexdigest()


def write_staged(root: Path, folder: Path, most: int) -> int:
    """Write the files as they are staged, as `write_tree` does those of a commit; return how many."""
    rows = [line.partition("\t") for line in listed(root, "ls-files", "-s", "-z")]
    return _write(
        root, [_Entry(about.split()[1], 0, path) for about, _, path in rows if _wanted(about.split()[0], path)], folder, most
    )


def write_tree(root: Path, sha: str, folder: Path, most: int) -> int:
    """Write the files of a commit that lie below the root, and are not larger than `most` bytes; return how many."""
    return _write(root, [entry for entry in _entries(root, sha) if entry.size <= most], folder, most)


def _write(root: Path, entries: Sequence[_Entry], folder: Path, most: int) -> int:
    written = 0
    for entry, content in zip(entries, _contents(root, [entry.sha for entry in entries]), strict=True):
        if len(content) > most:
            continue
        path = folder / entry.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        written += 1
    return written


def _wanted(mode: str, path: str) -> bool:
    """Tell whether an entry is a file that may be written below a folder."""
    return mode in _FILES and not {"..", ".git"}.intersection(PurePosixPath(path).parts) and not path.startswith("/")


class _Entry(NamedTuple):
    sha: str
    size: int
    path: str


def _entries(root: Path, sha: str) -> Iterator[_Entry]:
    for line in listed(root, "ls-tree", "-r", "-l", "-z", sha):
        about, _, path = line.partition("\t")
        mode, kind, blob, size = about.split()
        if kind == "blob" and _wanted(mode, path):
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
