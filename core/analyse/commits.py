"""The latest commits, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from core.analyse.result import Result
from core.analyse.windows import said
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


def recent_commits(commits: Sequence[Commit], path: str, days: int, limit: int) -> Result[RecentCommit]:
    """Return the commits that changed a file or folder, at most `limit` (0: all); without a path all commits count."""
    top = PurePosixPath(path)
    found = []
    for commit in commits:
        files = commit.files if not path else tuple(one for one in commit.files if PurePosixPath(one).is_relative_to(top))
        if files or not path:
            found.append(RecentCommit(commit.sha, commit.date, commit.author, commit.subject, len(files), files))
    where = f" to {path}" if path else ""
    more = (f"The latest {limit:,} of {len(found):,}.",) if 0 < limit < len(found) else ()
    return Result(RecentCommit, f"Commits{where}", tuple(found[: limit or None]), (f"Counts {said(days)}.", *more))
