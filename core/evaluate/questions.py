"""Question sets: questions with the code that answers them, read from JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import SourceError


@dataclass(frozen=True, slots=True)
class LabelledLines:
    """The lines of a file that an entry asks for, in runs with both ends included; none when the index does not know them."""

    file: str = ""
    ranges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Relevant:
    """A piece of code that answers a question: a file, a unit in it, lines of it. `grade` is 2 (essential) or 1 (helpful).

    `member` names a member of the unit, `start_line` and `end_line` the lines that answer; `lines` are the lines of what is
    named in the index that is measured.
    """

    file: str  # path; may be left out if `unit` is given
    unit: str = ""  # name of a unit in it
    member: str = ""  # name of a member of the unit
    grade: int = 2  # 2: essential, 1: helpful
    start_line: int = 0  # first line that answers
    end_line: int = 0  # last line that answers
    lines: LabelledLines = LabelledLines()


@dataclass(frozen=True, slots=True)
class Query:
    """A question of a set with its labels; `types` are the unit types that the question is restricted to."""

    id: str  # unique in the set
    query: str  # the question
    intent: str = ""  # what it wants: understand, locate, trace, debug, implement …
    scope: str = ""  # how wide it is: pinpoint, focused, exploratory, comprehensive
    target_type: str = ""  # the unit type it asks for
    framework_context: bool = False  # whether it is about the framework
    relevant: tuple[Relevant, ...] = ()  # the places that answer it; empty if nothing does
    types: tuple[str, ...] = ()  # search only these unit types
    split: str = ""  # `develop` or `report`


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions about one commit of a repository."""

    repo: str  # name of the repository
    commit: str  # the commit that the places are from
    queries: tuple[Query, ...]  # the questions


def read_questions(path: Path) -> QuestionSet:
    """Return the question set of a JSON file; unknown keys are ignored.

    Raises `SourceError` that names the file, the question and the key when something required is missing or of the wrong
    kind.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as problem:
        raise SourceError(f"'{path}' does not exist. Give a question set: {_FORM}") from problem
    except OSError as problem:
        raise SourceError(f"'{path}' cannot be read: {problem.strerror}.") from problem
    except ValueError as problem:
        raise SourceError(f"'{path}' is not valid JSON. Format: {_FORM}") from problem
    if not isinstance(data, Mapping) or not isinstance(data.get("queries"), list):
        raise SourceError(f"'{path}' has no list 'queries'. Format: {_FORM}")
    queries = tuple(_query(path, number, entry) for number, entry in enumerate(data["queries"], 1))
    seen: set[str] = set()
    for query in queries:
        if query.id in seen:
            raise SourceError(f"The question set '{path}' has two questions with the id '{query.id}'. Give each its own id.")
        seen.add(query.id)
    return QuestionSet(str(data.get("repo", "")), str(data.get("commit", "")), queries)


def _query(path: Path, number: int, entry: object) -> Query:
    where = f"question {number}"
    if not isinstance(entry, Mapping):
        raise SourceError(f"'{path}', {where}: not a JSON object. Give 'id', 'query' and 'relevant'.")
    where = f"question '{entry['id']}'" if isinstance(entry.get("id"), str) else where
    identity, text = _text(path, where, entry, "id"), _text(path, where, entry, "query")
    relevant = entry.get("relevant")
    if not isinstance(relevant, Sequence) or isinstance(relevant, str):
        raise SourceError(f"'{path}', {where}: 'relevant' is missing or not a list. Give [] when nothing answers it.")
    return Query(
        identity,
        text,
        str(entry.get("intent", "")),
        str(entry.get("scope", "")),
        str(entry.get("target_type", "")),
        bool(entry.get("framework_context", False)),
        tuple(_relevant(path, f"{where}, relevant {place}", row) for place, row in enumerate(relevant, 1)),
        tuple(entry.get("types", ())),
        str(entry.get("split", "")),
    )


_FORM = '{"queries": [{"id": "q1", "query": "…", "relevant": [{"file": "…", "unit": "…"}]}]}'
_MOST_LINES = 100_000  # of one entry: each is looked for by its number


def _relevant(path: Path, where: str, entry: object) -> Relevant:
    if not isinstance(entry, Mapping) or not (entry.get("file") or entry.get("unit")):
        raise SourceError(f"'{path}', {where}: names neither 'file' nor 'unit'. Give at least one.")
    grade, start, end = entry.get("grade", 2), entry.get("start_line", 0), entry.get("end_line", 0)
    if grade not in (1, 2):
        raise SourceError(f"'{path}', {where}: 'grade' is {grade!r}. Give 2 (essential) or 1 (helpful).")
    if not isinstance(start, int) or not isinstance(end, int) or not start <= end <= start + _MOST_LINES:
        said = f"lines {start!r} to {end!r} are not a range. Give whole numbers in order, at most {_MOST_LINES:,} lines."
        raise SourceError(f"'{path}', {where}: {said}")
    member = str(entry.get("member") or "")
    return Relevant(str(entry.get("file") or ""), str(entry.get("unit") or ""), member, grade, start, end)


def _text(path: Path, where: str, entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value.strip():
        raise SourceError(f"'{path}', {where}: '{key}' is missing or not a text. Add it.")
    return value
