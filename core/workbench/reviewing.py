"""Review a change of the checkout: commits of a branch, what is staged, or a diff; both sides are indexed once and kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from core.backends import products
from core.errors import SettingsError, SourceError
from core.extract.history import CommitLog
from core.index.opening import open_current
from core.index.place import Place
from core.inspect.diff import read_diff
from core.model.limit import Limit
from core.model.review import ChangedFile, CodeOwner, Review
from core.pipeline.commits import commit_place, index_commit, index_files, is_indexed, lost_files
from core.pipeline.patched import apply_diff, write_files
from core.ports import Progress
from core.review.architecture import CheckedSides
from core.review.code_owners import PLACES, checkout_owners, code_owners
from core.review.making import ReviewedChange, review_of
from core.review.sides import Side
from core.runtime.git import git
from core.runtime.git_tree import (
    NamedCommit,
    authors_between,
    commit_of,
    diff_between,
    ends_of,
    merge_base,
    staged_id,
    write_staged,
)
from core.settings import index_home
from core.text.counts import first_of
from core.workbench.checking import check_declared, known_violations
from core.workbench.declaring import declarations
from core.workbench.observed import figures_of
from core.workbench.open_bench import OpenBench

if TYPE_CHECKING:
    from core.analyse.check import Check


@dataclass(frozen=True, slots=True)
class _Sides:
    """The indexes of both sides of a change, its files and who made it."""

    title: str
    before: Place
    after: Place
    files: tuple[ChangedFile, ...]
    last: str  # the commit whose past counts, empty without git
    authors: Collection[str] = ()
    notes: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()


def review(
    bench: OpenBench, commits: str = "", *, diff: str = "", staged: bool = False, progress: Progress | None = None
) -> Review:
    """Return a review of a change: `BASE..HEAD`, a unified diff against the checkout, or the staged change.

    Orienteer indexes each side once and keeps that index next to this one. Raises `SettingsError` unless exactly one
    change is given, and `SourceError` for an unknown commit and for a diff that does not apply.
    """
    root = Path(bench.manifest.root)
    if sum((bool(commits), bool(diff), staged)) != 1:
        raise SettingsError("No single change to review. Give one of BASE..HEAD, a diff, or what is staged.")
    if not root.is_dir():
        raise SourceError(f"The checkout {root} no longer exists. Index it where it is now: orienteer index PATH")
    if commits:
        sides = _of_commits(bench, root, commits, progress)
    else:
        sides = _of_staged(bench, root, progress) if staged else _of_diff(bench, root, diff, progress)
    return _reviewed(bench, root, sides)


def is_read(bench: OpenBench, commits_: str) -> bool:
    """Tell whether both commits that a review of `BASE..HEAD` compares are indexed already."""
    root = Path(bench.manifest.root)
    return all(is_indexed(commit_place(root, one, bench.settings)) for one in _parted(root, commits_))


def parted(bench: OpenBench, commits_: str) -> tuple[str, str]:
    """Return the ids of the two commits that a review of `BASE..HEAD` compares: where HEAD left BASE, and HEAD."""
    before, after = _parted(Path(bench.manifest.root), commits_)
    return before.sha, after.sha


def _parted(root: Path, commits_: str) -> tuple[NamedCommit, NamedCommit]:
    base, after = (commit_of(root, name) for name in ends_of(commits_))
    return merge_base(root, base, after), after


def _of_commits(bench: OpenBench, root: Path, commits_: str, progress: Progress | None) -> _Sides:
    before, after = _parted(root, commits_)
    text = diff_between(root, before.sha, after.sha)
    if not text:
        raise SettingsError(f"Nothing changed from {before.called} ({before.sha[:10]}) to {after.called} ({after.sha[:10]}).")
    first, second = (index_commit(root, one, bench.name, bench.settings, progress) for one in (before, after))
    base = commit_of(root, ends_of(commits_)[0])
    moved = f"{base.called} has moved on since: it was left at {before.sha[:10]}." if base.sha != before.sha else ""
    title = f"{_called(after)} against {_called(before)}"
    notes, lost = (moved,) if moved else (), lost_files(root, before, after)
    authors = authors_between(root, before.sha, after.sha)
    return _Sides(title, first, second, read_diff(text), before.sha, authors, notes, lost)


def _called(commit: NamedCommit) -> str:
    """Return what a commit is called with the beginning of its id, once where it is called by that."""
    short = commit.sha[:10]
    return short if commit.sha.startswith(commit.called) else f"{commit.called} ({short})"


def _of_staged(bench: OpenBench, root: Path, progress: Progress | None) -> _Sides:
    before = commit_of(root, "HEAD")
    text = diff_between(root, before.sha)
    if not text:
        raise SettingsError(f"Nothing is staged in {root}. Stage what you want to be reviewed: git add")
    state = NamedCommit(staged_id(root), "what is staged")
    most = bench.settings.extract.max_file_bytes
    first = index_commit(root, before, bench.name, bench.settings, progress)
    second = index_files(root, state, bench.name, bench.settings, lambda folder: write_staged(root, folder, most), progress)
    title = f"What is staged against HEAD ({before.sha[:10]})"
    return _Sides(title, first, second, read_diff(text), before.sha, _me(root))


def _of_diff(bench: OpenBench, root: Path, diff: str, progress: Progress | None) -> _Sides:
    files = read_diff(diff)
    binary = [name for one in files if one.binary for name in (one.path, one.before) if name]
    with TemporaryDirectory(prefix="orienteer-diff-") as folder:
        own, other = Path(folder) / "checkout", Path(folder) / "other"
        own.mkdir()
        other.mkdir()
        named = [name for one in files for name in (one.path, one.before) if name]
        mark, _ = (write_files(root, side, bench.settings.extract, named) for side in (own, other))
        problem = apply_diff(other, diff, binary)
        has_it = bool(problem) and not apply_diff(other, diff, binary, reverse=True)
        if problem and not has_it:
            raise SourceError(
                f"The diff does not fit the checkout {root}: {problem}. Give one of its present files, or BASE..HEAD."
            )
        changed = sha256(f"{mark}{has_it}{diff}".encode("utf-8", "surrogatepass")).hexdigest()
        states = NamedCommit(mark, "the checkout"), NamedCommit(changed, "the checkout with the diff")
        here, there = (
            index_files(root, state, bench.name, bench.settings, _copying(source), progress)
            if source is other or not _is_of_checkout(bench)
            else _own_place(bench)
            for state, source in zip(states, (own, other), strict=True)
        )
    said = "The checkout has the diff already: it was taken back for the side before." if has_it else ""
    sides = (there, here) if has_it else (here, there)
    last = bench.manifest.git_sha and git(root, "rev-parse", "--verify", "--quiet", "HEAD")
    return _Sides("A diff against the checkout", *sides, files, last, _me(root), (said,) if said else ())


def _is_of_checkout(bench: OpenBench) -> bool:
    """Tell whether an index is of the files of its checkout, as they are, and of nothing else: then it need not be made again.

    With git it also has a past, which the other side has not.
    """
    manifest = bench.manifest
    alone = not (manifest.git_sha or manifest.inputs or manifest.documents or manifest.framework or manifest.members)
    return alone and _own_place(bench).current() == bench.directory and bench.freshness().state == "current"


def _own_place(bench: OpenBench) -> Place:
    return Place(index_home(bench.settings), bench.name)


def _copying(source: Path) -> Callable[[Path], int]:
    """Return what copies the files of a folder into another, and counts what lies in it."""

    def write(folder: Path) -> int:
        shutil.copytree(source, folder, dirs_exist_ok=True)
        return sum(1 for _ in folder.iterdir())

    return write


def _me(root: Path) -> frozenset[str]:
    name = git(root, "config", "user.name")
    return frozenset((name,)) if name else frozenset()


def _reviewed(bench: OpenBench, root: Path, sides: _Sides) -> Review:
    made = products(bench.settings)
    first, second = (OpenBench(open_current(place, made), bench.settings) for place in (sides.before, sides.after))
    said = declarations(root)
    known = known_violations(root)
    held: tuple[Check, ...] = tuple(check_declared(one, said, known) for one in (first, second))
    log = CommitLog(root, sides.last)
    past = list(log) if sides.last else []
    notes = (
        *sides.notes,
        *_unread(sides.files, second, first),
        *(("Without git nothing is known of the past.",) if not past else ()),
    )
    change = ReviewedChange(
        sides.title, Side(first.index, first.analyse), Side(second.index, second.analyse), sides.files, past, sides.authors,
        CheckedSides(*held), _owners(root, sides), notes, (*sides.limits, *log.limits),
    )  # fmt: skip
    found = review_of(change)
    seen = figures_of(bench, [one.key for one in found.units])
    units = tuple(replace(one, observed=seen.get(one.key, "")) for one in found.units)
    return replace(found, units=units, pages=bench.pages)


def _owners(root: Path, sides: _Sides) -> tuple[CodeOwner, ...]:
    """Return who owns the changed files by the CODEOWNERS before the change: without git, that of the checkout."""
    paths = [one.path for one in sides.files]
    if not sides.last:
        return checkout_owners(root, paths)
    texts = ((place, git(root, "show", f"{sides.last}:{place}")) for place in PLACES)
    return next((code_owners(text, place, paths) for place, text in texts if text), ())


def _unread(files: tuple[ChangedFile, ...], after: OpenBench, before: OpenBench) -> list[str]:
    """Return in words which changed files no unit is known of."""
    known = {*after.catalog.file_hashes(), *before.catalog.file_hashes()}
    binary = [one.path for one in files if one.binary]
    unread = [one.path for one in files if one.path not in known and not one.binary]
    said = (("binary, not looked into", binary), ("not read as code", unread))
    return [f"{len(paths)} file{'s' * (len(paths) != 1)} {what}: {first_of(paths, 5)}." for what, paths in said if paths]
