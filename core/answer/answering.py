"""From a question to a prose answer, in rounds: search, show, write, check.

With an empty context, no model is called. The model may request another search in a line of its own, up to the limit in the
settings. New sources continue the numbering, and nothing is shown twice. In a conversation, the sources of earlier turns come
first, with their old labels.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from core.answer.citations import sentences
from core.answer.extractive import IndexAnswer, extracted
from core.answer.numbered import Lines, numbered_sources
from core.answer.prompt import instructions, prompt
from core.model import CodeUnit
from core.model.answer import (
    EXTRACTIVE,
    NOTHING,
    SILENT,
    SUPPORTED,
    UNSUPPORTED,
    Answer,
    NumberedSource,
    Round,
    Sending,
    Sentence,
)
from core.model.run import SearchRun
from core.ports import Writer
from core.settings import AnswerSettings
from core.text.secrets import masked
from core.text.tokens import count_tokens

_SEARCH = re.compile(r"\s*SEARCH:[ \t]*(.{2,300}?)\s*", re.DOTALL)
_SILENT = re.compile(r"(?i)\bthe context (?:does not|doesn.t) (?:say|tell|show|contain)\b")
Event = Sentence | Sending | Round
Ask = Callable[[str, Sequence[str]], SearchRun]
"""Asks the index a question without these units."""


@dataclass(slots=True)
class Answering:
    """One question on its way to an answer; `events` tells it as it is made, `answer` is there when they have ended."""

    question: str
    ask: Ask
    line: Lines
    units: Callable[[Sequence[str]], Sequence[CodeUnit]]
    settings: AnswerSettings
    writer: Writer | None
    agreed: Callable[[Sending], bool]
    before: Sequence[tuple[str, str]] = ()
    earlier: Sequence[NumberedSource] = ()
    index_answer: Callable[[SearchRun], IndexAnswer] = lambda _: IndexAnswer()
    answer: Answer | None = field(default=None, init=False)
    run: SearchRun | None = field(default=None, init=False)

    def sending(self) -> Sending | None:
        """Return what the first request would send, word for word; None when no model would be asked. Nothing is sent."""
        run, sources = self._searched()
        return self._sending(sources, run.context.facts) if sources and self.writer is not None else None

    def _searched(self) -> tuple[SearchRun, list[NumberedSource]]:
        """Return the run of the question and all sources, those of earlier turns first."""
        if self.run is None:
            self.run = self.ask(self.question, ())
        return self.run, [*self.earlier, *numbered_sources(self.run, self.line, len(self.earlier) + 1)]

    def events(self) -> Iterator[Event]:
        """Yield what is sent, each sentence as soon as it is checked, and the end of each round."""
        began = perf_counter()
        run, sources = self._searched()
        notes = list(run.said)
        if not sources:
            self._end(NOTHING, (), sources, (), (*notes, "The index has no answer, so no model was called."), began)
            return
        if self.writer is None:
            yield from self._without_model(run, sources, (), notes, began)
            return
        yield from self._written(run, sources, notes, began)

    def _written(self, run: SearchRun, sources: list[NumberedSource], notes: list[str], began: float) -> Iterator[Event]:
        rounds: list[Round] = []
        searched, facts = "", list(run.context.facts)
        while True:
            sending = self._sending(sources, facts)
            if not self.agreed(sending):
                yield from self._without_model(run, sources, rounds, (*notes, "Nothing was sent."), began)
                return
            yield sending
            told: list[Sentence] = []
            wanted = ""
            for sentence in self._sentences(sending, sources):
                if not told and (asked := _SEARCH.fullmatch(sentence.text)):
                    wanted = " ".join(asked[1].split())
                    break
                told.append(sentence)
                yield sentence
            more = self._found(wanted, sources) if wanted and len(rounds) < self.settings.rounds else None
            ended = "another search" if more else "no further search" if wanted else "answered"
            rounds.append(Round(searched, len(sources), sending, ended))
            yield rounds[-1]
            if not more:
                break
            searched = wanted
            sources += numbered_sources(more, self.line, len(sources) + 1)
            facts += [fact for fact in more.context.facts if fact not in facts]
        if wanted and not told:
            notes.append(f"The model requested a search beyond the limit (answer.rounds): '{wanted}'.")
        self._end(worth(told), tuple(told), sources, rounds, notes, began)

    def _sentences(self, sending: Sending, sources: Sequence[NumberedSource]) -> Iterator[Sentence]:
        assert self.writer is not None
        known = {source.label: source for source in sources}
        return sentences(self.writer.write(sending.system, sending.prompt), known)

    def _sending(self, sources: Sequence[NumberedSource], facts: Sequence[str]) -> Sending:
        assert self.writer is not None
        system = instructions(self.settings.prompt)
        text, hidden = masked(prompt(self.question, sources, facts, self.before, self.settings.prompt))
        tokens = count_tokens(system) + count_tokens(text)
        per = self.settings.price_in, self.settings.price_out
        cost = (tokens * per[0] + self.settings.tokens * per[1]) / 1_000_000 if any(per) else None
        return Sending(self.writer.host, self.writer.model, system, text, tokens, hidden, cost)

    def _without_model(
        self, run: SearchRun, sources: Sequence[NumberedSource], rounds: Sequence[Round], notes: Sequence[str], began: float
    ) -> Iterator[Event]:
        """Yield what the index itself tells, and the best new places, those of earlier turns when there are none."""
        found, cited = extracted(sources[len(self.earlier) :] or sources, self.units, self.index_answer(run))
        yield from found
        self._end(EXTRACTIVE, found, (*sources, *cited), rounds, notes, began)

    def _found(self, wanted: str, sources: Sequence[NumberedSource]) -> SearchRun | None:
        run = self.ask(wanted, [source.unit_key for source in sources])
        return run if run.context.sources else None

    def _end(
        self, verdict: str, told: tuple[Sentence, ...], sources: Sequence[NumberedSource], rounds: Sequence[Round],
        notes: Sequence[str], began: float,
    ) -> None:  # fmt: skip
        self.answer = Answer(
            self.question, verdict, told, tuple(sources), tuple(rounds), tuple(notes), perf_counter() - began
        )  # fmt: skip


def worth(told: Sequence[Sentence]) -> str:
    """Return the verdict on what a model has said: some citation holds, it says that the context does not tell, or neither."""
    if any(sentence.cited for sentence in told):
        return SUPPORTED
    return SILENT if any(_SILENT.search(sentence.text) for sentence in told) else UNSUPPORTED
