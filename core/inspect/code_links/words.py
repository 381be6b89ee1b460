"""The names that stand on a line of code, and what they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pygments.token import Comment, Keyword, Name, String

from core.text.lexing import Piece

_NAME = re.compile(r"[^\W\d]\w*")
_RUBY_NAME = re.compile(r"[^\W\d]\w*(?:[?!](?!=))?")
_RUBY = frozenset({"ruby", "erb", "haml", "slim", "rake", "gemfile"})
_MARKED = frozenset({"haml", "slim"})  # `%span.name#id`: names of elements and styles, not of code
_MARKS = (Name.Tag, Name.Class, Name.Function)
_PATH = re.compile(r"[\w@~.#/-]*[/.#][\w@~.#/-]*\w")


@dataclass(frozen=True, slots=True)
class Word:
    """A name on a line: its columns, its text and where it stands.

    `kind` is `name`, `symbol`, `string`, `keyword` or `comment`; `called` tells that it stands as a method does, behind a
    dot or before a bracket; a `label` names an argument or a key.
    """

    start: int
    end: int
    text: str
    kind: str
    called: bool = False
    label: bool = False


def words_of(pieces: Sequence[Piece], language: str) -> list[Word]:
    """Return the names on a line in their order, and the paths that its strings hold."""
    text = "".join(value for _, value in pieces)
    pattern = _RUBY_NAME if language in _RUBY else _NAME
    found: list[Word] = []
    for start, end, kind in _runs(pieces, marks=language in _MARKED):
        if kind == "mark":
            continue
        if kind == "string":
            found += (Word(start + one.start(), start + one.end(), one[0], kind) for one in _PATH.finditer(text[start:end]))
        for one in pattern.finditer(text, start, end):
            found.append(_word(text, one.start(), one.end(), kind))
    return found


def _word(text: str, start: int, end: int, kind: str) -> Word:
    before, after = text[:start].rstrip(), text[end : end + 2]
    behind_dot = before.endswith((".", "->")) or (before.endswith("::") and text[start].islower())
    label = after[:1] == ":" and after != "::" and not behind_dot
    return Word(start, end, text[start:end], kind, behind_dot or after[:1] == "(", label)


def _runs(pieces: Sequence[Piece], *, marks: bool) -> Iterator[tuple[int, int, str]]:
    """Yield where pieces of one kind begin and end: neighbours of a kind are one, as lexers divide names and strings."""
    at, begun, last = 0, 0, ""
    for type_, value in pieces:
        kind = "mark" if marks and type_ in _MARKS else _kind(type_)
        if kind != last:
            if at > begun:
                yield begun, at, last
            begun, last = at, kind
        at += len(value)
    if at > begun:
        yield begun, at, last


def _kind(type_: object) -> str:
    if type_ in String.Symbol:
        return "symbol"
    if type_ in String and type_ not in String.Doc:
        return "string"
    if type_ in Comment or type_ in String.Doc:
        return "comment"
    if type_ in Keyword and type_ not in Keyword.Pseudo:
        return "keyword"
    return "name" if type_ in Name else "other"
