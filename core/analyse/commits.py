"""The latest commits, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from core.analyse.result import Result
from core.model import Commit


@dataclass(frozen=True, slots=True)
class RecentCommit:
    """One commit: `date` is ISO 8601, `files` are today's paths that it changed, below the path that was asked for."""

    sha: str
    date: str
    author: str
    subject: str
    changed: int
    files: tuple[str, ...]


def recent_commits(commits: Sequence[Commit], path: str, counted: str) -> Result[RecentCommit]:
    """Return the commits that changed a file or folder; without a path all of them. `counted` says which ones are given."""
    top = PurePosixPath(path)
    found = []
    for commit in commits:
        files = commit.files if not path else tuple(one for one in commit.files if PurePosixPath(one).is_relative_to(top))
        if files or not path:
            found.append(RecentCommit(commit.sha, commit.date, commit.author, commit.subject, len(files), files))
    where = f" to {path}" if path else ""
    return Result(RecentCommit, f"Commits{where}", tuple(found), (f"Counts {counted}.",))
