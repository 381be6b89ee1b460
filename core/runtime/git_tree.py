"""Commits and what is staged: their files are written into a folder as git keeps them, without checkout or filter."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile
from typing import IO, NamedTuple

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
        raise SourceError(f"'{revision}' is not a commit. Give a branch, a tag or a commit id.")
    found = ask(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{named}^{{commit}}")
    if not found.text:
        repository = ask(root, "rev-parse", "--git-dir")
        unknown = "git knows no branch, tag or commit of this name" if repository.text else "it has no git history"
        reason = repository.problem or unknown
        raise SourceError(f"'{revision}' is not a commit of {root}: {reason}.")
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

    Files that `missing_files` names are left out. No program that the repository names is run. Raises `SourceError` when git
    cannot tell.
    """
    ends = (before, after) if after else ("--cached", before)
    told = (
        "diff", "--unified=0", "--find-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--relative",
        "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all", *ends, "--", ".",
    )  # fmt: skip
    found = ask(root, *told)
    if found.problem:
        found = ask(root, *told, *(f":(exclude,literal){path}" for path in missing_files(root, before, after)))
    if found.problem:
        raise SourceError(f"Git cannot list the changes in {root}: {found.problem}.")
    return found.text


def missing_files(root: Path, before: str, after: str = "") -> list[str]:
    """Return the changed files below the root, by path, of which a partial clone lacks the content of one side.

    The sides are two commits, or one and what is staged.
    """
    told = ("diff-index", "--cached", before) if not after else ("diff-tree", "-r", before, after)
    words = iter(listed(root, *told[:1], "--raw", "--no-renames", "--no-abbrev", "--relative", "-z", *told[1:], "--", "."))
    blobs = {path: about.split()[2:4] for about, path in zip(words, words, strict=True)}
    lacking = _lacking(root, [blob for pair in blobs.values() for blob in pair if blob.strip("0")])
    return sorted(path for path, pair in blobs.items() if lacking.intersection(pair))


def authors_between(root: Path, before: str, after: str) -> frozenset[str]:
    """Return who made the commits between two, by name."""
    return frozenset(git(root, "log", "--format=%aN", f"{before}..{after}", "--").splitlines())


def staged_id(root: Path) -> str:
    """Return what tells the staged files from any other state: a digest of their names and contents."""
    return sha256("\0".join(listed(root, "ls-files", "-s", "-z")).encode("utf-8", "surrogatepass")).hexdigest()


def write_staged(root: Path, folder: Path, most: int) -> int:
    """Write the files as they are staged, as `write_tree` does those of a commit; return how many."""
    return _write(root, _staged(root), folder, most)


def _staged(root: Path) -> list[_Entry]:
    rows = [line.partition("\t") for line in listed(root, "ls-files", "-s", "-z")]
    return [_Entry(about.split()[1], 0, path) for about, _, path in rows if _wanted(about.split()[0], path)]


def write_tree(root: Path, sha: str, folder: Path, most: int) -> int:
    """Write the files of a commit that lie below the root, and are not larger than `most` bytes; return how many.

    Of a file whose content a partial clone lacks, what is staged is written, so that nothing seems to have changed in it.
    """
    entries = [entry for entry in _entries(root, sha) if entry.size <= most]
    lacking = _lacking(root, [entry.sha for entry in entries])
    staged = {entry.path: entry for entry in _staged(root)} if lacking else {}
    there = [staged.get(entry.path, entry) if entry.sha in lacking else entry for entry in entries]
    return _write(root, there, folder, most)


def _write(root: Path, entries: Sequence[_Entry], folder: Path, most: int) -> int:
    written = 0
    for entry, content in zip(entries, contents(root, [entry.sha for entry in entries]), strict=True):
        if content is None or len(content) > most:
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
            yield _Entry(blob, int(size) if size.isdecimal() else 0, path)  # `BAD` of a blob that is missing


def contents(root: Path, blobs: Sequence[str]) -> Iterator[bytes | None]:
    """Yield the contents of blobs, each named by its id or as `COMMIT:PATH`, in their order; None for one that is not there."""
    with _asked(root, blobs, "--batch") as told:
        for blob in blobs:
            head = told.readline().split()
            if head[-1:] == [b"missing"]:
                yield None
                continue
            if len(head) != 3:
                raise SourceError(f"Git has lost the file {blob[:12]} of {root}. Run: git -C {os.fspath(root)} fsck")
            content = told.read(int(head[2]))
            told.read(1)
            yield content


def _lacking(root: Path, blobs: Sequence[str]) -> set[str]:
    """Return the ids of those blobs that are not there."""
    with _asked(root, blobs, "--batch-check") as told:
        rows = [told.readline().split() for _ in blobs]
    return {blob for blob, row in zip(blobs, rows, strict=True) if row[1:] == [b"missing"]}


@contextmanager
def _asked(root: Path, blobs: Sequence[str], how: str) -> Iterator[IO[bytes]]:
    """Let git tell of blobs, in their order."""
    with TemporaryFile() as asked:
        asked.write("".join(f"{blob}\n" for blob in blobs).encode())
        asked.seek(0)
        command = ["git", "-C", str(root), *INERT, "cat-file", how]
        environment = {**surroundings(), "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
        with subprocess.Popen(
            command, stdin=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        ) as process:
            assert process.stdout is not None
            yield process.stdout
