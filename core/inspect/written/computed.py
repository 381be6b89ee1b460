"""Names that code computes: strings with holes, from which `send`, `getattr`, `constantize`, `render` or `t` make a name."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.inspect.usage.conventions import conventions_of
from core.inspect.written.lines import WrittenLine
from core.languages import family_of
from core.open_index import OpenIndex, per_index

_STRING = re.compile(r":?\"((?:[^\"\\#]|\\.|#(?!\{)|#\{[^}]*\})*)\"|`((?:[^`\\]|\\.)*)`")
_HOLE = re.compile(r"[#$]\{[^}]*\}")
_NAME_LIKE = re.compile(r"[\w.:/?!=\0-]+")
_LEAST = 3  # letters that are written out: with fewer nearly every name would fit
_NEAR = 4  # lines around a string in which it is told what becomes of it
_MAKES = {
    "call": re.compile(
        r"\b(?:send|public_send|__send__|try!?|method|respond_to\?|instance_method|define_method|delegate|method_defined\?|"
        r"to_sym|callback|alias_method|scope|class_eval|module_eval|instance_eval|reflex|stimulate|data-action|presence_of)\b|"
        r"\[\s*`"
    ),
    "class": re.compile(
        r"\b(?:\w*constantize|const_get|const_defined\?|classify|camelize|camelcase|class_name|lookup_context)\b"
    ),
    "template": re.compile(
        r"(?:\b|_)(?:render\w*|partial\w*|template\w*|layout|action|lookup_context|prefix\w*|path|form)(?:\b|_)"
    ),
    "key": re.compile(
        r"(?:\b|_)(?:t|translate|l|ll|I18n|i18n\w*|scope|key|label\w*|human_\w+|message\w*|text|title|name)\b|\."
    ),
}


class ComputedName(NamedTuple):
    """A string with holes: what stands before the first, after the last, the whole as a pattern, and where it is written."""

    before: str
    after: str
    pattern: re.Pattern[str]
    place: WrittenLine
    makes: frozenset[str]


def computed_names(index: OpenIndex, names: Iterable[str], makes: str = "") -> dict[str, WrittenLine]:
    """Return for each name the first string with holes that may become it, where what stands around it `makes` such a name.

    `makes` is call, class, template or key, empty for anything. A string of which fewer than three letters are written out fits
    nothing here.
    """
    forwards = sorted(set(names))
    backwards = sorted(name[::-1] for name in forwards)
    places: dict[str, WrittenLine] = {}
    for computed in _computed(index):
        if not makes or makes in computed.makes:
            for name in _candidates(computed, forwards, backwards):
                if name not in places and computed.pattern.fullmatch(name):
                    places[name] = computed.place
    return places


def _candidates(one: ComputedName, forwards: Sequence[str], backwards: Sequence[str]) -> Iterator[str]:
    """Yield the names that begin as the string does, or end as it does where nothing is written before its first hole."""
    if one.before:
        yield from _starting(one.before, forwards)
    elif one.after:
        yield from (name[::-1] for name in _starting(one.after[::-1], backwards))
    else:
        yield from forwards


def _starting(start: str, names: Sequence[str]) -> Iterator[str]:
    for place in range(bisect_left(names, start), len(names)):
        if not names[place].startswith(start):
            return
        yield names[place]


_INTERPOLATING = {"ruby": "#{", "javascript": "${"}
_LITERAL = re.compile(r"""(?P<mark>[fF$]?)(?P<quote>["'`])(?P<text>(?:(?!(?P=quote))[^\\\n]|\\.)*)(?P=quote)""")
_ANY_HOLE = re.compile(r"[#$]\{[^}]*\}|\{\$[^}]*\}|\$\w+|%s|%\(\w+\)s|\{[^{}]*\}|\\\([^)]*\)")
_JOINED_AFTER = re.compile(r"\s*(?:\+|\.)\s*(?:[$\w(]|\\)")
_JOINED_BEFORE = re.compile(r"[\w)\]]\s*(?:\+|\.)\s*$")


@per_index
def _computed(index: OpenIndex) -> list[ComputedName]:
    return list(_strings(index))


def _strings(index: OpenIndex) -> Iterator[ComputedName]:
    for path, language, text in index.catalog.file_texts():
        family = family_of(language)
        if (sign := _INTERPOLATING.get(family, "")) and sign in text:
            lines = text.split("\n")
            for number, line in enumerate(lines):
                if sign in line:
                    yield from _of_line(path, number, lines)
        if family != "ruby":
            yield from _near_dispatch(path, family, text)


def _near_dispatch(path: str, family: str, text: str) -> Iterator[ComputedName]:
    """Yield the strings with holes, or joined with something, in and around the lines that call by a computed name."""
    conventions = conventions_of(family)
    if conventions is None or not any(word in text for word in conventions.words):
        return
    lines = text.split("\n")
    near: dict[int, None] = {}
    for pattern in (conventions.own_dispatch, conventions.other_dispatch):
        for match in pattern.finditer(text):
            number = text.count("\n", 0, match.start())
            near |= dict.fromkeys(range(max(0, number - _NEAR), min(len(lines), number + _NEAR + 1)))
    for number in sorted(near):
        line = lines[number]
        for match in _LITERAL.finditer(line):
            holes = _ANY_HOLE.sub("\0", match["text"])
            holes = ("\0" if _JOINED_BEFORE.search(line[: match.start()]) else "") + holes
            holes += "\0" if _JOINED_AFTER.match(line, match.end()) else ""
            yield from _computed_name(holes, path, number, frozenset({"call", "class"}))


def _of_line(path: str, number: int, lines: Sequence[str]) -> Iterator[ComputedName]:
    around = "\n".join(lines[max(0, number - _NEAR) : number + _NEAR + 1])
    for match in _STRING.finditer(lines[number]):
        written = match.group(1) if match.group(1) is not None else match.group(2)
        makes = frozenset(kind for kind, words in _MAKES.items() if words.search(around if kind != "key" else lines[number]))
        yield from _computed_name(_HOLE.sub("\0", written), path, number, makes)


def _computed_name(holes: str, path: str, number: int, makes: frozenset[str]) -> Iterator[ComputedName]:
    if "\0" in holes and _NAME_LIKE.fullmatch(holes) and sum(map(str.isalpha, holes)) >= _LEAST:
        parts = re.split("\0+", holes)
        pattern = re.compile(r"[\w.:/-]*".join(map(re.escape, parts)))
        yield ComputedName(parts[0], parts[-1], pattern, WrittenLine(path, number + 1), makes)
