"""How far the checkout has moved on since it was indexed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.git import git
from core.model import Manifest


@dataclass(frozen=True, slots=True)
class Freshness:
    """`state` is `current`, `stale`, `missing` (no checkout at the path) or `unknown`; `sentence` says it in words."""

    state: str
    sentence: str
    head: str = ""
    commits_ahead: int = 0
    changed_files: int = 0


@dataclass(frozen=True, slots=True)
class GitState:
    """The commit, branch and uncommitted files of a checkout; empty values without git."""

    sha: str = ""
    branch: str = ""
    dirty_files: int = 0


def git_state(root: Path) -> GitState:
    """Return what git says of the folder; empty when it is not in a git work tree or git is not installed."""
    sha = git(root, "rev-parse", "HEAD")
    if not sha:
        return GitState()
    changed = git(root, "status", "--porcelain", "--", ".")
    return GitState(sha, git(root, "rev-parse", "--abbrev-ref", "HEAD"), len(changed.splitlines()))


def freshness(manifest: Manifest) -> Freshness:
    """Compare the indexed commit and time with the checkout as it is now, by git, else by the files' times."""
    root = Path(manifest.root)
    if not root.is_dir():
        return Freshness("missing", f"The checkout {root} is no longer there; the index stands for itself.")
    now = git_state(root)
    if not manifest.git_sha or not now.sha:
        return Freshness("unknown", "The checkout has no git history, so only a new run can tell what has changed.")
    ahead = git(root, "rev-list", "--count", f"{manifest.git_sha}..HEAD")
    if now.sha != manifest.git_sha:
        count = int(ahead) if ahead.isdigit() else 0
        distance = f"{count} commits ahead of" if count else "on another commit than"
        sentence = f"HEAD ({now.sha[:8]}) is {distance} the indexed {manifest.git_sha[:8]}. Run: orienteer index {root}"
        return Freshness("stale", sentence, now.sha, count, now.dirty_files)
    if now.dirty_files or manifest.dirty:
        sentence = f"Indexed at {now.sha[:8]}; {now.dirty_files} files differ from that commit now."
        return Freshness("stale" if now.dirty_files else "current", sentence, now.sha, 0, now.dirty_files)
    return Freshness("current", f"Indexed at {now.sha[:8]}, which is HEAD.", now.sha)
