"""An answer without a model: the best places in order, each in a sentence from its docstring or signature, and cited."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from core.model import CodeUnit, split_key
from core.model.answer import Citation, NumberedSource, Sentence

_FIRST = re.compile(r"(.+?[.!?])(?:\s|$)", re.DOTALL)
_MOST = 10
_LONGEST = 200  # characters of a sentence


def extracted(sources: Sequence[NumberedSource], units: Callable[[Sequence[str]], Sequence[CodeUnit]]) -> tuple[Sentence, ...]:
    """Return one line per place, best first, with what is said there of it and the lines to read."""
    chosen = sources[:_MOST]
    told = {unit.key: unit for unit in units([source.unit_key for source in chosen])}
    return tuple(_sentence(source, told.get(source.unit_key)) for source in chosen)


def _sentence(source: NumberedSource, unit: CodeUnit | None) -> Sentence:
    first, last = source.ranges[0]
    type_, identifier = split_key(source.unit_key)
    text = f"- {type_} {identifier} ({source.file_path}:{first}): {_says(unit)}".rstrip(" :")
    return Sentence(text, True, (Citation(source.label, first, last),), after="\n")


def _says(unit: CodeUnit | None) -> str:
    """Return the first sentence of the docstring, else the signature."""
    if unit is None:
        return ""
    words = " ".join(unit.docstring.split())
    first = _FIRST.match(words)
    return (first[1] if first else words or unit.signature)[:_LONGEST]
