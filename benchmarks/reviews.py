"""Fifty changes of public repositories that were mended soon after: does the review of one name what its fix touched?

    python -m benchmarks.reviews sample CHECKOUT... --out pairs.json    chooses changes by a seed
    python -m benchmarks.reviews sample CHECKOUT... --merged 8 --out pairs.json    eight merged pull requests of each
    python -m benchmarks.reviews measure pairs.json --out rows.json
    python -m benchmarks.reviews table rows.json

Ten pairs of each checkout are drawn, fifty in all. A pair is a commit and the first later one, within four weeks, whose
subject says that it mends something and which replaces or surrounds lines of the first (`git blame`). Checkouts are clones with
their history, indexed under the names of their folders.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import process_time

from core.model.review import MEDIUM, ChangedUnit, Review
from core.pipeline import commits
from core.present.export.review import review_text
from orienteer import open_workbench

SEED, EACH, ALL, WEEKS = 16, 10, 50, 4
SAYS = re.compile(
    r"\b(?:fix(?:e[sd])?|revert(?:s|ed)?|follow[- ]?up|broke|broken|bug|oops|forgot|regression|typo)\b", re.IGNORECASE
)
CODE = re.compile(r"\.(?:rb|erb|haml|slim|rake|py|ts|js|jsx|tsx|html)$")
SQUASHED, MERGED = re.compile(r"\(#\d+\)$"), re.compile(r"Merge pull request #\d+ from")
MOST_FILES, SINCE = 30, "3 years ago"
HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+")


@dataclass(frozen=True)
class Pair:
    """A change, the commit that mended it, the lines of the change that it touched, and files it touched beside them."""

    repository: str
    change: str
    subject: str
    fix: str
    fix_subject: str
    lines: list[tuple[str, int]]
    outside: list[str]


def git(root: Path, *arguments: str) -> str:
    """Return what git prints."""
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def changed_files(root: Path, commit: str) -> list[str]:
    """Return the files of a commit, renamed ones under both names."""
    return git(root, "diff", "--name-only", "--no-renames", f"{commit}^", commit).splitlines()


def blamed(root: Path, fix: str, path: str) -> dict[str, list[tuple[str, int]]]:
    """Return by commit the lines, with their file and number there, that a fix replaces or adds something to."""
    found: dict[str, list[tuple[str, int]]] = {}
    for start, count in HUNK.findall(git(root, "diff", "-U0", f"{fix}^", fix, "--", path)):
        first, many = int(start), int(count or 1)
        ends = (first, first + many - 1) if many else (max(first, 1), first + 1)
        told = git(root, "blame", "--porcelain", "-L", f"{ends[0]},{ends[1]}", f"{fix}^", "--", path)
        names: dict[str, str] = {}
        current, number = "", 0
        for line in told.splitlines():
            if head := re.match(r"([0-9a-f]{40}) (\d+) \d+", line):
                current, number = head[1], int(head[2])
            elif line.startswith("filename "):
                names[current] = line.removeprefix("filename ")
            elif line.startswith("\t"):
                found.setdefault(current, []).append((names.get(current, path), number))
    return found


def merged_as(root: Path, commit: str, fix: str) -> tuple[str, str] | None:
    """Return the commit that merged the pull request of a commit, its subject; None for what came otherwise or with the fix.

    What takes a change back touches every line of it, so that nothing is left to be told: reverts count on neither side.
    """
    told = git(root, "log", "-1", "--format=%H%x00%s", commit).strip().split("\0")
    if SQUASHED.search(told[1]):
        return told[0], told[1]
    format_ = "--format=%H%x00%s%x00%b%x01"
    merges = git(root, "log", "--first-parent", "--merges", "--ancestry-path", format_, f"{commit}..HEAD").split("\1")
    rows = [one.strip().split("\0") for one in merges if one.strip()]
    if not rows or not MERGED.match(rows[-1][1]):
        return None
    with_fix = subprocess.run(["git", "-C", str(root), "merge-base", "--is-ancestor", fix, rows[-1][0]], check=False)
    return (rows[-1][0], f"{rows[-1][1].split(' from ')[0]}: {rows[-1][2].strip()}") if with_fix.returncode else None


def pair_of(root: Path, fix: str, when: int, subject: str, merged: bool) -> Pair | None:
    """Return the change that a fix mends, the one with most of the lines; None when it is not of the last weeks."""
    files = [path for path in changed_files(root, fix) if CODE.search(path)]
    if not files or len(files) > MOST_FILES:
        return None
    lines: dict[str, list[tuple[str, int]]] = {}
    for path in files:
        for commit, some in blamed(root, fix, path).items():
            lines.setdefault(commit, []).extend(some)
    for commit, some in sorted(lines.items(), key=lambda item: (-len(item[1]), item[0])):
        told = git(root, "log", "-1", "--format=%ct%x00%P%x00%s", commit).strip().split("\0")
        if len(told) < 3 or len(told[1].split()) != 1 or not 0 <= when - int(told[0]) <= WEEKS * 7 * 86_400:
            continue
        as_one = merged_as(root, commit, fix) if merged else (commit, told[2])
        if as_one is None or (merged and any("revert" in text.lower() for text in (as_one[1], subject))):
            continue
        commit, told[2] = as_one
        own = changed_files(root, commit)
        if len(own) <= MOST_FILES and any(CODE.search(path) for path in own):
            known = set(git(root, "ls-tree", "-r", "--name-only", commit).splitlines())
            outside = [path for path in files if path not in own and path in known]
            return Pair(root.name, commit, told[2], fix, subject, sorted(set(some)), outside)
    return None


def sample(root: Path, merged: int) -> list[Pair]:
    """Return ten pairs, or so many merged pull requests, drawn by the seed from what mends in three years."""
    log = git(root, "log", "--no-merges", f"--since={SINCE}", "--format=%H%x00%ct%x00%s").splitlines()
    fixes = [row.split("\0") for row in log if SAYS.search(row.split("\0")[2])]
    random.Random(f"{SEED} {root.name}").shuffle(fixes)
    found: dict[str, Pair] = {}
    for sha, when, subject in fixes:
        pair = pair_of(root, sha, int(when), subject, bool(merged))
        if pair and pair.change not in found:
            found[pair.change] = pair
        if len(found) == (merged or EACH):
            break
    return list(found.values())


def named_files(found: Review) -> set[str]:
    """Return every file that a review names and the change does not touch."""
    own = {name for one in found.files for name in (one.path, one.before)}
    named = {one.file_path for one in found.users} | {one.file_path for one in found.remarks}
    named |= {one.path for one in found.companions}
    named |= {link.file_path for flow in found.flows for link in flow.chain.links}
    return {path for path in named if path} - own


def measure(pair: Pair) -> dict[str, object]:
    """Return what the review of a change says of what its fix touched, beside what simpler lists say."""
    bench = open_workbench(pair.repository)
    start = process_time()
    found = bench.review(f"{pair.change}^..{pair.change}")
    seconds = process_time() - start
    text = review_text(found)
    units = [one for one in found.units if not one.inside]
    touched = {one.key for path, line in pair.lines if (one := innermost(units, path, line))}
    ranks = [place for place, one in enumerate(units, 1) if one.key in touched]
    added = Counter(inner.key for one in found.files for line in one.new if (inner := innermost(units, one.path, line)))
    by_size = sorted(units, key=lambda one: (-added[one.key], one.key))
    size_ranks = [place for place, one in enumerate(by_size, 1) if one.key in touched]
    flagged = {one.key for one in units if any(reason.level in ("high", MEDIUM) for reason in one.reasons)}
    own = {one.path for one in found.files}
    users = {one.file_path for one in found.users} - own
    along = {one.path for one in found.companions}
    named = named_files(found)
    return {
        **asdict(pair), "units": len(units), "rank": min(ranks, default=0), "rank_by_size": min(size_ranks, default=0),
        "flagged": any(place and units[place - 1].key in flagged for place in ranks),
        "levels": [sum(one.level == level for one in found.remarks) for level in ("high", "medium", "low")],
        "named": len(named), "users": len(users), "along": len(along),
        "outside_named": sorted(named & set(pair.outside)),
        "outside_shown": sorted(path for path in pair.outside if path in text),
        "outside_users": sorted(users & set(pair.outside)), "outside_along": sorted(along & set(pair.outside)),
        "tokens": len(text) // 4, "seconds": round(seconds, 1),
    }  # fmt: skip


def innermost(units: Sequence[ChangedUnit], path: str, line: int) -> ChangedUnit | None:
    """Return the smallest changed unit around a line."""
    there = (one for one in units if one.file_path == path and one.change != "removed")
    around = [one for one in there if one.line <= line <= one.end_line]
    return min(around, key=lambda one: (one.end_line - one.line, one.key), default=None)


def table(rows: list[dict[str, object]]) -> str:
    """Return the figures of all changes as Markdown: inside of the change by rank, outside of it by what was named."""
    inside = [row for row in rows if row["rank"]]
    lines = [f"{len(rows)} changes; {len(inside)} fixes touch a unit that the change touched."]
    for most in (1, 3, 5):
        hit, size = (sum(0 < int(str(row[key])) <= most for row in inside) for key in ("rank", "rank_by_size"))
        chance = sum(min(1.0, most / int(str(row["units"]))) for row in inside)
        lines.append(f"among the first {most}: {hit} of {len(inside)}; by changed lines {size}; by chance {chance:.1f}")
    wanted = [(row, path) for row in rows for path in row["outside"]]  # type: ignore[attr-defined]
    lines.append(
        f"{len(wanted)} files outside of {len({str(row['change']) for row, _ in wanted})} changes were touched by fixes."
    )
    for name, key, size in (
        ("named by the review", "outside_named", "named"), ("in its text", "outside_shown", ""),
        ("users of changed units", "outside_users", "users"), ("usually changes along", "outside_along", "along"),
    ):  # fmt: skip
        hit = sum(path in row[key] for row, path in wanted)  # type: ignore[operator]
        many = f"; files named, median {median(int(str(row[size])) for row in rows):g}" if size else ""
        lines.append(f"{name}: {hit} of {len(wanted)}{many}")
    return "\n".join(lines)


def main() -> None:
    """Draw, measure or tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("sample", "measure", "table"))
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--merged", type=int, default=0, help="so many merged pull requests of each checkout")
    given = parser.parse_args()
    if given.what == "sample":
        pairs = [asdict(pair) for root in given.paths for pair in sample(root, given.merged)][:ALL]
        given.out.write_text(json.dumps(pairs, indent=1, ensure_ascii=False), encoding="utf-8")
        return
    read = json.loads(given.paths[0].read_text(encoding="utf-8"))
    if given.what == "table":
        print(table(read))
        return
    commits._KEPT = 1_000  # a second measurement reads none of them again
    rows = json.loads(given.out.read_text(encoding="utf-8")) if given.out.exists() else []
    done = {row["change"] for row in rows}
    for row in read:
        if row["change"] not in done:
            pair = Pair(**{**row, "lines": [tuple(line) for line in row["lines"]]})
            rows.append(measure(pair))
            given.out.write_text(json.dumps(rows, indent=1, ensure_ascii=False), encoding="utf-8")
            print(pair.repository, pair.change[:10], rows[-1]["rank"], rows[-1]["seconds"], file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
