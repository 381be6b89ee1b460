"""What the embedder reads of a unit: its place and name in words first, then what was written about it, then the code.

The default model reads 128 word pieces, so what counts stands first. A header of path and name in words before raw code did
better than raw code alone and than code with every identifier split, measured on docstring → function questions.
"""

from __future__ import annotations

from functools import lru_cache

from core.model import CodeUnit
from core.text.words import split_identifier

_DOC_CHARACTERS = 400  # about 90 word pieces; beyond that the code would not be read at all
_DOC_SHARE = 240  # for units with code, which should be read too


def header(unit: CodeUnit) -> str:
    """Return the type and identifier, then the words of its path and name, each once."""
    words = [*_words_of_path(unit.file_path), *split_identifier(unit.identifier)]
    kind = unit.type.replace("_", " ")
    return f"{kind} {unit.identifier}\n{' '.join(dict.fromkeys(words))}"


def unit_text(unit: CodeUnit, code: str, part: str = "") -> str:
    """Return the text of a unit or of one part of it: header, docstring (of the first part only), code."""
    pieces = [header(unit)]
    if part:
        pieces.append(part.replace("_", " "))
    elif unit.docstring:
        pieces.append(_shortened(unit.docstring, _DOC_SHARE if code else _DOC_CHARACTERS))
    if code:
        pieces.append(code)
    return "\n".join(pieces)


@lru_cache(maxsize=1024)
def _words_of_path(path: str) -> list[str]:
    """Return the words of a path, divided once for all units of the file."""
    return split_identifier(_without_suffix(path))


def _without_suffix(path: str) -> str:
    stem, _, suffix = path.rpartition(".")
    return stem if stem and "/" not in suffix else path


def _shortened(text: str, limit: int) -> str:
    """Return the text in one line, cut at the last word that ends within the limit."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[:limit].rsplit(" ", 1)[0]
