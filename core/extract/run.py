"""The whole reading of a checkout: walk, load, read, link, history."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.extract.facts import FileFacts, SourceFile
from core.extract.foreign import not_own
from core.extract.guard import Guard
from core.extract.history import histories
from core.extract.link import link_all
from core.extract.load import load
from core.extract.outside import outside_documents
from core.extract.read import read_all, readers_version
from core.extract.repository import Relinker, Repository
from core.extract.walk import links, walk
from core.extract.wrapper_settings import check_wrappers, wrapper_settings
from core.model import Extraction, History, Problem
from core.ports import FactsCache, Progress
from core.runtime.collection import release_memory
from core.runtime.git import git
from core.runtime.trace import span
from core.settings import ExtractSettings

_MANY_UNITS = 30_000  # from so many on, what linking leaves in memory counts more than the half second that freeing it takes


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The texts of a checkout at one moment, ordered by path, and what was left out or repaired.

    The fingerprint is a digest that changes when an extraction would: with the files, the commit, the settings, the readers.
    """

    root: Path
    settings: ExtractSettings
    files: tuple[SourceFile, ...]
    problems: tuple[Problem, ...]
    fingerprint: str


def snapshot(root: Path, settings: ExtractSettings) -> Snapshot:
    """Return the texts of a checkout as they are now; raises `SourceError` when the root is not a readable folder."""
    files, problems = load_files(root, settings)
    digest = hashlib.sha256(f"{readers_version()} {settings!r} {git(root, 'rev-parse', 'HEAD')}".encode())
    for file in files:
        digest.update(f"\0{file.path}\0{file.language}\0{file.is_test}\0{file.sha}".encode("utf-8", "surrogateescape"))
    digest.update(repr(problems).encode())
    return Snapshot(root, settings, tuple(files), tuple(problems), digest.hexdigest())


def extract(
    root: Path,
    settings: ExtractSettings,
    cache: FactsCache | None = None,
    progress: Progress | None = None,
    now: datetime | None = None,
) -> Extraction:
    """Return everything that is found in a checkout; raises `SourceError` when the root is not a readable folder.

    `now` is the moment from which history counts its days, by default the last commit.
    """
    with span("walk") as facts:
        taken = snapshot(root, settings)
        facts["files"] = len(taken.files)
    return understand(taken, cache, progress, now)


def understand(
    taken: Snapshot,
    cache: FactsCache | None = None,
    progress: Progress | None = None,
    now: datetime | None = None,
    keep: Callable[[str, Relinker], None] | None = None,
) -> Extraction:
    """Return everything that is found in the texts of a checkout; `now` as in `extract`.

    `keep` is given what the linkers leave behind, with the family of languages, so that single files can be linked again.
    """
    root, files = taken.root, taken.files
    guard = Guard(taken.settings, progress)
    wrapper_settings(taken.settings.wrappers)  # a row of another form is told before the work
    with span("read"):
        read = read_all(files, cache, guard)
    with span("link") as facts:
        texts = {file.path: file.text for file in files}
        linked = link_all(Repository(root, tuple(read), texts, guard, taken.settings.wrappers, links(taken.problems)), keep)
        check_wrappers(taken.settings.wrappers, linked.units)
        facts["units"], facts["relations"] = len(linked.units), len(linked.relations)
    of_files = _of_files(read)
    del read
    if len(linked.units) > _MANY_UNITS:
        release_memory()
    with span("history"):
        known = guard.attempt("history", lambda: histories(root, linked.units, now, guard), None)
    rows, limits = known or (tuple(History(unit.key) for unit in linked.units), ())
    with span("foreign code"):
        apart = guard.attempt("foreign code", lambda: not_own(linked.units, linked.relations, texts, rows), None) or ()
    return Extraction(
        units=linked.units,
        relations=linked.relations,
        problems=_ordered([*taken.problems, *of_files, *linked.problems, *limits, *apart, *guard.problems]),
        history=rows,
        tallies=linked.tallies,
        listed=linked.listed,
        given_up=guard.given_up,
    )


def load_files(root: Path, settings: ExtractSettings) -> tuple[list[SourceFile], list[Problem]]:
    """Return the texts of all files to read, ordered by path, and what was left out or repaired."""
    found, problems = walk(root, settings)
    files = []
    for file in found:
        source, problem = load(root, file)
        files.extend([source] if source is not None else [])
        problems.extend([problem] if problem is not None else [])
    outside, left = outside_documents(settings)
    return sorted([*files, *outside], key=lambda file: file.path) if outside else files, [*problems, *left]


def _of_files(read: Sequence[FileFacts]) -> list[Problem]:
    return [problem for facts in read for problem in facts.problems]


def _ordered(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    unique = set(problems)
    return tuple(sorted(unique, key=lambda problem: (problem.file_path, problem.line, problem.status, problem.reason)))
