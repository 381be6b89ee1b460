"""Look for words in all texts of an index at once."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from core.inspect.written.forms import ANYWHERE, BESIDE, QUALIFIED, QUOTED, RECORD, WrittenForm, forms_of
from core.languages import LANGUAGES, family_of
from core.model import Span, UnitHead
from core.open_index import Kept, OpenIndex
from core.vocabulary import unit_type

_WORD = re.compile(r"[^\W\d]\w*[?!]?")
_DASHED = re.compile(r"(?<!\w)[^\W\d]\w*(?:-\w+)+")  # from the beginning of a word: long ones are read once
_PROSE = frozenset({"documents", "manifests"})
_NO_NAMES = frozenset({"css"})
_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "json", "graphql"})
_NO_USE = re.compile(
    r"(?:^|/)(?:config/locales|db/(?:schema|structure)[^/]*$|db/\w*schema\.rb$|locales?/.*\.ya?ml$)|\.min\.|\.lock$"
)
_TESTED = re.compile(r"(?:^|/)(?:spec|specs|test|tests|features|cypress|__tests__)/|_(?:spec|test)\.rb$|\.(?:test|spec)\.\w+$")
_COMMENTS = {
    "erb": re.compile(r"\s*(?:<%#|<!--)"), "haml": re.compile(r"\s*(?:-#|/)"), "slim": re.compile(r"\s*/"),
    "yaml": re.compile(r"\s*#"), "html": re.compile(r"\s*<!--"), "vue": re.compile(r"\s*(?://|/?\*|<!--)"),
}  # fmt: skip
_RECORDS = re.compile(
    r"\b(?:form_with|form_for|form_tag|\w*form_for|fields_for|link_to\w*|button_to|redirect_to|url_for|polymorphic_\w+|render\w*|"
    r"partial|collection|turbo_\w+|broadcast\w*|dom_id|resolve|to_partial_path|cache|respond_with|json\.array!|path_for)\b"
)
_INTERPOLATED = re.compile(r"\s*#\{")  # a line of a heredoc, and no comment
_LISTED = re.compile(r"%[wi][\[({<|][^\])}>|]*$|^\s*$")  # in a list of words, or alone on a line of one
_DEFINES = re.compile(
    r"\s*(?:(?:private|protected|public|memoize|helper_method|private_class_method)\s+)?def\s+(?:self\.)?\w+[?!=]?|"
    r"\s*(?:class|module)\s+[\w:]+|\s*scope\s*\(?\s*:\w+"
)


class WrittenLine(NamedTuple):
    """A line that writes a name; `in_tests` says that only tests are read there."""

    path: str
    line: int
    in_tests: bool = False

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


def places_of(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, list[WrittenLine]]:
    """Return by key the lines outside of a unit that may name it, in the order of the files: code before tests.

    Comments, prose, translations, the schema, lines that define a thing of the same name and lines that are known to mean
    another unit are left out.
    """
    wanted = {head.key: forms_of(head) for head in heads}
    found = written_places(index, wanted)
    units = index.catalog.units([head.key for head in heads])
    own = {unit.key: unit.spans or (Span(unit.file_path, unit.start_line, unit.end_line),) for unit in units}
    meant = _meant(index, heads)
    for head in heads:
        key, elsewhere = head.key, meant.get(head.name, {})
        spans = own.get(key, ())
        kept = [
            place for place in found[key]
            if not _inside(place, spans) and elsewhere.get((place.path, place.line), key) == key
        ]  # fmt: skip
        found[key] = sorted(kept, key=lambda place: place.in_tests)
    return found


_MEANING = frozenset({"references", "inherits", "includes"})  # kinds of relations whose line names the unit itself
_capitals: Kept[dict[str, list[int]]] = Kept(partial(defaultdict, list))
"""The places of the units of each name that begins with a capital, once anybody has asked for one."""


def _inside(place: WrittenLine, spans: Sequence[Span]) -> bool:
    return any(span.file_path == place.path and span.start_line <= place.line <= span.end_line for span in spans)


def _meant(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, dict[tuple[str, int], str]]:
    """Return by name the lines that are known to mean one class or module of that name, and which."""
    names = {head.name for head in heads if unit_type(head.type).member != "always" and head.name[:1].isupper()}
    found: dict[str, dict[tuple[str, int], str]] = defaultdict(dict)
    if not names:
        return found
    named = _capitals.of(index)
    if not named:
        for number, head in enumerate(index.heads):
            if head.name[:1].isupper():
                named[head.name].append(number)
    for name in sorted(names):
        for number in named.get(name, ()):
            for link in index.links.into(number):
                if link.certainty == "declared" and link.kind in _MEANING:
                    found[name][link.file_path, link.line] = index.keys[number]
    return found


def written_places(index: OpenIndex, wanted: Mapping[str, Sequence[WrittenForm]]) -> dict[str, list[WrittenLine]]:
    """Return by key the lines of all texts that write one of the forms, in the order of files and lines."""
    by_word: dict[str, list[tuple[str, WrittenForm]]] = defaultdict(list)
    for key, forms in wanted.items():
        for form in forms:
            by_word[form.word].append((key, form))
    found: dict[str, list[WrittenLine]] = {key: [] for key in wanted}
    words = sorted({word.rstrip("?!") for word in by_word})
    few = _written(words) if len(words) <= _FEW else None
    for path, language, text in index.catalog.file_texts(words if few else ()) if words else ():
        prose = family_of(language) in _PROSE and not path.endswith("Gemfile")  # which is Ruby that runs
        if prose or language in _NO_NAMES or _NO_USE.search(path):
            continue
        in_tests = _TESTED.search(path) is not None
        lines = _matching(text, few) if few else _with_any(text, by_word)
        for number, key in _named_in(lines, language, by_word):
            found[key].append(WrittenLine(path, number, in_tests))
    return found


_FEW = 12  # words that the catalog looks for by itself before a text is handed over


def _written(words: Collection[str]) -> re.Pattern[str]:
    """Return what every line matches that writes one of the words, which markup may write with dashes."""
    either = sorted({*words, *(word.replace("_", "-") for word in words)}, key=lambda word: (-len(word), word))
    return re.compile(rf"(?:{'|'.join(map(re.escape, either))})(?!\w)")


def _words(text: str) -> list[str]:
    words: list[str] = _WORD.findall(text)
    return words if "-" not in text else [*words, *(dashed.replace("-", "_") for dashed in _DASHED.findall(text))]


def _with_any(text: str, wanted: Mapping[str, object]) -> Iterator[tuple[int, str]]:
    """Yield the lines in which one of very many words may stand, with their numbers, from 1.

    The words of the whole text are compared at once; then only those that are wanted are looked for, line by line.
    """
    written, lines = wanted.keys() & _WORD.findall(text), text.split("\n")
    dashes = "\n".join(line for line in lines if "-" in line)
    dashed = {word for word in _DASHED.findall(dashes) if word.replace("-", "_") in wanted}
    if not written and not dashed:
        return
    ends = list(accumulate(len(line) + 1 for line in lines))
    numbers = set()
    for word in (*written, *dashed):
        at = text.find(word)
        while at >= 0:
            numbers.add(number := bisect_right(ends, at))
            at = text.find(word, ends[number])  # once in a line is enough
    yield from ((number + 1, lines[number]) for number in sorted(numbers))


def _named_in(
    lines: Iterable[tuple[int, str]], language: str, by_word: Mapping[str, Sequence[tuple[str, WrittenForm]]]
) -> Iterator[tuple[int, str]]:
    """Yield the number of each line that is no comment with the keys that it may name, each once."""
    row = LANGUAGES.get(language)
    comment = _COMMENTS.get(language) or (re.compile(rf"\s*(?:{row.comment})") if row is not None and row.comment else None)
    for number, line in lines:
        if by_word.keys().isdisjoint(_words(line)) or (comment and comment.match(line) and not _INTERPOLATED.match(line)):
            continue
        yield from ((number, key) for key in dict.fromkeys(_named(line, language, by_word)))


def _matching(text: str, few: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that match with their numbers, from 1."""
    number, counted, end = 1, 0, -1
    for match in few.finditer(text):
        if match.start() <= end:
            continue  # in the line that was told last
        start = text.rfind("\n", 0, match.start()) + 1
        end = text.find("\n", match.end())
        end = len(text) if end < 0 else end
        number += text.count("\n", counted, start)
        counted = start
        yield number, text[start:end]


