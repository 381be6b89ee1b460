"""Read files one by one into facts: in parallel when there are many, from the cache when they are known."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from core.errors import SourceError
from core.extract.facts import FACTS_VERSION, FileFacts, SourceFile, from_json, to_json
from core.model import Problem
from core.ports import FactsCache, Progress

READERS: Mapping[str, str] = {
    "ruby": "core.extract.ruby.reader:read",
    "erb": "core.extract.rails.views:read",
    "haml": "core.extract.rails.views:read",
    "slim": "core.extract.rails.views:read",
    "python": "core.extract.python.reader:read",
    "rust": "core.extract.rust.reader:read",
    "javascript": "core.extract.javascript.reader:read",
    "typescript": "core.extract.javascript.reader:read",
    "tsx": "core.extract.javascript.reader:read",
    "markdown": "core.extract.markdown:read",
    "text": "core.extract.restructured:read",
    "bundler": "core.extract.manifests:read",
    "cargo": "core.extract.manifests:read",
    "pip": "core.extract.manifests:read",
    "npm": "core.extract.manifests:read",
}
"""Which function reads a file of a language, as `module:function`; the others are kept as text."""

_PARALLEL_BYTES = 400_000  # below that, starting processes costs more than it saves
_BATCH_BYTES = 200_000
_MOST_WORKERS = 8


def read_all(files: Sequence[SourceFile], known: FactsCache | None, progress: Progress | None) -> list[FileFacts]:
    """Return the facts of the files in their order; what is read anew is put into the cache."""
    keys = [_cache_key(file) for file in files]
    cached = known.get(keys) if known is not None else {}
    missing = [number for number, key in enumerate(keys) if key not in cached]
    fresh: dict[str, Mapping[str, Any]] = {}
    _tell(progress, len(files) - len(missing), len(files))
    for numbers, rows in _read_batches(files, missing):
        fresh.update((keys[number], row) for number, row in zip(numbers, rows, strict=True))
        _tell(progress, len(files) - len(missing) + len(fresh), len(files))
    if known is not None and fresh:
        known.put(fresh)
    return [from_json(fresh.get(key) or cached[key]) for key in keys]


def read_file(file: SourceFile) -> FileFacts:
    """Return what the language's reader makes of a file; a reader that breaks on it is reported in the facts' problems."""
    if file.language not in READERS:
        return plain(file)
    try:
        return _reader(file.language)(file)
    except Exception as problem:  # noqa: BLE001 - any fault of a reader is told as a problem of that file
        reason = f"the {file.language} reader stopped: {type(problem).__name__}: {problem}"
        return plain(file, Problem(file.path, "failed", reason))


def plain(file: SourceFile, *problems: Problem) -> FileFacts:
    """Return the facts of a file that nobody looked into."""
    return FileFacts(file.path, file.language, file.sha, file.text.count("\n") + 1, file.is_test, problems=problems)


@cache
def readers_version() -> str:
    """Return a digest of everything that decides what readers say: the code and the queries of these packages."""
    core = Path(__file__).parents[1]
    sources = sorted(path for folder in ("extract", "languages") for path in (core / folder).rglob("*"))
    digest = hashlib.sha256(str(FACTS_VERSION).encode())
    for path in sources:
        if path.suffix in (".py", ".scm"):
            digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _reader(language: str) -> Callable[[SourceFile], FileFacts]:
    module, _, function = READERS[language].partition(":")
    reader: Callable[[SourceFile], FileFacts] = getattr(import_module(module), function)
    return reader


def _cache_key(file: SourceFile) -> str:
    parts = "\0".join((readers_version(), file.language, file.path, str(file.is_test), file.sha))
    return hashlib.sha256(parts.encode("utf-8", "surrogateescape")).hexdigest()


def _tell(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress("read", done, total)


_shared: Sequence[SourceFile] = ()


def _read_batches(files: Sequence[SourceFile], numbers: Sequence[int]) -> Iterator[tuple[Sequence[int], list[dict[str, Any]]]]:
    """Yield batches with their results, in order; worker processes are forks, which have the texts without copying."""
    global _shared
    batches = list(_batches(files, numbers))
    workers = os.cpu_count() or 1
    total = sum(len(files[number].text) for number in numbers)
    if total < _PARALLEL_BYTES or workers == 1 or sys.platform != "linux":
        for batch in batches:
            yield batch, [to_json(read_file(files[number])) for number in batch]
        return
    _shared = files
    pool = ProcessPoolExecutor(
        min(workers, _MOST_WORKERS), mp_context=multiprocessing.get_context("fork"), initializer=_leave_interrupts
    )
    try:
        yield from zip(batches, pool.map(_read_shared, batches), strict=True)
    except BrokenProcessPool as problem:
        raise SourceError(
            "A process that was reading files died, probably for want of memory. Run again, or exclude the largest files."
        ) from problem
    finally:
        pool.shutdown(cancel_futures=True)
        _shared = ()


def _leave_interrupts() -> None:
    """Let Ctrl-C be the main process's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _read_shared(numbers: Sequence[int]) -> list[dict[str, Any]]:
    return [to_json(read_file(_shared[number])) for number in numbers]


def _batches(files: Sequence[SourceFile], numbers: Sequence[int]) -> Iterator[list[int]]:
    batch: list[int] = []
    size = 0
    for number in numbers:
        batch.append(number)
        size += len(files[number].text)
        if size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
