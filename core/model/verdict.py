"""What it means that a unit has callers or none: one word for every face, with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

USED = "used"
UNUSED = "unused"
POSSIBLY_USED = "possibly used"
NOT_ANALYSED = "not analysed"
EMPTY = (UNUSED, POSSIBLY_USED, NOT_ANALYSED)
"""The verdicts on a unit without a known caller: nothing can use it, something may, or nobody looked."""

FORMER = {UNUSED: "none", POSSIBLY_USED: "unknown"}
"""The words of version 0.1 that JSON still has, in the keys that it had."""


def former(word: str) -> str:
    """Return the word that version 0.1 had for a verdict."""
    return FORMER.get(word, word)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something uses a unit: one of the four words, and why.

    `places` are the lines (`path:line`) that may use a unit that is possibly used, or the tests that alone name an unused one.
    `by_name` means that the language, a framework or a library calls it by its name: no code of the checkout needs to.
    `searched` is what was read to say *unused*. `evidence` orders what is possibly used: the least may be dead.
    """

    word: str
    why: str
    places: tuple[str, ...] = ()
    by_name: bool = False
    searched: str = ""
    evidence: int = 0

    @property
    def sentence(self) -> str:
        """The word and the reason, as `Unused: no line outside of it writes 'total'.`"""
        return f"{self.word.capitalize()}: {self.why} {self.searched}".rstrip()


def counted_verdicts(counts: Mapping[str, int]) -> str:
    """Return a sentence that counts the empty verdicts."""
    unused = f"{counts[UNUSED]} unused (no mention of the name, no other known path)"
    return f"{unused}, {counts[POSSIBLY_USED]} possibly used, {counts[NOT_ANALYSED]} not analysed."
