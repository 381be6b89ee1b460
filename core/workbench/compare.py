"""What differs between two generations of an index: units, relations, and the architecture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.backends import products
from core.errors import SourceError
from core.index.opening import open_current, open_generation
from core.index.place import Place, outdated_root, read_manifest
from core.model import Manifest, Relation
from core.model.limit import Limit
from core.pipeline.freshness import index_command
from core.ports import Progress
from core.runtime.git_tree import NamedCommit, commit_of
from core.workbench.open_bench import OpenBench

if TYPE_CHECKING:
    from core.analyse.compare import Change

PREVIOUS = "previous"
"""The last version of an index that other files were read for, as a name."""
_ID = 7  # letters from which on digits are the beginning of a commit's id
_TOLD_HERE = ("unit", "relation")  # last words of what the analysis tells as well, of whole units only


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: `what` is new, gone, moved or changed unit, new or gone relation, or a change of cycles and hubs.

    `subject` is a key, or `source → target`; `file_path` and `line` are where it is now, for what is gone where it was.
    """

    what: str
    subject: str
    detail: str
    file_path: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two generations by number, and what differs: units, relations, then cycles, crossings and hubs, each by name.

    Of two commits `commits` has the names that they were given, each with its id, and the numbers are 0. `limits` say what was
    not compared.
    """

    before: int
    after: int
    differences: tuple[Difference, ...]
    commits: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()

    @property
    def sentence(self) -> str:
        """What was compared, and how much differs."""
        counted = f"{len(self.differences):,} differences" if self.differences else "no difference"
        what = f"Commits {' and '.join(self.commits)}" if self.commits else f"Generations {self.before} and {self.after}"
        return " ".join((f"{what}: {counted}.", *map(str, self.limits)))

    def to_rows(self) -> list[dict[str, str | int]]:
        """Return the differences as flat dictionaries."""
        return [asdict(difference) for difference in self.differences]


def generations(bench: OpenBench) -> Mapping[int, Manifest]:
    """Return the manifests of the stored generations, oldest first, without those of another format."""
    folders = sorted(folder for folder in bench.directory.parent.iterdir() if folder.name.isdigit())
    return {int(folder.name): read_manifest(folder) for folder in folders if outdated_root(folder) is None}


def numbered(before: str, after: str) -> tuple[int | None, int | None] | None:
    """Return the generations that two names mean, None for one that is not named; None when they name commits."""
    if any(name and not (name.isdecimal() and len(name) < _ID) for name in (before, after)):
        return None
    return (int(before) if before else None, int(after) if after else None)


def compare(bench: OpenBench, before: int | None = None, after: int | None = None) -> Comparison:
    """Return the differences between two generations: by default the open one and the last one with other files.

    Raises `SourceError` for a generation that is not kept, and when there is no earlier one.
    """
    kept = generations(bench)
    newer = bench.manifest.generation if after is None else after
    older = _earlier(kept, newer, bench) if before is None else before
    _check_kept(bench, kept, older, newer)
    first, second = (_opened(bench, number) for number in (older, newer))
    return Comparison(older, newer, _differences(first, second))


def earlier_bench(bench: OpenBench, name: str) -> tuple[str, OpenBench]:
    """Return an earlier state of an index with its name in a sentence: the previous version, one by number, or a commit.

    A commit is indexed when it is asked for first. Raises `SourceError` when there is no such state.
    """
    kept, numbers = generations(bench), numbered(_number(name), "")
    if numbers is None:
        from core.pipeline.commits import index_commit

        root = Path(bench.manifest.root)
        commit = commit_of(root, name)
        place = index_commit(root, commit, bench.name, bench.settings)
        return f"commit {_called(commit)}", OpenBench(open_current(place, products(bench.settings)), bench.settings)
    number = _earlier(kept, bench.manifest.generation, bench) if numbers[0] is None else numbers[0]
    _check_kept(bench, kept, number)
    return f"version {number} of {kept[number].built_at[:16].replace('T', ' ')}", _opened(bench, number)


def is_ready(bench: OpenBench, name: str) -> bool:
    """Whether `earlier_bench` need not index a commit first; raises `SourceError` for an unknown commit."""
    from core.pipeline.commits import commit_place, is_indexed

    root = Path(bench.manifest.root)
    return numbered(_number(name), "") is not None or is_indexed(commit_place(root, commit_of(root, name), bench.settings))


def _number(name: str) -> str:
    return "" if name == PREVIOUS else name


def compare_commits(bench: OpenBench, before: str, after: str = "HEAD", progress: Progress | None = None) -> Comparison:
    """Return the differences between two commits, named by branch, tag or id.

    Orienteer indexes each commit once and keeps that index next to this one.
    """
    from core.pipeline.commits import index_commit

    root = Path(bench.manifest.root)
    commits = [commit_of(root, name) for name in (before, after)]
    places = [index_commit(root, commit, bench.name, bench.settings, progress) for commit in commits]
    return _of_commits(bench, commits, places)


def known_comparison(bench: OpenBench, before: str, after: str) -> Comparison | None:
    """Return how two commits differ when both are indexed already; None when one of them has to be read first."""
    from core.pipeline.commits import commit_place, is_indexed

    root = Path(bench.manifest.root)
    commits = [commit_of(root, name) for name in (before, after)]
    places = [commit_place(root, commit, bench.settings) for commit in commits]
    return _of_commits(bench, commits, places) if all(map(is_indexed, places)) else None


def _of_commits(bench: OpenBench, commits: Sequence[NamedCommit], places: Sequence[Place]) -> Comparison:
    from core.pipeline.commits import lost_files

    made = products(bench.settings)
    first, second = (OpenBench(open_current(place, made), bench.settings) for place in places)
    names = tuple(map(_called, commits))
    lost = lost_files(Path(bench.manifest.root), *commits)
    return Comparison(0, 0, _differences(first, second), names, lost)


def _called(commit: NamedCommit) -> str:
    return commit.called if commit.called == commit.sha else f"{commit.called} ({commit.sha[:10]})"


def _differences(first: OpenBench, second: OpenBench) -> tuple[Difference, ...]:
    architecture = (change for change in second.analyse.compare(first.analyse).items if not change.what.endswith(_TOLD_HERE))
    return (*_units(first, second), *_relations(first, second), *map(_told, architecture))


def _check_kept(bench: OpenBench, kept: Mapping[int, Manifest], *numbers: int) -> None:
    for number in numbers:
        if number not in kept:
            listed = ", ".join(map(str, kept))
            raise SourceError(
                f"No generation {number} of '{bench.name}'. Choose from: {listed} (index.keep_generations sets how many stay)."
            )


def _earlier(kept: Mapping[int, Manifest], newer: int, bench: OpenBench) -> int:
    known = kept.get(newer)
    earlier = [number for number in kept if number < newer]
    other = [number for number in earlier if known is None or _made_of(kept[number]) != _made_of(known)]
    if not other:
        said = f"'{bench.name}' has no earlier generation to compare with."
        raise SourceError(said, f"After a change: {index_command(bench.manifest)}")
    return max(other)


def _made_of(manifest: Manifest) -> tuple[str, str]:
    return manifest.fingerprint, manifest.inputs


def _opened(bench: OpenBench, number: int) -> OpenBench:
    if number == bench.manifest.generation:
        return bench
    folder: Path = bench.directory.parent / f"{number:06}"
    return OpenBench(open_generation(folder, products(bench.settings)), bench.settings)


def _units(before: OpenBench, after: OpenBench) -> Iterator[Difference]:
    old, new = before.catalog.hashes(), after.catalog.hashes()
    for what, keys, bench in (
        ("new unit", new.keys() - old.keys(), after),
        ("gone unit", old.keys() - new.keys(), before),
    ):
        for key in sorted(keys):
            yield Difference(what, key, "", bench.heads[key].file_path, bench.heads[key].start_line)
    for key in sorted(old.keys() & new.keys()):
        was, now = before.heads[key], after.heads[key]
        if was.file_path != now.file_path:
            yield Difference("moved unit", key, f"from {was.file_path}", now.file_path, now.start_line)
        if old[key] != new[key]:
            yield Difference("changed unit", key, "", now.file_path, now.start_line)


def _relations(before: OpenBench, after: OpenBench) -> Iterator[Difference]:
    """Yield the relations that are there in one generation only, wherever their lines have moved to."""
    old, new = (_first_lines(bench) for bench in (before, after))
    for what, found, other in (("new relation", new, old), ("gone relation", old, new)):
        for (source, target, kind), relation in sorted(found.items()):
            if (source, target, kind) not in other:
                yield Difference(what, f"{source} → {target}", kind, relation.file_path, relation.line)


def _first_lines(bench: OpenBench) -> dict[tuple[str, str, str], Relation]:
    found: dict[tuple[str, str, str], Relation] = {}
    for relation in bench.relations:
        found.setdefault((relation.source, relation.target, relation.kind), relation)
    return found


def _told(change: Change) -> Difference:
    line = change.lines[0] if change.lines else None
    return Difference(change.what, change.subject, change.detail, line.file_path if line else "", line.line if line else 0)
