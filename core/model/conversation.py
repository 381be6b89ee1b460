"""The values of a conversation: questions that build on each other, and what each turn has shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.model.known import ShownBefore
from core.model.run import Filters


@dataclass(frozen=True, slots=True)
class Turn:
    """One question of a conversation: as it was understood, what it showed and said, in how many tokens of which budget.

    `edition` is the state of the index that answered, `files` the hashes of the files that were shown from; `answer` is empty
    where no answer in words was asked for, `verdict` says what it is worth.
    """

    question: str
    understood: str
    budget: int
    tokens: int
    shown: tuple[ShownBefore, ...] = ()
    said: tuple[str, ...] = ()
    edition: str = ""
    answer: str = ""
    files: tuple[tuple[str, str], ...] = ()
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns about one index within a budget of tokens for all of them, and the limits that hold for each."""

    name: str
    index: str
    budget: int
    limits: Filters = field(default_factory=Filters)
    turns: tuple[Turn, ...] = ()

    @property
    def spent(self) -> int:
        """The tokens that the turns have shown."""
        return sum(turn.tokens for turn in self.turns)

    @property
    def left(self) -> int:
        """The tokens that further turns may show."""
        return max(0, self.budget - self.spent)

    @property
    def sentence(self) -> str:
        """How many turns there were, and what is left of the budget."""
        turns = "1 turn" if len(self.turns) == 1 else f"{len(self.turns)} turns"
        return f"{self.name}: {turns} about {self.index}, {self.spent:,} of {self.budget:,} tokens used."
