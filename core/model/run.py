"""The values of one question: what each stage of the retrieval produced, and what it left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from core.model.address import IndexAddress
from core.model.doubt import Doubt
from core.model.frames import FramedRows
from core.model.keys import split_key
from core.model.known import ShownBefore
from core.model.text_table import text_table
from core.model.units import UnitHead

if TYPE_CHECKING:
    import pandas as pd

INTENTS = ("understand", "locate", "trace", "debug", "implement", "reference", "compare", "framework")
SCOPES = ("pinpoint", "focused", "exploratory", "comprehensive")

_OF_A_SOURCE = ("unit", "section", "level", "tokens", "truncated", "score", "file_path", "start_line", "end_line")
_SHOWN = 15  # ranked units in a notebook cell; the frame has all of them


@dataclass(frozen=True, slots=True)
class Filters:
    """What a question may find: hard limits that were asked for, in options or in words."""

    types: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    include_tests: bool = False
    repositories: tuple[str, ...] = ()  # members of a set
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()  # values by name: namespace, change_frequency, importance


@dataclass(frozen=True, slots=True)
class Personal:
    """How much units are the own of who asks, by key from 0 to 1: changed by them, opened by them; and what to say of it."""

    owned: Mapping[str, float] = field(default_factory=dict)
    opened: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entity:
    """A name in the question and the units it may stand for, best first; none when the index does not know it."""

    text: str
    kind: str
    unit_keys: tuple[str, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Request:
    """One of the searches into which a router split a question; what is empty is left to the rules.

    `paths` are globs outside of which nothing is found, `folders` only raise what lies in them, `entities` are names of
    code, `reason` says in words what the search is for.
    """

    text: str
    intent: str = ""
    scope: str = ""
    target_types: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a question was understood and how it will be searched.

    `question` is what is searched for: without the limits that were set in words, which are among the `filters`, and with
    the words that refer to an earlier question replaced. `requests` are those of a router, if one was asked.
    """

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
    requests: tuple[Request, ...] = ()


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
class RankedHost:
    """A class, type or file with the units that were found in it, best first; `evidence` is the weight of all of them.

    `lines` are the first and last line of what of the best unit matches the question best; 0 and 0 where that was not asked.
    """

    unit_key: str
    rank: int
    evidence: float
    found: tuple[str, ...]
    lines: tuple[int, int] = (0, 0)


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
    holds: tuple[str, ...] = ()
    """The keys of other units that the question found, all of whose lines are shown with this one."""


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A unit that the context only names: where it begins, and why it may matter."""

    unit_key: str
    file_path: str
    line_number: int
    why: str

    @property
    def line(self) -> str:
        """The mention as a line of the context."""
        return f"- {' '.join(split_key(self.unit_key))} · {self.file_path}:{self.line_number} · {self.why}"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the context, its allowance and what it used of it, in tokens."""

    name: str
    allowance: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Context(FramedRows):
    """The text that answers within the budget, and its account; `str` is the text, ready to paste."""

    columns = _OF_A_SOURCE
    text: str
    tokens: int
    budget: int
    sections: tuple[Section, ...] = ()
    sources: tuple[Source, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    also: tuple[Mentioned, ...] = ()
    facts: tuple[str, ...] = ()
    """What the index knows of the units shown and their text does not say, as lines of the text."""
    known: tuple[ShownBefore, ...] = ()
    """What belongs to the answer and an earlier turn of the conversation has shown: only named here."""

    def __str__(self) -> str:
        return self.text

    @property
    def sentence(self) -> str:
        """How much of the budget is used, for how many sources and mentions."""
        also = f", {len(self.also)} more are mentioned" if self.also else ""
        return f"{self.tokens:,} of {self.budget:,} tokens used for {len(self.sources)} sources{also}."

    @property
    def shown_as(self) -> dict[str, Source]:
        """The source that shows each unit: its own, or one that holds it."""
        held = {key: source for source in self.sources for key in source.holds}
        return held | {source.unit_key: source for source in self.sources}

    def to_rows(self) -> list[dict[str, object]]:
        """Return one flat dictionary per source, in the order of the text."""
        values = attrgetter("unit_key", *_OF_A_SOURCE[1:])
        return [dict(zip(_OF_A_SOURCE, values(source), strict=True)) for source in self.sources]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a run: how long it took, how many candidates went in and came out, and what else it noted."""

    step: str
    seconds: float
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchRun(FramedRows):
    """One question from words to context: the output of every stage, including what was dropped and why.

    `heads` holds the head of every unit that a stage mentions, so that the run can be shown without the index; `pages` say
    where the workbench shows that index. `hosts` are the ranked units once more, grouped by the code that they are part of.
    `doubt` says whether the index has what was asked for, and is shown first.
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
    pages: IndexAddress | None = field(default=None, compare=False)
    hosts: tuple[RankedHost, ...] = ()
    doubt: Doubt = field(default_factory=Doubt)

    @property
    def said(self) -> tuple[str, ...]:
        """What is to be said of the answer, in order: whether it is doubted, then the notes."""
        return (*filter(None, [self.doubt.sentence]), *self.notes)

    def to_rows(self) -> list[dict[str, object]]:
        """Return one flat dictionary per ranked unit, best first, with the share of every signal in its score."""
        sections = {key: source.section for key, source in self.context.shown_as.items()}
        return [
            {
                "rank": one.rank, "unit": one.unit_key, "score": one.score, **one.parts,
                "found_by": ", ".join(one.found_by), "section": sections.get(one.unit_key, ""), **self._place(one.unit_key),
            }
            for one in self.ranked
        ]  # fmt: skip

    @property
    def columns(self) -> tuple[str, ...]:
        """Rank, unit, score, one column per signal (they add up to the score), found_by, section, file and lines.

        `section` is empty for a unit that the context does not show.
        """
        signals = dict.fromkeys(name for one in self.ranked for name in one.parts)
        return ("rank", "unit", "score", *signals, "found_by", "section", "file_path", "start_line", "end_line")

    def compare(self, after: SearchRun) -> pd.DataFrame:
        """Return each unit's rank and score in this run and another, and whether the contexts show it.

        Ordered by the rank afterwards, then before; `places_won` is positive for a unit that moved up, a missing rank is <NA>.
        """
        import pandas as pd

        one, two = ({unit.unit_key: unit for unit in run.ranked} for run in (self, after))
        shown = [run.context.shown_as for run in (self, after)]
        keys = [*two, *(key for key in one if key not in two)]
        rows = [
            {
                "unit": key,
                "rank_before": one[key].rank if key in one else None,
                "rank_after": two[key].rank if key in two else None,
                "places_won": one[key].rank - two[key].rank if key in one and key in two else None,
                "score_before": one[key].score if key in one else None,
                "score_after": two[key].score if key in two else None,
                "in_context_before": key in shown[0],
                "in_context_after": key in shown[1],
            }
            for key in keys
        ]
        frame = pd.DataFrame(rows)
        whole = {name: "Int64" for name in ("rank_before", "rank_after", "places_won") if name in frame}
        return frame.astype(whole)

    def __str__(self) -> str:
        found = text_table(("rank", "unit", "score", "found_by", "section"), self.to_rows(), _SHOWN)
        return "\n".join((self.question, *self.said, self.understood, self.context.sentence, found))

    @property
    def understood(self) -> str:
        """How the question was read, in a sentence."""
        plan = self.plan
        names = [f"'{entity.text}' is {entity.unit_keys[0]}" for entity in plan.entities if entity.unit_keys]
        searched = ", ".join(plan.strategies) or plan.strategy
        named = f" {'; '.join(names)}." if names else ""
        return f"Read as: {plan.intent}, {plan.scope}; searched by {searched}.{named}"

    def _place(self, key: str) -> dict[str, object]:
        head = self.heads.get(key)
        place = (head.file_path, head.start_line, head.end_line) if head else ("", 0, 0)
        return dict(zip(("file_path", "start_line", "end_line"), place, strict=True))
