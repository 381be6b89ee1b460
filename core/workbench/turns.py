"""A conversation that goes on: each question is asked after the ones before it, and shows what none of them has shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace

from core.answer.answering import Event, worth
from core.answer.citations import sentences
from core.errors import SettingsError
from core.model.answer import EXTRACTIVE, NOTHING, Answer, NumberedSource, Sending
from core.model.conversation import Conversation, Turn
from core.model.known import Known, ShownBefore
from core.model.run import SearchRun
from core.model.shown import Shown
from core.workbench.answering import Agree, Said, Underway, answering
from core.workbench.conversations import save
from core.workbench.open_bench import OpenBench
from core.workbench.sessions import MOST_FOLLOWED, edition

_LEAST = 100  # tokens: less shows nothing
_USUAL = 500  # tokens of a turn, if that much is left: half of less than a thousand would be too little


class OpenConversation(Shown):
    """One conversation about an open index; `conversation` is its value: turns, limits, budget.

    A conversation that has a name is kept after each turn.
    """

    def __init__(self, bench: OpenBench, asking: Callable[..., SearchRun], conversation: Conversation) -> None:
        self.conversation = conversation
        self._bench, self._asking = bench, asking

    def ask(
        self, question: str, *, budget: int | None = None, settings: Mapping[str, object] | None = None
    ) -> SearchRun:  # fmt: skip
        """Return the run of a question that may refer to earlier turns; its context has no line that they have shown.

        `budget` is that of this turn, half of what is left by default. Raises `SettingsError` when nothing is left, and
        `ConflictError` when somebody else asked in the conversation meanwhile.
        """
        size = self._budget(budget)
        run = self._ask(question, size, settings=settings)
        sources = [(one.unit_key, one.file_path, one.ranges) for one in run.context.sources]
        self._keep([*self.conversation.turns, self._turn(len(self.conversation.turns) + 1, question, size, [run], sources)])
        return run

    def again(self, turn: int) -> SearchRun:
        """Return the run of a turn, counted from 1, as the index answers it now; raises `SettingsError` for another number."""
        turns = self.conversation.turns
        if not 1 <= turn <= len(turns):
            raise SettingsError(
                f"The conversation '{self.conversation.name}' has {len(turns)} turns; turn {turn} does not exist."
            )
        asked = turns[turn - 1]
        return self._ask(asked.question, asked.budget, upto=turn - 1)

    def answering_turn(self, turn: int, *, model: bool = True, agree: Agree | None = None) -> Underway:
        """Return the answer in words to a turn that was asked, on its way, built on the turns before it.

        What a model writes is kept with the turn when its events have ended. Raises `SettingsError` for another number.
        """
        return _TurnUnderway(self, self.again(turn), turn, model, agree)

    def answered(self, turn: int) -> Answer | None:
        """Return what a model has written for a turn, its citations checked against what the turns up to it show; else None."""
        asked = self.conversation.turns[turn - 1]
        if not asked.answer or asked.verdict == EXTRACTIVE:
            return None
        sources = _numbered(self, turn)
        told = tuple(sentences([asked.answer], {source.label: source for source in sources}))
        return Answer(asked.question, asked.verdict or worth(told), told, sources)

    def answering(
        self, question: str, *, model: bool = True, agree: Agree | None = None, budget: int | None = None
    ) -> Underway:
        """Return a question on its way to an answer in words, which is a turn as soon as its events have ended.

        A model is shown the sources of earlier turns under the labels that they had, earlier questions, and what is new.
        """
        size = self._budget(budget)
        return _TurnUnderway(self, self._ask(question, size), len(self.conversation.turns) + 1, model, agree, size)

    def answer(self, question: str, *, model: bool = True, agree: Agree | None = None, budget: int | None = None) -> Answer:
        """Return the answer in words that `answering` makes."""
        asked = self.answering(question, model=model, agree=agree, budget=budget)
        for _ in asked.events():
            pass
        assert asked.answer is not None
        return asked.answer

    def __str__(self) -> str:
        turns = [
            f"{number}. {turn.question} ({turn.tokens:,} tokens, {len(turn.shown)} places)"
            for number, turn in enumerate(self.conversation.turns, 1)
        ]
        return "\n".join([self.conversation.sentence, *turns])

    def _budget(self, wanted: int | None) -> int:
        left = self.conversation.left
        if left < _LEAST:
            named = f"The conversation '{self.conversation.name}'" if self.conversation.name else "The conversation"
            of = f"{left} of {self.conversation.budget:,} tokens left"
            raise SettingsError(f"{named} has {of}. Raise --total, or start another one.")
        return min(left, max(left // 2, _USUAL) if wanted is None else wanted)

    def _ask(
        self, question: str, budget: int, upto: int | None = None, exclude: Sequence[str] = (),
        settings: Mapping[str, object] | None = None,
    ) -> SearchRun:  # fmt: skip
        """Return the run of a question after the first so many turns, all of them by default."""
        turns = self.conversation.turns[: len(self.conversation.turns) if upto is None else upto]
        limits = asdict(self.conversation.limits)
        limits["exclude"] = [*limits["exclude"], *exclude]
        after = [turn.question for turn in turns][-MOST_FOLLOWED:]
        return self._asking(question, budget=budget, after=after, known=self._known(turns), settings=settings, **limits)

    def _known(self, turns: Sequence[Turn]) -> Known:
        """Return what these turns have shown and said, without the lines of files that were changed since."""
        now = edition(self._bench.manifest)
        hashes = self._bench.catalog.file_hashes() if any(turn.edition != now for turn in turns) else {}
        shown = [
            one
            for turn in turns
            for one in turn.shown
            if turn.edition == now or dict(turn.files).get(one.file_path) == hashes.get(one.file_path, "")
        ]
        return Known(tuple(shown), tuple(line for turn in turns for line in turn.said))

    def _turn(
        self, number: int, question: str, budget: int, runs: Sequence[SearchRun],
        sources: Sequence[tuple[str, str, tuple[tuple[int, int], ...]]], answer: Answer | None = None,
    ) -> Turn:  # fmt: skip
        """Return a turn with what these runs of it have shown and said."""
        hashes, contexts = self._bench.catalog.file_hashes(), [run.context for run in runs]
        return Turn(
            question, runs[0].plan.question, budget, sum(context.tokens for context in contexts),
            tuple(ShownBefore(key, path, tuple(ranges), number) for key, path, ranges in sources),
            tuple(line for one in contexts for line in (*one.facts, *(mention.line for mention in one.also))),
            edition(self._bench.manifest), answer.text if answer else "",
            tuple((path, hashes.get(path, "")) for path in sorted({path for _, path, _ in sources})),
            answer.verdict if answer else "",
        )  # fmt: skip

    def _keep(self, turns: Sequence[Turn]) -> None:
        """Go on with these turns, which are kept if the conversation has a name."""
        before = self.conversation
        after = replace(before, turns=tuple(turns))
        if before.name:
            save(self._bench, after, before)
        self.conversation = after


class _TurnUnderway:
    """An answer in words on its way that becomes a turn of a conversation, or a part of one, when it is there."""

    def __init__(
        self, talk: OpenConversation, run: SearchRun, turn: int, model: bool, agree: Agree | None, budget: int | None = None
    ) -> None:
        self.question, self._talk, self._number = run.question, talk, turn
        turns = talk.conversation.turns
        self._kept = turn <= len(turns)
        self._budget = turns[turn - 1].budget if budget is None else budget
        self._runs = [run]
        earlier = _numbered(talk, turn - 1)
        self._earlier = len(earlier)
        said = Said(tuple((one.question, one.answer) for one in turns[: turn - 1]), earlier)
        self._made = answering(talk._bench, self._ask, self.question, model=model, agree=agree, said=said, run=run)

    @property
    def answer(self) -> Answer | None:
        """The whole, when the events have ended."""
        return self._made.answer

    def sending(self) -> Sending | None:
        """Return what the first request to a model would send; None when no model would be asked. Nothing is sent."""
        return self._made.sending()

    def events(self) -> Iterator[Event]:
        """Yield what is sent, each sentence as soon as it is checked, and the end of each round; then the turn is kept."""
        yield from self._made.events()
        found = self._made.answer
        assert found is not None
        if self._kept and found.verdict in (EXTRACTIVE, NOTHING):
            return
        shown = [one for one in found.sources[self._earlier :] if one.label.startswith("S")]
        sources = [(one.unit_key, one.file_path, one.ranges) for one in shown]
        turns = list(self._talk.conversation.turns)
        made = self._talk._turn(self._number, self.question, self._budget, self._runs, sources, found)
        turns[self._number - 1 :] = [made, *turns[self._number :]]
        self._talk._keep(turns)

    def _ask(self, words: str, *, exclude: Sequence[str], **_: object) -> SearchRun:
        """Return a further search in what is left of the turn; one that others follow shows no more than it has shown."""
        last = self._number >= len(self._talk.conversation.turns)
        left = max(0, self._budget - sum(run.context.tokens for run in self._runs)) if last else 0
        self._runs.append(self._talk._ask(words, left, upto=self._number - 1, exclude=exclude))
        return self._runs[-1]


def _numbered(talk: OpenConversation, upto: int) -> tuple[NumberedSource, ...]:
    """Return what the first so many turns have shown as numbered sources, in that order, so that labels stay what they were."""
    shown = talk._known(talk.conversation.turns[:upto]).shown
    return tuple(
        NumberedSource(f"S{number}", one.unit_key, one.file_path, one.ranges, tuple(_lines(talk._bench, one)))
        for number, one in enumerate(shown, 1)
    )


def _lines(bench: OpenBench, shown: ShownBefore) -> Iterator[tuple[int, str]]:
    for first, last in shown.ranges:
        for number in range(first, last + 1):
            yield number, bench.line(shown.file_path, number)
