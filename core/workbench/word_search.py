"""Units by exact words or a regular expression: by name, by association or column, then by text, with the line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from core.errors import SettingsError
from core.languages import CODE_FAMILIES, family_of
from core.model import UnitHead, file_key
from core.model.facts import facts_in
from core.model.run import Filters
from core.model.written import WordSearch, Written
from core.search.search_space import within
from core.text.counts import counted_as
from core.vocabulary import BY_PATH, unit_type

if TYPE_CHECKING:
    from core.text.regular import LinePattern
    from core.workbench.open_bench import OpenBench

_WORD = re.compile(r"\w+")
_ANY = Filters()
_DECLARED = {"association": "associations", "column": "columns"}
"""The fields of a model besides its name and text, by the kind of its facts."""
Lines = list[tuple[int, str]]


class Sought(Protocol):
    """What is looked for in names and texts."""

    @property
    def said(self) -> str:
        """What is looked for, in words."""

    @property
    def surely(self) -> Sequence[str]:
        """Words that every text which has it writes; none where that is not known."""

    def named(self, heads: Sequence[UnitHead]) -> list[UnitHead]:
        """Return the units whose name has it."""

    def lines(self, texts: Sequence[str]) -> Iterator[Lines]:
        """Yield the lines of each text that have it."""


def word_search(bench: OpenBench, words: str, filters: Filters = _ANY, *, regex: bool = False) -> WordSearch:
    """Return the units that write these words next to each other, within the filters.

    Case matters only where the words have a capital. With `regex` the words are a regular expression, in which case matters
    unless it begins with `(?i)`, and which is looked for in each line alone. A line counts for the innermost unit around it,
    for its file where there is none. Raises `SettingsError` for words without a letter or digit, or for such a pattern.
    """
    sought = _pattern(words) if regex else _words(words)
    allowed = [head for head in bench.heads.values() if _allowed(bench, head, filters)]
    by_name = {head.key: _of_head(head, "name") for head in sought.named(allowed)}
    declaring = _declaring(bench, sought, allowed)
    in_text = {one.unit: one for one in _in_texts(bench, sought, filters)}
    by_fact = {key: in_text.get(key) or _of_head(bench.heads[key], fields[0]) for key, fields in declaring.items()}
    found: list[Written] = []
    for group in (by_name, by_fact, in_text):
        known = {one.unit for one in found}
        found += sorted((one for one in group.values() if one.unit not in known), key=partial(_order, bench))
    fields = partial(_fields, bench, sought, by_name, declaring, in_text)
    counts = Counter(one.where for one in found)
    within = ", within these filters" if filters != _ANY else ""
    return WordSearch(
        f"{_sentence(bench, sought.said, counts)}{within}.",
        tuple(replace(one, matched_fields=tuple(fields(one.unit))) for one in found),
        bench.pages,
    )


def _declaring(bench: OpenBench, sought: Sought, heads: Iterable[UnitHead]) -> dict[str, list[str]]:
    """Return the models with an association or a column of which the name has the words, by key with the kinds of these."""
    places = {bench.index.position[head.key]: head.key for head in heads if head.type == "model"}
    found: dict[str, list[str]] = {}
    for place, facts in bench.catalog.facts(sorted(places)).items():
        for field, kind in _DECLARED.items():
            if _one_has(sought, (str(fact["name"]) for fact in facts_in(facts, kind))):
                found.setdefault(places[place], []).append(field)
    return found


def _one_has(sought: Sought, names: Iterable[str]) -> bool:
    return any(sought.lines(["\n".join(names)]))


def _fields(
    bench: OpenBench, sought: Sought, by_name: Container[str], declaring: Mapping[str, Sequence[str]], in_text: Container[str],
    key: str,
) -> Iterator[str]:  # fmt: skip
    """Yield the fields of a unit that have the words."""
    if key in by_name:
        yield "name"
    members = (bench.heads[child] for child in bench.children.get(key, ()))
    if _one_has(sought, (head.name for head in members if unit_type(head.type).member)):
        yield "method"
    yield from declaring.get(key, ())
    if key in in_text:
        yield "text"


@dataclass(frozen=True, slots=True)
class _Words:
    """Words as they are written."""

    wanted: str

    @property
    def said(self) -> str:
        return f"'{self.wanted}'"

    @property
    def surely(self) -> Sequence[str]:
        """Only words with a capital can be left to the catalog."""
        return [] if self.wanted.islower() else [max(_WORD.findall(self.wanted), key=len)]

    def named(self, heads: Sequence[UnitHead]) -> list[UnitHead]:
        return [head for head in heads if self.wanted.lower() in head.identifier.lower()]

    def lines(self, texts: Sequence[str]) -> Iterator[Lines]:
        for text in texts:
            split = enumerate(text.split("\n"), 1) if self._in(text) else ()
            yield [(number, line) for number, line in split if self._in(line)]

    def _in(self, text: str) -> bool:
        return self.wanted in (text.lower() if self.wanted.islower() else text)


@dataclass(frozen=True, slots=True)
class _Expression:
    """A regular expression."""

    wanted: str
    pattern: LinePattern
    surely: Sequence[str] = ()

    @property
    def said(self) -> str:
        return f"The pattern '{self.wanted}'"

    def named(self, heads: Sequence[UnitHead]) -> list[UnitHead]:
        return [head for head, found in zip(heads, self.lines([head.identifier for head in heads]), strict=True) if found]

    def lines(self, texts: Sequence[str]) -> Iterator[Lines]:
        return self.pattern.lines(texts)


def _words(words: str) -> _Words:
    wanted = words.strip()
    if not _WORD.search(wanted):
        raise SettingsError(f"'{words}' has no word to search for. Give a name or words from the code.")
    return _Words(wanted)


def _pattern(pattern: str) -> _Expression:
    from core.text.regular import LinePattern

    return _Expression(pattern, LinePattern(pattern))


def _sentence(bench: OpenBench, said: str, counts: Mapping[str, int]) -> str:
    named, more = counts.get("name", 0), counts.get("text", 0)
    declared = sum(counts.values()) - named - more
    if not counts:
        read = sum(head.type == "file" for head in bench.heads.values())
        return f"{said}: no match in {read:,} files"
    in_text = f"{more} more in the text" if named or declared else f"{counted_as(more, 'unit')} by text"
    in_names = f"{counted_as(named, 'unit')} by name, " if named else ""
    in_facts = f"{counted_as(declared, 'model')} by association or column, " if declared else ""
    return f"{said}: {in_names}{in_facts}{in_text}"


def _allowed(bench: OpenBench, head: UnitHead, filters: Filters) -> bool:
    place = not filters.types and head.type in BY_PATH
    return not place and _within(bench, head, filters)


def _within(bench: OpenBench, head: UnitHead, filters: Filters) -> bool:
    return within(filters, bench.index, head)


def _of_head(head: UnitHead, where: str) -> Written:
    return Written(head.key, where, head.file_path, head.start_line, 1, head.is_test, head.signature)


def _order(bench: OpenBench, one: Written) -> tuple[bool, bool, int, str]:
    """Order code before translations, settings and documents, and these before tests."""
    aside = family_of(bench.heads[one.unit].language) not in CODE_FAMILIES
    return one.is_test, aside, -one.lines if one.where == "text" else len(one.unit), one.unit


def _in_texts(bench: OpenBench, sought: Sought, filters: Filters) -> Iterator[Written]:
    """Yield the units around the lines that have what is sought."""
    texts = [(path, text) for path, _, text in bench.catalog.file_texts(sought.surely)]
    for (path, _), lines in zip(texts, sought.lines([text for _, text in texts]), strict=True):
        yield from _by_unit(bench, path, lines, filters)


def _by_unit(bench: OpenBench, path: str, matches: Iterable[tuple[int, str]], filters: Filters) -> Iterator[Written]:
    heads = [bench.index.heads[number] for number in bench.index.by_file.get(path, ())] if matches else []
    inner = sorted(
        (head for head in heads if _allowed(bench, head, filters)), key=lambda head: (head.end_line - head.start_line, head.key)
    )
    lines: dict[str, Lines] = {}
    whole = bench.heads.get(file_key(path))
    file = whole if whole and _within(bench, whole, filters) else None
    for number, line in matches:
        around = next((head for head in inner if head.start_line <= number <= head.end_line), file)
        if around is not None:
            lines.setdefault(around.key, []).append((number, line))
    for key, of_unit in lines.items():
        first, line = of_unit[0]
        yield Written(key, "text", path, first, len(of_unit), bench.heads[key].is_test, line.strip(), tuple(of_unit))
