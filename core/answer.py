"""The values of one question: what each stage of the retrieval produced, and what it left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.model import UnitHead

INTENTS = ("understand", "locate", "trace", "debug", "implement", "reference", "compare", "framework")
SCOPES = ("pinpoint", "focused", "exploratory", "comprehensive")


@dataclass(frozen=True, slots=True)
class Filters:
    """What a question may find: hard limits that were asked for, in options or in words."""

    types: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    include_tests: bool = False


@dataclass(frozen=True, slots=True)
class Entity:
    """A name in the question and the units it may stand for, best first; none when the index does not know it."""

    text: str
    kind: str
    unit_keys: tuple[str, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How a question was understood and how it will be searched."""

    question: str
    intent: str
    scope: str
    target_types: tuple[str, ...] = ()
    framework: bool = False
    entities: tuple[Entity, ...] = ()
    keywords: tuple[str, ...] = ()
    confidence: Mapping[str, float] = field(default_factory=dict)
    strategies: tuple[str, ...] = ()
    strategy: str = "hybrid"
    direction: str = ""
    filters: Filters = Filters()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A unit that one strategy found: `rank` counts from 1 within the strategy, `score` is on the strategy's own scale."""

    unit_key: str
    strategy: str
    rank: int
    score: float
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Fused:
    """A unit after the strategies' rankings were merged; `ranks` holds its rank in each strategy that found it."""

    unit_key: str
    score: float
    ranks: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A unit with its final score: the sum of `parts` (signal → weighted share); `signals` are the raw values 0..1."""

    unit_key: str
    score: float
    rank: int
    signals: Mapping[str, float] = field(default_factory=dict)
    parts: Mapping[str, float] = field(default_factory=dict)
    found_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """A unit that a stage let go, and why: not recalled, out-ranked, duplicate, filtered, over budget."""

    unit_key: str
    stage: str
    reason: str


@dataclass(frozen=True, slots=True)
class Source:
    """Lines of a unit that stand in the context, in which section and at which level of detail.

    `start_line` and `end_line` are the first and the last line shown; `ranges` are the runs of lines that are shown in
    between, both ends included. `truncated` says that lines of the unit are missing. `tokens` counts the unit's own lines,
    without those that another source of the context has.
    """

    unit_key: str
    file_path: str
    start_line: int
    end_line: int
    section: str
    level: str
    tokens: int
    truncated: bool
    score: float = 0.0
    ranges: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the context, its allowance and what it used of it, in tokens."""

    name: str
    allowance: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Context:
    """The text that answers within the budget, and its account."""

    text: str
    tokens: int
    budget: int
    sections: tuple[Section, ...] = ()
    sources: tuple[Source, ...] = ()
    dropped: tuple[Dropped, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a run: how long it took, how many candidates went in and came out, and what else it noted."""

    step: str
    seconds: float
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchRun:
    """One question from words to context: the output of every stage, including what was dropped and why.

    `heads` holds the head of every unit that a stage mentions, so that the run can be shown without the index.
    """

    question: str
    plan: Plan
    hits: tuple[Hit, ...]
    fused: tuple[Fused, ...]
    ranked: tuple[Ranked, ...]
    context: Context
    dropped: tuple[Dropped, ...]
    trace: tuple[Step, ...] = ()
    notes: tuple[str, ...] = ()
    heads: Mapping[str, UnitHead] = field(default_factory=dict)
