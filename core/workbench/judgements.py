"""What readers said of answers, kept beside the index as a question set: which unit is right for a question, which is not."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SettingsError, StoreError
from core.model import split_key

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

VERDICTS = ("right", "wrong", "")
"""What can be said of a unit; nothing takes back what was said."""


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question with the keys of the units that somebody called its right answer, and of those that are not."""

    question: str
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgements:
    """All questions of an index that were judged, and the question set in which evaluation reads them."""

    path: Path
    questions: Mapping[str, JudgedQuestion] = field(default_factory=dict)

    def of(self, question: str) -> JudgedQuestion:
        """Return what was said of the answers to a question."""
        return self.questions.get(question.strip(), JudgedQuestion(question.strip()))


def judgements(bench: OpenBench) -> Judgements:
    """Return what was said so far; raises `StoreError` for a file that cannot be read."""
    path = bench.beside / "judged.json"
    if not path.is_file():
        return Judgements(path)
    try:
        queries = json.loads(path.read_text(encoding="utf-8"))["queries"]
        found = [JudgedQuestion(one["query"], tuple(one["right"]), tuple(one["wrong"])) for one in queries]
    except (OSError, ValueError, KeyError, TypeError) as problem:
        said = f"The judged questions in {path} cannot be read: {problem}. Remove the file to begin anew."
        raise StoreError(said) from problem
    return Judgements(path, {one.question: one for one in found})


def judge(bench: OpenBench, question: str, name: str, verdict: str) -> Judgements:
    """Keep that a unit is the right answer to a question, or not, or neither; return all that is kept.

    Raises `SettingsError` for an empty question and another verdict, `SourceError` for an unknown unit.
    """
    asked = question.strip()
    if not asked or verdict not in VERDICTS:
        said = f"'{verdict}' cannot be said of an answer to '{asked}'."
        raise SettingsError(f"{said} Say right, wrong, or nothing to take it back.")
    key = bench.head(name).key
    known = judgements(bench)
    before = known.of(asked)
    right = (*(one for one in before.right if one != key), *([key] if verdict == "right" else ()))
    wrong = (*(one for one in before.wrong if one != key), *([key] if verdict == "wrong" else ()))
    questions = {**known.questions, asked: JudgedQuestion(asked, right, wrong)}
    return _kept(bench, known.path, {name: one for name, one in questions.items() if one.right or one.wrong})


def forget_judged(bench: OpenBench, question: str) -> Judgements:
    """Forget what was said of a question; raises `SettingsError` when nothing was."""
    known = judgements(bench)
    if question not in known.questions:
        raise SettingsError(f"Nothing was said of '{question}'.")
    return _kept(bench, known.path, {name: one for name, one in known.questions.items() if name != question})


def _kept(bench: OpenBench, path: Path, questions: Mapping[str, JudgedQuestion]) -> Judgements:
    queries = [
        {
            "id": f"judged-{sha256(one.question.encode()).hexdigest()[:10]}", "query": one.question,
            "relevant": [_relevant(bench, key) for key in one.right if key in bench.heads],
            "right": one.right, "wrong": one.wrong,
        }
        for one in questions.values()
    ]  # fmt: skip
    whole = {"repo": bench.name, "commit": bench.manifest.git_sha, "queries": queries}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".new", delete=False, encoding="utf-8") as new:
            json.dump(whole, new, ensure_ascii=False, indent=1)
        Path(new.name).replace(path)
    except OSError as problem:
        raise StoreError(f"The judged question cannot be kept in {path}: {problem}.") from problem
    return Judgements(path, questions)


def _relevant(bench: OpenBench, key: str) -> dict[str, object]:
    """Return an entry of a question set that this unit meets, and no other unit of its file."""
    head = bench.heads[key]
    entry: dict[str, object] = {"file": head.file_path, "unit": split_key(key)[1], "grade": 2}
    return {**entry, "start_line": head.start_line, "end_line": head.end_line} if head.end_line else entry
