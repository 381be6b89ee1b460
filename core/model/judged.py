"""What readers said of answers: which unit is right for a question, which is not, which was missing, how good it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.model.shown import Shown

LOW = 2
"""The best score of an answer that was bad."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How good somebody found the answer to a question, 1 to 5, and what they said of it."""

    score: int
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Missing:
    """A unit that somebody wanted in an answer, by key, or as it was written where the index had none; and how often."""

    unit: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question with the keys of the units that somebody called its right answer, and of those that are not.

    `missing` are units that the answer lacked, `ratings` what was said of it as a whole, the last one last.
    """

    question: str
    right: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    missing: tuple[Missing, ...] = ()
    ratings: tuple[Rating, ...] = ()

    @property
    def wanted(self) -> tuple[str, ...]:
        """The keys of what the answer should show: right units, then those that were missing."""
        return tuple(dict.fromkeys((*self.right, *(one.unit for one in self.missing))))

    @property
    def says_something(self) -> bool:
        """Whether anything was said of it."""
        return bool(self.right or self.wrong or self.missing or self.ratings)


@dataclass(frozen=True, slots=True)
class Judgements(Shown):
    """All questions of an index that were judged, and the question set in which evaluation reads them."""

    path: Path
    questions: Mapping[str, JudgedQuestion] = field(default_factory=dict)

    def of(self, question: str) -> JudgedQuestion:
        """Return what was said of the answers to a question."""
        return self.questions.get(question.strip(), JudgedQuestion(question.strip()))

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of all ratings."""
        return tuple(rating.score for one in self.questions.values() for rating in one.ratings)

    @property
    def sentence(self) -> str:
        """What was said so far, counted."""
        if not self.questions:
            return "No ratings. Add one: orienteer feedback 'QUESTION' --right UNIT"
        every = self.questions.values()
        counts = {
            "right": sum(len(one.right) for one in every), "wrong": sum(len(one.wrong) for one in every),
            "missing": sum(len(one.missing) for one in every),
        }  # fmt: skip
        units = ", ".join(f"{count} {word}" for word, count in counts.items())
        scores = self.scores
        rated = f"; {len(scores)} rated, {sum(scores) / len(scores):.1f} of 5 on average" if scores else ""
        return f"{len(every)} question{'s' * (len(every) != 1)} judged: units {units}{rated}."

    def __str__(self) -> str:
        return self.sentence
