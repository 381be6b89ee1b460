"""The change between two commits, or what is staged, as a diff whose old side is what was indexed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SettingsError, SourceError
from core.runtime.git_tree import commit_of, diff_between, ends_of

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench


def diff_of_index(bench: OpenBench, commits: str = "") -> str:
    """Return the unified diff of `BEFORE..AFTER`, or of what is staged, from the side that the index was made of.

    Where that is AFTER the diff leads back from there, so that lines which the change added are lines of the index. Raises
    `SourceError` for a change of which neither side is indexed, `SettingsError` for one without a line.
    """
    root = Path(bench.manifest.root)
    if not commits:
        diff, title = diff_between(root, commit_of(root, "HEAD").sha), "what is staged"
    else:
        diff, title = _between(bench, root, commits), commits
    if not diff:
        raise SettingsError(f"Nothing changed in {title}. Name another change, or stage one.")
    return diff


def _between(bench: OpenBench, root: Path, commits: str) -> str:
    before, after = (commit_of(root, name).sha for name in ends_of(commits))
    indexed = bench.manifest.git_sha
    if indexed == after:
        return diff_between(root, after, before)
    if indexed == before:
        return diff_between(root, before, after)
    raise SourceError(
        f"The index is of commit {indexed[:10] or '(none)'}, which is neither end of {commits}. Check one of them out, index it"
        " again and ask again."
    )
