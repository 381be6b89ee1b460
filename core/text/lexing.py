"""Code as the tokens of its language, line by line: what is drawn in colours and searched for names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pygments.lexers import get_lexer_by_name
from pygments.token import Text, _TokenType
from pygments.util import ClassNotFound

Piece = tuple[_TokenType, str]
"""What a token is, and its text on one line."""

_LEXERS = {"erb": "rhtml", "tsx": "tsx", "eruby": "rhtml", "jsx": "jsx", "gemfile": "ruby", "markdown": "markdown"}


@lru_cache(maxsize=32)
def lexed(text: str, language: str) -> tuple[tuple[Piece, ...], ...]:
    """Return the pieces of each line; of a language that Pygments does not know every line is one piece of text."""
    lines: list[list[Piece]] = [[]]
    for kind, value in _tokens(text, language):
        first, *others = value.split("\n")
        if first:
            lines[-1].append((kind, first))
        lines.extend([(kind, part)] if part else [] for part in others)
    if len(lines) > 1 and not lines[-1]:
        lines.pop()  # the end of the last line is not the start of another
    return tuple(map(tuple, lines))


def _tokens(text: str, language: str) -> Iterable[Piece]:
    try:
        lexer = get_lexer_by_name(_LEXERS.get(language, language or "text"), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return [(Text, text.replace("\r\n", "\n"))]
    return ((kind, value) for kind, value in lexer.get_tokens(text))
