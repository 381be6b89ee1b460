"""Keep an index current while a checkout is worked on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import sleep

from core.errors import WorkbenchError
from core.extract.outside import outside_files
from core.extract.walk import walk
from core.pipeline.indexing import index_checkout
from core.pipeline.report import IndexReport
from core.pipeline.roots import checked_root
from core.ports import Progress
from core.runtime.git import git
from core.settings import ExtractSettings, Settings

INTERVAL = 1.0
"""Seconds between two looks at the checkout; also how long it must be quiet before it is read."""

Listener = Callable[[IndexReport | WorkbenchError], None]


def watch(
    path: Path,
    settings: Settings,
    told: Listener,
    *,
    name: str | None = None,
    vectors: bool = True,
    progress: Progress | None = None,
    interval: float = INTERVAL,
) -> None:
    """Index the checkout now and after each change, until interrupted; `told` hears of every run that changed something.

    A run that fails later (the index is busy, the folder is away for a moment) is told and tried again when something
    changes; the first raises `SourceError`, `SettingsError` or `StoreError` as `index_checkout` does.
    """
    root = checked_root(path)
    first = appearance(root, settings.extract)
    report = index_checkout(root, settings, name=name, vectors=vectors, progress=progress)
    told(report)
    looked_at = replace(settings.extract, documents=report.manifest.documents)
    seen = first if looked_at == settings.extract else appearance(root, looked_at)
    while True:
        seen = _next_appearance(root, looked_at, seen, interval)
        try:
            report = index_checkout(root, settings, name=name, vectors=vectors, progress=progress)
        except WorkbenchError as problem:
            told(problem)
        else:
            if report.changed:
                told(report)


def appearance(root: Path, settings: ExtractSettings) -> frozenset[tuple[str, int, int]]:
    """Return what tells without reading that a checkout has changed: paths with times and sizes, and the commit.

    A checkout that cannot be listed at the moment has no appearance.
    """
    try:
        paths = [(root, found.path) for found in walk(root, settings)[0]]
        paths += [(folder, found.path) for folder, found in outside_files(settings)]
    except WorkbenchError:
        return frozenset()
    entries = {(git(root, "rev-parse", "HEAD"), 0, 0)}
    for folder, path in paths:
        try:
            status = (folder / path).stat()
        except OSError:
            continue  # deleted since it was listed: missing is what it looks like
        entries.add((path if folder == root else f"{folder}/{path}", status.st_mtime_ns, status.st_size))
    return frozenset(entries)


def _next_appearance(
    root: Path, settings: ExtractSettings, seen: frozenset[tuple[str, int, int]], interval: float
) -> frozenset[tuple[str, int, int]]:
    """Wait until the checkout looks different from `seen` and twice the same; return that look.

    Editors and git write many files in a burst; reading in the middle of it would read twice.
    """
    before = seen
    while True:
        sleep(interval)
        now = appearance(root, settings)
        if now and now != seen and now == before:
            return now
        before = now
