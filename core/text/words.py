"""The words of names, code and questions: one tokenizer for index, search and rank, so that all of them agree.

An identifier counts as a whole and by its parts (`assignable_users` → `assignable_users`, `assignabl`, `user`), in lower
case, without English stop words, without inflection. Measured on docstring → function questions over five corpora,
splitting was the largest single gain in lexical search, larger than any choice of scoring.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_IDENTIFIER = re.compile(r"\w+")
_ASCII_IDENTIFIER = re.compile(_IDENTIFIER.pattern, re.ASCII)  # the same for nearly every text, and a third faster
_ASCII_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_OTHER_PARTS = re.compile(r"\d+|[^\W\d_]+")
_LONGEST = 64  # longer runs are keys, digests and encoded data: nobody asks for them by word

_STOPPED = """
a about above again against all also although am an and another any anybody anyone anything are aren as at be became because
been being below between both but by came can cannot come could couldn did didn do does doesn doing don during each either ever
every everybody few for from further gets give given gives got had hadn has hasn have haven having he her here hers herself him
himself his how however i if in instead into is isn it its itself just let ll like made make makes many may me might mine
more most much must my myself need needs neither no nobody nor not now of often on one only onto or other others our ours
ourselves out own per please quite rather same say see seem shall she should shouldn so some somebody somehow someone
something somewhere still such take than that the their theirs them themselves then there therefore these they thing things this
those though through thus to together too toward until upon us use used uses using ve very via want was wasn way we well
went were weren what whatever when where whether which while who whole whom whose why will with within without won would
wouldn you your yours yourself
"""
STOP_WORDS = frozenset(_STOPPED.split())
"""English words that say nothing about code. Words that mean something in it (`self`, `new`, `before`, `go`) are not among
them; what an apostrophe leaves of a negation (`don`, `isn`) is."""


def split_identifier(name: str) -> list[str]:
    """Return the parts of a name in lower case and in order: `HTTPServer_v2Handler` → `http server v 2 handler`.

    Capitals divide plain ASCII names only; others are divided at underscores and digits.
    """
    pattern = _ASCII_PARTS if name.isascii() else _OTHER_PARTS
    return [part.lower() for part in pattern.findall(name)]


@lru_cache(maxsize=65_536)  # identifiers and questions share a few thousand parts
def stem(word: str) -> str:
    """Return the lower-case word without its inflection, so that `creates`, `created`, `creating` and `create` are one.

    These are steps 1a, 1b and 5 of M. F. Porter, "An algorithm for suffix stripping", Program 14 (3), 1980, without the
    repair of a lost final `e`, which is dropped everywhere instead. The stem need not be a word. What only shares a root
    (`creation`, `creator`) stays apart. Words of up to two letters and words that are not plain ASCII letters are
    returned as they are.
    """
    if len(word) <= 2 or not (word.isascii() and word.isalpha()):
        return word
    return _ending(_past(_singular(word)))


def _singular(word: str) -> str:
    if word.endswith(("sses", "ies")) and len(word) > 4:
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _past(word: str) -> str:
    for ending in ("ed", "ing"):
        rest = word[: -len(ending)]
        if word.endswith(ending) and not word.endswith("eed") and len(rest) >= 2 and _has_vowel(rest):
            return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "aeious" else rest
    return word


def _ending(word: str) -> str:
    if len(word) > 3 and word.endswith(("e", "ll")):
        return word[:-1]
    if len(word) > 2 and word.endswith("y") and _has_vowel(word[:-1]):
        return word[:-1] + "i"
    return word


def _has_vowel(text: str) -> bool:
    return any(letter in "aeiouy" for letter in text)


class _Memory(dict[str, tuple[str, ...]]):
    """The words of each identifier met so far: code repeats a few thousand names millions of times."""

    _LIMIT = 300_000  # about 100 MB; beyond that the memory starts anew

    def __missing__(self, identifier: str) -> tuple[str, ...]:
        if len(self) >= self._LIMIT:
            self.clear()
        self[identifier] = found = tuple(_words_of(identifier))
        return found


def _words_of(identifier: str) -> Iterator[str]:
    if len(identifier) > _LONGEST:
        return
    parts = split_identifier(identifier)
    if len(parts) > 1:
        yield identifier.strip("_").lower()
    for part in parts:
        if part not in STOP_WORDS and (len(part) > 1 or not part.isascii()):
            yield stem(part)


_memory = _Memory()


def tokenize(text: str) -> list[str]:
    """Return the words of a text in order, with repetitions: of each identifier the whole, then its parts, stemmed."""
    found: list[str] = []
    pattern = _ASCII_IDENTIFIER if text.isascii() else _IDENTIFIER
    for words in map(_memory.__getitem__, pattern.findall(text)):
        found += words
    return found


def words_of(text: str) -> set[str]:
    """Return the different words of a text, as `tokenize` gives them."""
    return set().union(*map(_memory.__getitem__, set(_IDENTIFIER.findall(text))))


_UNSEEN = re.compile(r"<!--[\s\S]*?-->|^\.\.(?:[ \t].*)?$(?:\n[ \t]+\S.*)*", re.MULTILINE)


def shown_text(text: str) -> str:
    """Return a document without comments, which no reader sees: those of HTML and `..` of reStructuredText."""
    return _UNSEEN.sub("", text)
