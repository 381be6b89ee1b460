"""Which file of the index a path of a report means: reports name files as the machine that made them had them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence


def matched(told: Iterable[str], known: Iterable[str]) -> Mapping[str, str]:
    """Return the known path of each told one; those that mean none are left out.

    One rule holds for a whole report, the one that most of its files agree on: a folder is taken from the front of its paths
    (`/home/ci/shop/app/x.rb`, `example.org/shop/x.go`), or one is put there (`src/x.ts` of a package in `web/`). So a file of
    a library that happens to end like one of ours is not taken for it.
    """
    by_name: dict[str, list[str]] = defaultdict(list)
    for path in known:
        by_name[path.rpartition("/")[2]].append(path)
    plain = {path: path.replace("\\", "/").removeprefix("./") for path in told}
    rules = {path: _rules(said, by_name.get(said.rpartition("/")[2], ())) for path, said in plain.items()}
    votes = Counter(rule for found in rules.values() for rule in found)
    if not votes:
        return {}
    best = min(votes, key=lambda rule: (-votes[rule], len(rule[0]) + len(rule[1]), rule))
    return {path: found[best] for path, found in rules.items() if best in found}


def _rules(said: str, candidates: Sequence[str]) -> dict[tuple[str, str], str]:
    """Return for each rule (what is taken away, what is put before) the known path that it leads to."""
    found: dict[tuple[str, str], str] = {}
    for path in candidates:
        if said == path:
            found["", ""] = path
        elif said.endswith(f"/{path}"):
            found[said[: -len(path)], ""] = path
        elif path.endswith(f"/{said}"):
            found["", path[: -len(said)]] = path
    return found
