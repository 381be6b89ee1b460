"""Whether an index has what a question asks for, which every face says before it shows what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

NONE, WEAK = "none", "weak"


@dataclass(frozen=True, slots=True)
class Doubt:
    """How much an answer is doubted, and the words that no file has.

    `level` is empty where nothing speaks against the answer, `WEAK` where the index may have nothing about the question, and
    `NONE` where it has no word of it. `absent` are the words of the question, as asked and in their order, that are written in
    no file that was read; they alone are no reason to doubt, as a question may use other words than the code. `unanswered`
    is what a question asks for as a whole and of which the index knows none: "jobs that send emails".
    """

    level: str = ""
    absent: tuple[str, ...] = ()
    unanswered: str = ""

    def __bool__(self) -> bool:
        return bool(self.level)

    @property
    def sentence(self) -> str:
        """The doubt in words, to be shown first; empty where there is none."""
        if not self.level:
            return ""
        if self.unanswered:
            return f"None known: {self.unanswered}. The closest results:"
        if self.level == NONE:
            return f"No match for {_listed(self.absent)}. The closest results:" if self.absent else "No match."
        if not self.absent:
            return "Perhaps no match: nothing here is close to the question."
        verb = "is" if len(self.absent) == 1 else "are"
        return f"Perhaps no match: {_listed(self.absent, 'and')} {verb} not written anywhere in this index."


def _listed(words: Sequence[str], joint: str = "or") -> str:
    """Return words in quotation marks: “a”, “b” or “c”."""
    quoted = [f"“{word}”" for word in words]
    return f" {joint} ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1])))
