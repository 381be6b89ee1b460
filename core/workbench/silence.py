"""What it means that nothing was found around a unit: there is nothing, nobody can know, or nobody looked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from core.languages import LANGUAGES
from core.model import Span, UnitHead

if TYPE_CHECKING:
    from core.workbench.bench import Workbench

FAMILIES: Mapping[str, str] = {
    "ruby": "ruby", "erb": "ruby", "haml": "ruby", "slim": "ruby", "python": "python", "rust": "rust",
    "javascript": "javascript", "typescript": "javascript", "tsx": "javascript", "markdown": "documents", "text": "documents",
    "bundler": "manifests", "cargo": "manifests", "pip": "manifests", "npm": "manifests",
}  # fmt: skip
"""The name under which the references of a language are counted; files of other languages are kept as text only."""

_NAME = re.compile(r"[^\W\d]\w*[?!]?")
_NAMED = 3  # places or names that a sentence shows
_CONTAINERS = frozenset({"file", "folder"})
_CALLING = frozenset({"method", "function", "scope", "rake_task", "view_template"})
_IN_PART = frozenset({"partial", "failed"})


def silence(bench: Workbench, head: UnitHead, *, forwards: bool) -> str:
    """Return a sentence on an empty answer, which starts with `None:`, `Unknown:` or `Not analysed:`.

    `forwards` asks what the unit uses, else what uses it. None is only said when every file that could tell was read and
    no other line writes the unit's name.
    """
    if head.type in _CONTAINERS:
        return "Not analysed: relations are recorded between the units inside files, not for files and folders."
    family = FAMILIES.get(head.language, "")
    if not family:
        return f"Not analysed: relations of {head.language or 'such'} files are not read."
    doubt = _doubt_of(bench, head) if forwards else _doubt_about(bench, head)
    if doubt:
        return f"Unknown: {doubt}"
    limit = " Calls on values whose class is not known are not followed." if forwards and head.type in _CALLING else ""
    return f"None: {_counted(bench, family)}{limit}"


def perhaps_more(bench: Workbench, head: UnitHead, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return a sentence on files that write the unit's name, were read only in part and are not among the rows; or none."""
    known = {row["file_path"] for row in rows}
    paths = sorted({problem.file_path for problem in bench.problems if problem.status in _IN_PART} - known)
    found = [path for path, _ in _places(bench, head, paths)]
    return f" Perhaps more: {_listed(dict.fromkeys(found))} names it and was read only in part." if found else ""


def _counted(bench: Workbench, family: str) -> str:
    outcomes = bench.manifest.tallies.get(family, {})
    missed = sum(count for outcome, count in outcomes.items() if outcome in ("unexplained", "ambiguous"))
    files = sum(head.type == "file" and FAMILIES.get(head.language) == family for head in bench.heads.values())
    in_part = {problem.file_path for problem in bench.problems if problem.status in _IN_PART}
    told = f"{files:,} {family} files were read"
    if "resolved" in outcomes:
        told += f" and {outcomes['resolved']:,} references in them resolved, {missed:,} not"
    return f"{told}; {len(in_part)} of all files only in part." if in_part else f"{told}."


def _doubt_of(bench: Workbench, head: UnitHead) -> str:
    """Return why a unit may use more than is known: its file was not read whole, or names in its lines were not resolved."""
    for problem in bench.problems:
        if problem.file_path == head.file_path and problem.status in _IN_PART:
            return f"{head.file_path} was read only in part ({problem.reason})."
    missed = bench.catalog.rows(
        "SELECT DISTINCT details->>'name' AS name FROM unresolved WHERE details->>'file_path' = ? "
        "AND CAST(details->>'line' AS INTEGER) BETWEEN ? AND ? AND details->>'name' IS NOT NULL ORDER BY name",
        [head.file_path, head.start_line, head.end_line],
    )
    return f"{len(missed)} names in its lines were not resolved: {_listed(name for (name,) in missed)}." if missed else ""


def _doubt_about(bench: Workbench, head: UnitHead) -> str:
    """Return why something may use a unit although nothing is known to: its name is written in lines outside of it."""
    paths = [other.file_path for other in bench.heads.values() if other.type == "file" and other.language in FAMILIES]
    texts = [path for path in paths if bench.heads[f"file:{path}"].is_test <= head.is_test]
    found = [f"{path}:{line}" for path, line in _places(bench, head, texts)]
    if not found:
        return ""
    where = "place" if len(found) == 1 else "places"
    return f"'{head.name}' is also written in {len(found):,} {where} of which it is not known what they mean: {_listed(found)}."


def _places(bench: Workbench, head: UnitHead, paths: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield path and line of each line of code that writes the unit's name as a word, in order.

    The unit's own lines, comments and definitions of the same name, which are no uses, are left out.
    """
    name = head.name.removesuffix("=")
    wanted = set(paths)
    if not wanted or not _NAME.fullmatch(name):
        return
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    own = bench.catalog.units([head.key])[0].spans or (Span(head.file_path, head.start_line, head.end_line),)
    defined = {(other.file_path, other.start_line) for other in bench.heads.values() if other.name == head.name}
    statement = "SELECT file_path, language, source_code FROM units WHERE type = 'file' AND contains(source_code, ?) ORDER BY 1"
    for path, language, text in bench.catalog.rows(statement, [name]):
        if path in wanted and FAMILIES.get(language) not in (None, "documents"):
            spans = [span for span in own if span.file_path == path]
            for number in _written(text, word, LANGUAGES[language].comment):
                if (path, number) not in defined and not any(span.start_line <= number <= span.end_line for span in spans):
                    yield path, number


def _written(text: str, word: re.Pattern[str], comment: str) -> Iterator[int]:
    """Yield the numbers of the lines that are no comments and hold the word."""
    for number, line in enumerate(text.split("\n"), 1):
        if word.search(line) and not (comment and re.match(rf"\s*(?:{comment})", line)):
            yield number


def _listed(names: Iterable[str]) -> str:
    every = list(names)
    return ", ".join(islice(every, _NAMED)) + (" …" if len(every) > _NAMED else "")
