"""Files that usually change with given ones, by the commits before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from core.analyse.cochange import LEAST_CONFIDENCE, LEAST_TOGETHER, MOST_FILES, at_least
from core.model import Commit


class Together(NamedTuple):
    """`path` changed in `together` of the `commits` of `file_path`; `at_least` is what is certain of that share."""

    path: str
    file_path: str
    together: int
    commits: int
    at_least: float
    last: Commit


def companions(commits: Sequence[Commit], files: Collection[str], known: Collection[str]) -> list[Together]:
    """Return the `known` files that changed with one of these files three times or more, and in .3 or more of its commits.

    Each stands once, with the file that it goes with most surely; the surest first, ties by name. The files themselves are
    left out, and commits of more than 30 files say nothing. The commits are newest first.
    """
    wanted = set(files)
    counted: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    last: dict[tuple[str, str], Commit] = {}
    for commit in commits:
        changed = set(commit.files)
        if len(changed) > MOST_FILES or not (mine := changed & wanted):
            continue
        counted.update(mine)
        for pair in ((one, other) for one in mine for other in changed - wanted):
            pairs[pair] += 1
            last.setdefault(pair, commit)
    best: dict[str, Together] = {}
    for (one, other), together in sorted(pairs.items()):
        if other not in known or together < LEAST_TOGETHER or together / counted[one] < LEAST_CONFIDENCE:
            continue
        sure = at_least(together, counted[one])
        if other not in best or sure > best[other].at_least:
            best[other] = Together(other, one, together, counted[one], sure, last[one, other])
    return sorted(best.values(), key=lambda one: (-one.at_least, one.path))
