"""The words of a question: what in it is written like code, and what is left to search for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.text.words import STOP_WORDS, tokenize

NAME = "NAME"
"""Stands for whatever looks like code when a question is compared with patterns and exemplars."""

_CODE = re.compile(
    r"""
      `(?P<ticked>[^`]+)`
    | "(?P<quoted>[^"]{2,})"
    | (?<![\w])'(?P<single>[^']{2,})'(?!\w)
    | (?P<route>\b(?:GET|POST|PUT|PATCH|DELETE)\s+/\S*[\w/*}>)] | (?<!\S)/[\w:*{}<>.-]+(?:/[\w:*{}<>.-]+)*/?(?!\S))
    | (?P<hex>\b0[xX][0-9A-Fa-f]+\b)
    | (?P<path>(?<![\w:])(?:[\w.@-]+/)+[\w.@*-]*\w/? | (?<![\w:/])[\w-]+(?:\.[\w-]+)*\.(?:[a-z]{1,5}|[a-z]+\d)(?![\w(]|\.\w))
    | (?P<code>
        [A-Za-z_]\w*(?:(?:::|\#|\.|->)[A-Za-z_]\w*)+[?!]?(?:\(\))?   # qualified
      | [A-Za-z]\w*\(\)                                              # call
      | [a-z]\w*[!](?=\s|$) | [a-z]+_\w+\?(?=\s)                     # bang and predicate
      | [A-Za-z]*_\w+ | _\w+                                         # snake
      | [A-Z][a-z0-9]+[A-Z]\w* | [a-z]+[A-Z]\w+ | [A-Z]{2,}[a-z]\w+  # camel
      )
    | (?P<word>[A-Z][A-Za-z0-9]+)
    """,
    re.VERBOSE,
)
_BARE = re.compile(
    r"^(0[xX][0-9A-Fa-f]+|[A-Za-z_]\w*(?:(?:::|#|\.|->)\w+)*[?!]?(?:\(\))?|[\w-]+(?:\.[\w-]+)*\.[a-z]\w{0,4}|(?:[\w.@-]+/)+[\w.@-]+"
    r"|(?:(?:GET|POST|PUT|PATCH|DELETE)\s+)?/\S+)$"
)
_COMPARED = re.compile(r"\w+ (?:vs\.?|versus|or|and|compared (?:to|with)) (?:[A-Z]\w|`)")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9'’-]*")


@dataclass(frozen=True, slots=True)
class Mention:
    """A part of the question that looks like code: `kind` is code, path, route, hex, quoted or capital."""

    text: str
    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its mentions in order, the text with mentions masked, and its plain words in order, capitals included."""

    text: str
    mentions: tuple[Mention, ...]
    masked: str
    words: tuple[str, ...]
    bare: bool


def is_bare(text: str) -> bool:
    """Tell whether a text is nothing but one name, path, route or code, which is looked up and never sent to anybody."""
    return bool(_BARE.match(" ".join(text.split())))


def read_question(text: str) -> Question:
    """Return the question taken apart; `bare` is true when it is nothing but one name, path, route or code."""
    stripped = " ".join(text.split())
    mentions = tuple(_mentions(stripped))
    spoken = masked(stripped, tuple(mention for mention in mentions if mention.kind != "capital"))
    words = tuple(word.lower() for word in _WORD.findall(spoken) if word != NAME)
    return Question(stripped, mentions, masked(stripped, mentions), words, is_bare(stripped))


def keywords(question: Question, fillers: frozenset[str]) -> tuple[str, ...]:
    """Return the words to search for, stemmed as in the index, without fillers unless nothing else is left."""
    plain = " ".join(word for word in _plain_words(question) if word.lower() not in fillers)
    code = " ".join(mention.text for mention in question.mentions)
    found = tokenize(f"{plain} {code}")
    return tuple(dict.fromkeys(found or tokenize(question.text)))


def _plain_words(question: Question) -> list[str]:
    return [word for word in _WORD.findall(question.masked) if word != NAME]


def _mentions(text: str) -> list[Mention]:
    found = []
    for match in _CODE.finditer(text):
        kind = match.lastgroup or "code"
        value = match.group(kind)
        if kind == "word":
            if value.lower() in STOP_WORDS or _starts_sentence(text, match.start()):
                continue
            kind = "capital"
        elif kind in ("ticked", "quoted", "single"):
            kind = "quoted" if " " in value.strip() else "code"
        found.append(Mention(value.removesuffix("()").strip(), kind, match.start(), match.end()))
    return found


def _starts_sentence(text: str, start: int) -> bool:
    """Tell whether a capital may only be that of a sentence; the first of two names that are compared is a name."""
    before = text[:start].rstrip()
    if _COMPARED.match(text, start):
        return False
    return (not before and " " in text) or before.endswith((".", "?", "!", ":"))


def masked(text: str, mentions: tuple[Mention, ...]) -> str:
    """Return the text with `NAME` for each of the mentions, which must be in order."""
    parts, position = [], 0
    for mention in mentions:
        parts += [text[position : mention.start], NAME]
        position = mention.end
    return "".join([*parts, text[position:]])
