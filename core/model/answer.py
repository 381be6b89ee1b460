"""The values of an answer in words: numbered sources, sentences with their citations, and what was sent to whom."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.model.shown import Shown

SUPPORTED, UNSUPPORTED, SILENT = "supported", "unsupported", "not in the context"
"""What an answer of a model is worth: some citation holds; none does; it says that the context does not tell."""
NOTHING, EXTRACTIVE = "nothing found", "extractive"
"""What else an answer may be: there is no context, so no model was asked; it is made of the sources alone."""


@dataclass(frozen=True, slots=True)
class NumberedSource:
    """A source of the context with the label by which an answer cites it (`S3`), and the lines of its file that were shown.

    Labels of lines that an answer without a model tells beside its sources begin with F.
    """

    label: str
    unit_key: str
    file_path: str
    ranges: tuple[tuple[int, int], ...]
    lines: tuple[tuple[int, str], ...] = ()

    def shows(self, first: int, last: int) -> bool:
        """Tell whether every line from the first to the last was shown."""
        return first <= last and any(start <= first and last <= end for start, end in self.ranges)


@dataclass(frozen=True, slots=True)
class Citation:
    """What a sentence cites: `[S3:12-20]`, or a whole source as `[S3]` (lines 0); `fault` says why it does not hold."""

    label: str
    first: int = 0
    last: int = 0
    fault: str = ""

    def __str__(self) -> str:
        lines = f":{self.first}-{self.last}" if self.last > self.first else f":{self.first}" if self.first else ""
        return f"[{self.label}{lines}]"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of an answer without its citations, as far as `states` something that needs one.

    `cited` are the citations that hold, `struck` those that were taken out of the text because they do not; `after` is the
    blank or the line breaks that follow.
    """

    text: str
    states: bool
    cited: tuple[Citation, ...] = ()
    struck: tuple[Citation, ...] = ()
    after: str = " "

    def __str__(self) -> str:
        return " ".join([self.text, *map(str, self.cited)])


@dataclass(frozen=True, slots=True)
class Sending:
    """What leaves this process for one request to a model: to whom, the text word for word, and what it may cost.

    `masked` counts secrets that were replaced in the text; `cost` is in the unit of the prices that were set, None without.
    """

    host: str
    model: str
    system: str
    prompt: str
    tokens: int
    masked: int
    cost: float | None

    @property
    def sentence(self) -> str:
        """To whom how much is sent, and what that may cost."""
        cost = f", at most {self.cost:.4f} by your prices" if self.cost is not None else ""
        masked = f" {self.masked} secrets are masked." if self.masked else ""
        return f"{self.tokens:,} tokens go to {self.model} at {self.host}{cost}.{masked}"


@dataclass(frozen=True, slots=True)
class Round:
    """One request to the model: what it searched for first (empty: the question), what was sent, and why it ended."""

    searched: str
    sources: int
    sending: Sending | None
    ended: str


@dataclass(frozen=True, slots=True)
class Answer(Shown):
    """An answer in words, with what supports each sentence; `verdict` says what it is worth as a whole."""

    question: str
    verdict: str
    sentences: tuple[Sentence, ...]
    sources: tuple[NumberedSource, ...]
    rounds: tuple[Round, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    @property
    def text(self) -> str:
        """The sentences with the citations that hold."""
        return "".join(f"{sentence}{sentence.after}" for sentence in self.sentences).strip()

    @property
    def struck(self) -> tuple[Citation, ...]:
        """The citations that were taken out."""
        return tuple(citation for sentence in self.sentences for citation in sentence.struck)

    @property
    def uncited(self) -> int:
        """How many sentences state something without a citation that holds."""
        return sum(sentence.states and not sentence.cited for sentence in self.sentences)

    @property
    def sentence(self) -> str:
        """What the answer is worth, in words."""
        if self.verdict == EXTRACTIVE:
            return "Answered from the index, without a language model."
        stated = sum(sentence.states for sentence in self.sentences)
        struck = f" {len(self.struck)} citations removed: not in the context." if self.struck else ""
        return f"{self.verdict.capitalize()}: {stated - self.uncited} of {stated} statements cited.{struck}"

    def __str__(self) -> str:
        return f"{self.text}\n\n{self.sentence}"
