"""Answers without a model: the requested steps or users, or the best places, each in a cited sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.model import CodeUnit, split_key
from core.model.answer import Citation, NumberedSource, Sentence
from core.text.markdown import PICTURE

_FIRST = re.compile(r"(.+?[.!?])(?:\s|$)", re.DOTALL)
_MOST, _BESIDE = 10, 3
_LONGEST = 200  # characters of a sentence


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """A line that answers by itself, such as a step of a flow or a line of a user, and where it stands; `unit` may be empty."""

    says: str
    unit: str = ""
    file_path: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class IndexAnswer:
    """Lines that answer by themselves.

    `alone`: the places that were found beside them answer nothing more. `listed`: a short answer needs every line, as of a
    list of users; without it the first line is a summary of the others.
    """

    lines: tuple[AnswerLine, ...] = ()
    alone: bool = False
    listed: bool = False


def extracted(
    sources: Sequence[NumberedSource], units: Callable[[Sequence[str]], Sequence[CodeUnit]], index_answer: IndexAnswer
) -> tuple[tuple[Sentence, ...], tuple[NumberedSource, ...]]:
    """Return one sentence per line, and the sources beyond the given ones that they cite (labels `F1`, `F2` …).

    What is told comes first; then the best places, best first, with what is said there of each and the lines to read.
    """
    cited = [_cited(one, number) for number, one in enumerate(index_answer.lines, 1)]
    chosen = sources[: 0 if index_answer.alone else _BESIDE if index_answer.lines else _MOST]
    known = {unit.key: unit for unit in units([source.unit_key for source in chosen])}
    places = (_sentence(source, known.get(source.unit_key)) for source in chosen)
    beside = (Sentence("Read first:", False, after="\n"),) if index_answer.lines and chosen else ()
    return (*(sentence for sentence, _ in cited), *beside, *places), tuple(one for _, one in cited if one is not None)


def _cited(told: AnswerLine, number: int) -> tuple[Sentence, NumberedSource | None]:
    """Return a line as a sentence; one that stands nowhere states nothing that could be looked up."""
    if not (told.unit and told.line):
        return Sentence(told.says, False, after="\n"), None
    source = NumberedSource(f"F{number}", told.unit, told.file_path, ((told.line, told.line),))
    return Sentence(told.says, True, (Citation(source.label, told.line, told.line),), after="\n"), source


def _sentence(source: NumberedSource, unit: CodeUnit | None) -> Sentence:
    first, last = source.ranges[0]
    type_, identifier = split_key(source.unit_key)
    text = f"- {type_} {identifier} ({source.file_path}:{first}): {_says(unit)}".rstrip(" :")
    return Sentence(text, True, (Citation(source.label, first, last),), after="\n")


def _says(unit: CodeUnit | None) -> str:
    """Return the first sentence of the docstring without its pictures, else the signature."""
    if unit is None:
        return ""
    words = " ".join(PICTURE.sub(" ", unit.docstring).split())
    first = _FIRST.match(words)
    return (first[1] if first else words or unit.signature)[:_LONGEST]
