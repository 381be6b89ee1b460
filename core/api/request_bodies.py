"""The bodies of requests: what they may hold, checked strictly."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from core.model.where import Limits

MOST_BUDGET = 200_000
"""Tokens of a context."""
MOST_NAME = 250
"""Letters of the name of a branch, tag or commit."""
MOST_QUESTION = 20_000
"""Characters of a question, so that a report or a log can be pasted."""
MOST_LINES = 1_000_000
"""Lines that who asks may say to know already."""


def _whole(value: object) -> object:
    """Return a number without a fraction as a whole one: JSON does not tell 2.0 from 2."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]
Name = Annotated[str, Field(min_length=1, max_length=1_000)]
Names = Annotated[list[Annotated[str, Field(max_length=500)]], Field(max_length=50)]
Question = Annotated[str, Field(min_length=1, max_length=MOST_QUESTION)]


class Body(BaseModel):
    """What every body is: closed, and of the types that it names."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ChatBody(Body):
    """A question, as the first interface took it."""

    query: Question


class ShownBody(Body):
    """Lines of a unit that the one who asks has been shown."""

    unit_key: Name
    file_path: Annotated[str, Field(max_length=1_000)]
    ranges: Annotated[list[Annotated[list[Whole], Field(min_length=2, max_length=2)]], Field(max_length=1_000)]
    turn: Whole = 1


class KnownBody(Body):
    """What the one who asks knows already: it is not shown again."""

    shown: Annotated[list[ShownBody], Field(max_length=2_000)] = []
    said: Annotated[list[Annotated[str, Field(max_length=2_000)]], Field(max_length=2_000)] = []

    @model_validator(mode="after")
    def _few_lines(self) -> KnownBody:
        """Refuse ranges of more lines than memory should hold: each line that is known is kept by its number."""
        count = sum(max(0, last - first + 1) for one in self.shown for first, last in one.ranges)
        if count > MOST_LINES:
            raise ValueError(f"the ranges hold {count:,} lines; at most {MOST_LINES:,} may be known")
        return self


class LimitsBody(Body):
    """What limits a question."""

    types: Names = []
    paths: Names = []
    languages: Names = []
    repositories: Names = []
    exclude: Annotated[list[Annotated[str, Field(max_length=500)]], Field(max_length=500)] = []
    tests: bool = False
    where: Annotated[dict[str, Names], Field(max_length=10)] = {}

    @property
    def limits(self) -> Limits:
        """These, as a workbench takes them."""
        return {
            "types": self.types, "paths": self.paths, "languages": self.languages, "repositories": self.repositories,
            "exclude": self.exclude, "include_tests": self.tests, "where": self.where,
        }  # fmt: skip


class AskBody(LimitsBody):
    """A question with its budget of tokens and its limits."""

    question: Question = Field(examples=["what happens when an order is refunded?"])
    budget: Annotated[Whole, Field(ge=0, le=MOST_BUDGET)] = 8_000
    after: Annotated[list[Question], Field(max_length=10)] = []
    known: KnownBody = KnownBody()
    settings: dict[str, str | int | float | bool] = {}
    full: bool = False
    """Whether every stage of the run is told, in the form that a workbench at another address reads."""


class AnswerBody(Body):
    """A question to be answered in words; `agree` allows that what it needs is sent to the model that the server names."""

    question: Question = Field(examples=["what happens when an order is refunded?"])
    after: Annotated[list[Question], Field(max_length=10)] = []
    model: bool = True
    agree: bool = False


class ConversationBody(LimitsBody):
    """A conversation to be begun: about which index, within how many tokens, under which limits."""

    index: Name
    name: Annotated[str, Field(min_length=1, max_length=100)] = Field(examples=["checkout"])
    budget: Annotated[Whole, Field(ge=1, le=MOST_BUDGET)] = 8_000


class TurnBody(Body):
    """A question in a conversation; without a budget it gets half of what is left."""

    question: Question
    budget: Annotated[Whole | None, Field(ge=1, le=MOST_BUDGET)] = None
    full: bool = False


class TurnAnswerBody(Body):
    """A question in a conversation that is to be answered in words."""

    question: Question
    budget: Annotated[Whole | None, Field(ge=1, le=MOST_BUDGET)] = None
    model: bool = True
    agree: bool = False


class ImpactBody(Body):
    """A unified diff or the name of a unit."""

    diff: Annotated[str, Field(max_length=400_000)] = ""
    name: Annotated[str, Field(max_length=1_000)] = ""
    depth: Annotated[Whole, Field(ge=1, le=5)] = 2


class ReviewBody(Body):
    """The change to review: commits as `BASE..HEAD`, a unified diff against the checkout, or what is staged there."""

    commits: Annotated[str, Field(max_length=1_000)] = ""
    diff: Annotated[str, Field(max_length=400_000)] = ""
    staged: bool = False
    full: bool = False


class TestsBody(Body):
    """The change to find tests for: a unified diff of what is indexed, `BEFORE..AFTER` of the checkout, or what is staged."""

    __test__ = False  # else pytest takes it for a test

    diff: Annotated[str, Field(max_length=400_000)] = ""
    commits: Annotated[str, Field(max_length=1_000)] = ""
    staged: bool = False


class SqlBody(Body):
    """A read-only query over the tables of the catalog."""

    statement: Annotated[str, Field(min_length=1, max_length=20_000)] = Field(
        examples=["SELECT type, count(*) AS n FROM units GROUP BY type"]
    )
    most: Annotated[Whole, Field(ge=1, le=10_000)] = 1_000


class EvaluateBody(Body):
    """A question set, in the form of the files in `data/questions`."""

    questions: dict[str, object] | list[object]
    budget: Annotated[Whole, Field(ge=0, le=MOST_BUDGET)] = 8_000
    baselines: Annotated[list[Annotated[str, Field(max_length=50)]], Field(max_length=10)] = []
    settings: dict[str, str | int | float | bool] = {}
    full: bool = False


class JobBody(Body):
    """How the checkout of an index is read again, or which two of its commits (branches, tags, ids) are read and compared."""

    full: bool = False
    vectors: bool = False
    before: Annotated[str, Field(max_length=MOST_NAME)] = ""
    after: Annotated[str, Field(max_length=MOST_NAME)] = ""

    @model_validator(mode="after")
    def _one_thing(self) -> JobBody:
        """Refuse a job that names one commit of two, or ways of reading that no comparison has."""
        if self.after and not self.before:
            raise ValueError("'after' is compared with 'before', which is not named")
        if self.before and (self.full or self.vectors):
            raise ValueError("'full' and 'vectors' are of reading the checkout, not of comparing two commits")
        return self
