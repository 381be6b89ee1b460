"""Find the look-ups that a question asks for, by comparing it with the sentences of `lookups.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from core.text.words import stem

_SLOT = re.compile(r"\{(\w+)(?::(\d)|=(\w+))\}")


class LookUp(NamedTuple):
    """A look-up that a question asks for: its name, which variant, and the words that stand for each slot."""

    name: str
    what: str
    said: Mapping[str, str]


class LookUps(NamedTuple):
    """What `lookups.toml` says: how questions are read, the words and tables of templates, and each template."""

    left_out: frozenset[str]
    read_as: Sequence[tuple[str, str]]
    words: Mapping[str, str]
    tables: Mapping[str, Mapping[str, Sequence[str]]]
    titles: Mapping[str, str]
    rows: Sequence[tuple[str, str, str]]


@cache
def lookup_data() -> LookUps:
    """Return what `lookups.toml` says."""
    data = tomllib.loads(files("core.settings").joinpath("lookups.toml").read_text(encoding="utf-8"))
    reading, words, titles, rows = (data.pop(name) for name in ("reading", "words", "collected", "lookup"))
    said = [(row["name"], row.get("what", ""), text) for row in rows for text in row["say"]]
    return LookUps(frozenset(reading["left_out"].split()), reading["as"], words, data, titles, said)


def lookups_of(text: str) -> Iterator[LookUp]:
    """Yield the look-ups of which a sentence is the question, as a whole, in the order of the file."""
    words = _words(text)
    said = "".join(f"{_stem(word)} " for word in words)
    for name, what, pattern in _patterns():
        if match := pattern.fullmatch(said):
            yield LookUp(name, what, {slot: _spoken(words, match, slot) for slot, found in match.groupdict().items() if found})


def lookup_named(text: str, *names: str) -> LookUp | None:
    """Return the first look-up of one of some names that a question asks for."""
    return next((found for found in lookups_of(text) if found.name in names), None)


def _words(text: str) -> Sequence[str]:
    data, plain = lookup_data(), " ".join(text.split()).rstrip("?.! ")
    for pattern, instead in data.read_as:
        plain = re.sub(pattern, instead, plain, flags=re.IGNORECASE)
    words = (word.strip("`'\",;") for word in plain.split())
    return [word for word in words if word and word.lower() not in data.left_out]


def _stem(word: str) -> str:
    return stem(word.lower())


def _spoken(words: Sequence[str], match: re.Match[str], slot: str) -> str:
    start = match.string.count(" ", 0, match.start(slot))
    return " ".join(words[start : start + match[slot].count(" ")])


@cache
def _patterns() -> Sequence[tuple[str, str, re.Pattern[str]]]:
    data = lookup_data()
    return [(name, what, re.compile("".join(_part(part, data) for part in said.split()))) for name, what, said in data.rows]


def _part(part: str, data: LookUps) -> str:
    """Return the expression for one part of a template; each word ends with a space."""
    optional, choices = part.endswith("?"), []
    for choice in part.removesuffix("?").split("|"):
        slot = _SLOT.fullmatch(choice)
        if slot and slot[2]:
            choices.append(rf"(?P<{slot[1]}>(?:\S+ ){{1,{slot[2]}}}?)")
        elif slot:
            choices.append(f"(?P<{slot[1]}>{_any_of(word for words in data.tables[slot[3]].values() for word in words)})")
        else:
            choices.append(_any_of(data.words[choice[1:-1]].split("|") if choice.startswith("<") else [choice]))
    return f"(?:{'|'.join(choices)}){'?' if optional else ''}"


def _any_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(dict.fromkeys(re.escape(_stem(word)) for word in words))}) "
