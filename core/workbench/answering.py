"""Answers in words about an open index: who is asked, what the user has agreed to, and where that is remembered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Protocol

from core.answer.answering import Answering, Event
from core.answer.numbered import numbered_sources
from core.answer.prompt import instructions, prompt
from core.errors import SettingsError, cause, unsaved
from core.model.answer import Answer, NumberedSource, Sending
from core.text.secrets import masked
from core.workbench.index_answer import index_answer

if TYPE_CHECKING:
    from pathlib import Path

    from core.model.run import SearchRun
    from core.ports import Writer
    from core.workbench.open_bench import OpenBench

_AGREED = "agreed.json"
Agree = Callable[[Sending], bool]


class Underway(Protocol):
    """A question on its way to an answer in words, made here or by a server."""

    question: str

    @property
    def answer(self) -> Answer | None:
        """The whole, when the events have ended."""

    def sending(self) -> Sending | None:
        """Return what the first request to a model would send; None when no model would be asked. Nothing is sent."""

    def events(self) -> Iterator[Event]:
        """Yield what is sent, each sentence as soon as it is checked, and the end of each round."""


@dataclass(frozen=True, slots=True)
class Said:
    """What was said before a question: questions that it follows up, with answers, and the sources that were shown."""

    questions: tuple[tuple[str, str], ...] = ()
    sources: tuple[NumberedSource, ...] = ()


def answering(
    bench: OpenBench, asking: Callable[..., SearchRun], question: str, *, model: bool, agree: Agree | None, said: Said,
    run: SearchRun | None = None,
) -> Answering:  # fmt: skip
    """Return a question on its way to an answer; without `model`, or where the settings name none, it is extractive.

    Before anything leaves this machine `agree` is asked, unless the user has agreed for this index and this model before;
    without it nothing is sent that was not agreed to. A model on this machine needs no consent.
    """
    from core.backends import writer

    settings = bench.settings.answer
    chosen = writer(settings) if model else None
    consent = _Consent(bench, chosen, agree)

    limits = asdict(run.plan.filters) if run else {}

    def ask(words: str, without: Sequence[str]) -> SearchRun:
        chosen = {**limits, "exclude": [*limits.get("exclude", ()), *without]}
        return asking(words, budget=settings.context, after=[asked for asked, _ in said.questions], **chosen)

    made = Answering(
        question, ask, bench.line, bench.catalog.units, settings, chosen, consent.agreed, said.questions, said.sources,
        partial(index_answer, bench),
    )  # fmt: skip
    made.run = run
    return made


@dataclass(frozen=True, slots=True)
class _Consent:
    """Whether code may be sent: known from before, else asked once for a question."""

    bench: OpenBench
    writer: Writer | None
    agree: Agree | None
    answers: list[bool] = field(default_factory=list)

    def agreed(self, sending: Sending) -> bool:
        """Tell whether it may be sent, asking if need be."""
        if self.writer is None or self.writer.local or has_agreed(self.bench, sending):
            return True
        if not self.answers:
            self.answers.append(self.agree is not None and self.agree(sending))
        return self.answers[0]


def told_to_model(bench: OpenBench, run: SearchRun) -> str:
    """Return what a model is told for an answer in words, as one text for a model that somebody else asks; secrets masked."""
    own = bench.settings.answer.prompt
    text, _ = masked(prompt(run.question, numbered_sources(run, bench.line), run.context.facts, own=own))
    return f"{instructions(own)}\n\n{text}"


def is_local(bench: OpenBench) -> bool:
    """Tell whether the model that the settings name is on this machine, so that nothing leaves it; False without a model."""
    from core.backends import writer

    chosen = writer(bench.settings.answer)
    return chosen is not None and chosen.local


def has_agreed(bench: OpenBench, sending: Sending) -> bool:
    """Tell whether the user has agreed that code of this index goes to this model at this host."""
    return _mark(sending) in _agreements(_place(bench))


def remember_agreement(bench: OpenBench, sending: Sending) -> None:
    """Remember the user's consent with the index; it goes when the index is removed."""
    place = _place(bench)
    marks = sorted({*_agreements(place), _mark(sending)})
    try:
        place.write_text(json.dumps(marks), encoding="utf-8")
    except OSError as problem:
        raise unsaved("The consent", place, problem) from problem


def _mark(sending: Sending) -> str:
    return f"{sending.model} at {sending.host}"


def _place(bench: OpenBench) -> Path:
    return bench.beside / _AGREED


def _agreements(place: Path) -> list[str]:
    try:
        marks = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as problem:
        raise SettingsError(f"{place} cannot be read: {cause(problem)}. Remove it to be asked again.") from problem
    return [mark for mark in marks if isinstance(mark, str)] if isinstance(marks, list) else []