def _named(line: str, language: str, by_word: Mapping[str, Sequence[tuple[str, WrittenForm]]]) -> Iterator[str]:
    start = defined.end() if (defined := _DEFINES.match(line)) is not None else 0
    for match in _WORD.finditer(line, start):
        for key, form in by_word.get(match.group(), ()):
            if _counts(form, line, match, language):
                yield key
    if "-" in line:
        for match in _DASHED.finditer(line):
            for key, form in by_word.get(match.group().replace("-", "_"), ()):
                if "_" in form.word and form.where == ANYWHERE:
                    yield key


def _counts(form: WrittenForm, line: str, match: re.Match[str], language: str) -> bool:
    ruby = family_of(language) == "ruby"
    if form.where == ANYWHERE and not (language in _SCRIPTS or (not ruby and form.word.islower() and "_" not in form.word)):
        return True  # else it may be a word of English, in a text that is no Ruby, and has to be quoted
    if form.where == QUALIFIED:
        qualified = re.search(r"(\w+)::$", line[: match.start()])
        return qualified is None or not form.beside or qualified.group(1) == form.beside or not qualified.group(1)[:1].isupper()
    before, after = line[max(0, match.start() - 1) : match.start()], line[match.end() : match.end() + 1]
    quoted = (before != "" and before in ":\"'`/.#%@_") or (after != "" and after in ":\"'`/")
    if form.where in (ANYWHERE, QUOTED):
        return quoted or (ruby and _LISTED.search(line, 0, match.start()) is not None)
    if form.where == BESIDE:
        return re.search(rf"(?i)(?<![a-z]){re.escape(form.beside)}", line) is not None
    return form.where == RECORD and _RECORDS.search(line) is not None
