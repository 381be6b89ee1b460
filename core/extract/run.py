"""The whole reading of a checkout: walk, load, read, link, history."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from core.extract.facts import FileFacts, SourceFile
from core.extract.history import histories
from core.extract.link import link_all
from core.extract.load import load
from core.extract.read import read_all, readers_version
from core.extract.repository import Repository
from core.extract.walk import walk
from core.git import git
from core.model import Extraction, Problem
from core.ports import FactsCache, Progress
from core.settings import ExtractSettings
from core.trace import span


def extract(
    root: Path,
    settings: ExtractSettings,
    cache: FactsCache | None = None,
    progress: Progress | None = None,
    now: datetime | None = None,
) -> Extraction:
    """Return everything that is found in a checkout; raises `SourceError` when the root is not a readable folder.

    `now` is the moment from which history counts its days, by default the present.
    """
    with span("walk") as facts:
        files, problems = load_files(root, settings)
        facts["files"] = len(files)
    with span("read"):
        read = read_all(files, cache, progress)
    with span("link") as facts:
        linked = link_all(Repository(root, tuple(read), {file.path: file.text for file in files}))
        facts["units"], facts["relations"] = len(linked.units), len(linked.relations)
    with span("history"):
        known, history_problems = histories(root, linked.units, now or datetime.now(UTC))
    return Extraction(
        units=linked.units,
        relations=linked.relations,
        problems=_ordered([*problems, *_of_files(read), *linked.problems, *history_problems]),
        history=known,
        tallies=linked.tallies,
        listed=linked.listed,
    )


def fingerprint(root: Path, settings: ExtractSettings) -> str:
    """Return a digest that changes when an extraction would: the files, the commit, the settings or the readers."""
    digest = hashlib.sha256(f"{readers_version()} {settings!r} {git(root, 'rev-parse', 'HEAD')}".encode())
    for found in walk(root, settings)[0]:
        digest.update(f"\0{found.path}\0".encode("utf-8", "surrogateescape"))
        try:
            digest.update(hashlib.sha256((root / found.path).read_bytes()).digest())
        except OSError as problem:
            digest.update(str(problem.strerror).encode())
    return digest.hexdigest()


def load_files(root: Path, settings: ExtractSettings) -> tuple[list[SourceFile], list[Problem]]:
    """Return the texts of all files to read, ordered by path, and what was left out or repaired."""
    found, problems = walk(root, settings)
    files = []
    for file in found:
        source, problem = load(root, file)
        files.extend([source] if source is not None else [])
        problems.extend([problem] if problem is not None else [])
    return files, problems


def _of_files(read: Sequence[FileFacts]) -> list[Problem]:
    return [problem for facts in read for problem in facts.problems]


def _ordered(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    unique = set(problems)
    return tuple(sorted(unique, key=lambda problem: (problem.file_path, problem.line, problem.status, problem.reason)))
