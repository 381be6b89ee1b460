"""Read files one by one into facts: in processes of their own, from the cache when they are known."""

from __future__ import annotations

import hashlib
import marshal
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path

from core.extract.facts import FACTS_VERSION, FileFacts, SourceFile, packed, unpacked
from core.extract.guard import FILE_SECONDS, Guard, in_words
from core.extract.limits import OverTime, limited
from core.extract.workers import Fate, in_workers
from core.languages import LANGUAGES
from core.model import Problem
from core.ports import FactsCache

_BATCH_BYTES = 200_000
_KEPT_TOGETHER = 500  # files whose facts are kept in one go: an interruption loses no more


def read_all(files: Sequence[SourceFile], known: FactsCache | None, guard: Guard) -> list[FileFacts]:
    """Return the facts of the files in their order; what is read anew is put into the cache.

    What took too long or broke its process is in the guard's problems, and in no cache.
    """
    keys = [_cache_key(file) for file in files]
    found: dict[int, FileFacts] = {}
    for numbers in _slices(range(len(files))):
        cached = known.get([keys[number] for number in numbers]) if known is not None else {}
        kept = ((number, _kept_facts(cached.get(keys[number], b""))) for number in numbers)
        found.update((number, facts) for number, facts in kept if facts is not None)
    guard.tell("read", len(found), len(files))
    for rows in _kept(_read(files, [number for number in range(len(files)) if number not in found], guard), keys, known):
        found.update((number, unpacked(row)) for number, row in rows)
        guard.tell("read", len(found), len(files))
    return [found[number] for number in range(len(files))]


def known_facts(files: Sequence[SourceFile], known: FactsCache) -> list[FileFacts | None]:
    """Return the facts that the cache has of files, of which the texts do not matter; None for what it does not have."""
    keys = [_cache_key(file) for file in files]
    cached = known.get(keys)
    return [_kept_facts(cached.get(key, b"")) for key in keys]


def _kept_facts(data: bytes) -> FileFacts | None:
    """Return the facts that a cache had, None for bytes that are damaged or none: then the file is read again."""
    try:
        return unpacked(data) if data else None
    except zlib.error:
        return None


def read_file(file: SourceFile) -> FileFacts:
    """Return what the language's reader makes of a file; a reader that breaks on it is reported in the facts' problems."""
    if file.language not in LANGUAGES or not LANGUAGES[file.language].reader:
        return plain(file)
    try:
        return _reader(file.language)(file)
    except Exception as problem:  # noqa: BLE001 - any fault of a reader is told as a problem of that file
        reason = f"the {file.language} reader stopped: {in_words(problem)}"
        return plain(file, Problem(file.path, "failed", reason))


def plain(file: SourceFile, *problems: Problem) -> FileFacts:
    """Return the facts of a file that nobody looked into."""
    return FileFacts(file.path, file.language, file.sha, file.text.count("\n") + 1, file.is_test, problems=problems)


@cache
def readers_version() -> str:
    """Return a digest of everything that decides what readers say: the code and the queries of these packages."""
    core = Path(__file__).parents[1]
    sources = sorted(path for folder in ("extract", "languages") for path in (core / folder).rglob("*"))
    digest = hashlib.sha256(f"{FACTS_VERSION} {marshal.version} {sys.version_info[:2]}".encode())
    for path in sources:
        if path.suffix in (".py", ".scm"):
            digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def _reader(language: str) -> Callable[[SourceFile], FileFacts]:
    module, _, function = LANGUAGES[language].reader.partition(":")
    reader: Callable[[SourceFile], FileFacts] = getattr(import_module(module), function)
    return reader


def _cache_key(file: SourceFile) -> str:
    parts = "\0".join((readers_version(), file.language, file.path, str(file.is_test), file.sha))
    return hashlib.sha256(parts.encode("utf-8", "surrogateescape")).hexdigest()


_Row = bytes  # facts, packed


def _read(files: Sequence[SourceFile], numbers: Sequence[int], guard: Guard) -> Iterator[list[tuple[int, _Row, bool]]]:
    """Yield the facts of files with their numbers, and whether they may be kept; in no certain order."""
    _prepare({files[number].language for number in numbers})
    batches = list(_batches(files, numbers))
    work = partial(_row, seconds=guard.file_seconds)
    if sys.platform == "linux":
        results = in_workers(files, batches, work, guard.file_seconds)
    else:
        results = ([(number, work(files[number])) for number in batch] for batch in batches)
    for batch in results:
        yield [(number, *_told(files[number], row, guard)) for number, row in batch]


def _prepare(languages: Iterable[str]) -> None:
    """Load readers with their grammars and queries once for all processes, and not in the time of a file.

    One that cannot be loaded is told by each file.
    """
    for language in languages:
        with suppress(Exception):
            if language in LANGUAGES and LANGUAGES[language].reader:
                _reader(language)(SourceFile("", language, "", ""))


def _row(file: SourceFile, seconds: float) -> _Row | Fate:
    try:
        with limited(seconds, FILE_SECONDS):
            return packed(read_file(file))
    except OverTime:
        return Fate.OVER_TIME


def _told(file: SourceFile, row: _Row | Fate, guard: Guard) -> tuple[_Row, bool]:
    if not isinstance(row, Fate):
        return row, True
    limit = f"it took more than {guard.file_seconds:g} seconds ({FILE_SECONDS})"
    reason = limit if row is Fate.OVER_TIME else "its process died, for want of memory or by a fault of the parser"
    problem = Problem(file.path, "failed", f"the {file.language} reader: {reason}; the next run tries again")
    guard.give_up(problem)
    return packed(plain(file, problem)), False


def _kept(
    batches: Iterable[list[tuple[int, _Row, bool]]], keys: Sequence[str], known: FactsCache | None
) -> Iterator[list[tuple[int, _Row]]]:
    """Pass on what was read and put it into the cache, some hundred files at once."""
    fresh: dict[str, _Row] = {}
    for batch in batches:
        fresh.update((keys[number], row) for number, row, is_final in batch if is_final)
        if known is not None and len(fresh) >= _KEPT_TOGETHER:
            known.put(fresh)
            fresh = {}
        yield [(number, row) for number, row, _ in batch]
    if known is not None and fresh:
        known.put(fresh)


def _slices(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(numbers), _KEPT_TOGETHER):
        yield numbers[start : start + _KEPT_TOGETHER]


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
