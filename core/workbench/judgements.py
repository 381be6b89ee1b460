"""Ratings of answers, stored next to the index as a question set: right, wrong and missing units.

Units are stored by key, so that a new generation of the index finds them again. A unit that no longer exists is marked.
Nothing is dropped automatically: at the maximum, new ratings are refused.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import AmbiguousName, SettingsError, SourceError, StoreError, cause, unsaved
from core.model import local, split_key, unit_key
from core.model.judged import JudgedQuestion, Judgements, Missing, Rating
from core.model.wire import read
from core.runtime.replacing import write_whole

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

VERDICTS = ("right", "wrong", "")
"""The ratings of a unit; an empty one removes the rating."""


SCORES = range(1, 6)
"""How good an answer was: 1 is useless, 5 is all that was wanted."""
MOST_QUESTIONS, MOST_RATINGS, MOST_MISSING, MOST_LETTERS = 1_000, 20, 20, 2_000
"""Of one index; of one question; letters of a question, of a name and of a comment."""


def judgements(bench: OpenBench) -> Judgements:
    """Return what was said so far; raises `StoreError` for a file that cannot be read."""
    path = judged_path(bench)
    if not path.is_file():
        return Judgements(path)
    try:
        queries = json.loads(path.read_text(encoding="utf-8"))["queries"]
        found = [_judged(one) for one in queries]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        said = f"The ratings in {path} cannot be read: {cause(problem)}. Remove the file to start again."
        raise StoreError(said) from problem
    return Judgements(path, {one.question: one for one in found})


def judged_path(bench: OpenBench) -> Path:
    """Return where the judged questions of an index are, or would be."""
    return bench.beside / "judged.json"


def judge(bench: OpenBench, question: str, name: str, verdict: str) -> Judgements:
    """Store a unit as a `right` or `wrong` answer to a question (empty: neither), and return all ratings.

    Ratings stay on this machine, next to the index. They form a question set: `wb.evaluate(judged.path)`.
    """
    if not question.strip() or verdict not in VERDICTS:
        said = f"Invalid verdict '{verdict}' for '{question.strip()}'."
        raise SettingsError(f"{said} Give right, wrong, or nothing to take it back.")
    key = bench.head(local(name, bench.name)).key

    def said_of(before: JudgedQuestion) -> JudgedQuestion:
        right = (*(one for one in before.right if one != key), *([key] if verdict == "right" else ()))
        wrong = (*(one for one in before.wrong if one != key), *([key] if verdict == "wrong" else ()))
        return replace(before, right=right, wrong=wrong)

    return _changed(bench, question, said_of)


def rate(bench: OpenBench, question: str, score: int, comment: str = "") -> Judgements:
    """Rate the answer to a question from 1 (useless) to 5 (complete)."""
    if score not in SCORES:
        raise SettingsError(f"Invalid rating {score}. Give 1 (useless) to 5 (perfect).")
    rating = Rating(score, _short(comment, "The comment"))
    return _changed(bench, question, lambda before: replace(before, ratings=(*before.ratings, rating)[-MOST_RATINGS:]))


def report_gap(bench: OpenBench, question: str, name: str, type_: str = "") -> Judgements:
    """Store a unit that the answer to a question lacked, even one that is missing from the index."""
    unit = _named(bench, _short(local(name, bench.name).strip(), "The name of the unit"), type_.strip())

    def said_of(before: JudgedQuestion) -> JudgedQuestion:
        known = {one.unit: one.times for one in before.missing}
        known[unit] = known.pop(unit, 0) + 1
        if len(known) > MOST_MISSING:
            raise SettingsError(f"A question can have at most {MOST_MISSING} missing units. Remove one first.")
        return replace(before, missing=tuple(Missing(one, times) for one, times in known.items()))

    return _changed(bench, question, said_of)


def forget_judged(bench: OpenBench, question: str = "") -> Judgements:
    """Remove the ratings of one question, or all of them, and return the rest."""
    with _alone(bench):
        known = judgements(bench)
        if question and question not in known.questions:
            raise SettingsError(f"No rating for '{question}'. List the ratings: orienteer feedback")
        return _kept(bench, {name: one for name, one in known.questions.items() if question and name != question})


def judged_set(bench: OpenBench) -> Path:
    """Return the question set of what was judged, with the places that its units have in this state of the index."""
    with _alone(bench):
        return _kept(bench, judgements(bench).questions).path


def _named(bench: OpenBench, name: str, type_: str) -> str:
    """Return the key of a unit, or what was written where the index has no such unit."""
    if not name:
        raise SettingsError("No missing unit given. Name it, such as Order#total.")
    wanted = unit_key(type_, name) if type_ else name
    try:
        return bench.head(wanted).key
    except AmbiguousName:
        raise
    except SourceError:
        return wanted


def _changed(bench: OpenBench, question: str, said_of: Callable[[JudgedQuestion], JudgedQuestion]) -> Judgements:
    asked = _short(question.strip(), "The question")
    if not asked:
        raise SettingsError("The question is empty. Give the question that you rate.")
    with _alone(bench):
        known = judgements(bench)
        questions = {**known.questions, asked: said_of(known.of(asked))}
        if len(questions) > MOST_QUESTIONS:
            raise SettingsError(f"At most {MOST_QUESTIONS:,} questions can be rated. Export them and remove some.")
        return _kept(bench, {name: one for name, one in questions.items() if one.says_something})


def _short(text: str, what: str) -> str:
    if len(text) > MOST_LETTERS:
        raise SettingsError(f"{what} has {len(text):,} characters; at most {MOST_LETTERS:,} are saved. Shorten it.")
    return text


def _judged(row: Mapping[str, object]) -> JudgedQuestion:
    told = {"question": row["query"], **{name: row.get(name, []) for name in ("right", "wrong", "missing", "ratings")}}
    return read(JudgedQuestion, told)


def _kept(bench: OpenBench, questions: Mapping[str, JudgedQuestion]) -> Judgements:
    path = judged_path(bench)
    queries = [
        {
            "id": f"judged-{sha256(one.question.encode()).hexdigest()[:10]}", "query": one.question,
            "relevant": [_relevant(bench, key) for key in one.wanted if key in bench.heads],
            "right": one.right, "wrong": one.wrong, "missing": [asdict(each) for each in one.missing],
            "ratings": [asdict(each) for each in one.ratings],
        }
        for one in questions.values()
    ]  # fmt: skip
    whole = {"repo": bench.name, "commit": bench.manifest.git_sha, "queries": queries}
    try:
        write_whole(path, json.dumps(whole, ensure_ascii=False, indent=1).encode())
    except OSError as problem:
        raise unsaved("The rating", path, problem) from problem
    return Judgements(path, questions)


@contextmanager
def _alone(bench: OpenBench) -> Iterator[None]:
    """Keep every other process and thread from changing what was judged meanwhile."""
    path = judged_path(bench).with_suffix(".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = path.open("w")
    except OSError as problem:
        raise unsaved("Ratings", path.parent, problem) from problem
    with held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _relevant(bench: OpenBench, key: str) -> dict[str, object]:
    """Return an entry of a question set that this unit meets, and no other unit of its file."""
    head = bench.heads[key]
    entry: dict[str, object] = {"file": head.file_path, "unit": split_key(key)[1], "grade": 2}
    return {**entry, "start_line": head.start_line, "end_line": head.end_line} if head.end_line else entry
