"""Look for words in all texts of an index at once."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from typing import NamedTuple, TypeVar

from core.inspect.usage.comments import code_of, prose_lines
from core.inspect.usage.conventions import conventions_of, last_part
from core.inspect.usage.inheritance import inheritance_of, owner_of
from core.inspect.written.forms import ANYWHERE, BESIDE, QUALIFIED, QUOTED, RECORD, WrittenForm, forms_of, name_of
from core.languages import CODE_FAMILIES, SAMPLES, family_of
from core.model import CodeUnit, Span, UnitHead, file_key
from core.model.closure import closure
from core.open_index import OpenIndex, per_index
from core.vocabulary import MENTIONS, RUNS, unit_type

_T = TypeVar("_T")
_WORD = re.compile(r"[^\W\d]\w*[?!]?")
_SIGNED = frozenset({"ruby", "elixir"})  # whose names may end with a sign; elsewhere it is an operator: `close?.()`
_DASHED = re.compile(r"(?<!\w)[^\W\d]\w*(?:-\w+)+")  # from the beginning of a word: long ones are read once
_JOINED = re.compile(r"(?<=[\"'`])[^\W\d]\w*(?:[-.:/]\w+)+(?=[\"'`])")  # a name in another spelling, as events and actions have
_UNDERSCORED = str.maketrans("-.:/", "____")
_PROSE = frozenset({"documents"})
_NO_NAMES = frozenset({"css"})
_QUALIFIED = re.compile(r"(\w+)(?:::|\.|#|->)$")
_CHANGES = re.compile(r"(?i)(?:^|/)(?:change[-_]?logs?|changes|history|news|releases?(?:[-_]notes)?)\b")
_NO_USE = re.compile(
    r"(?:^|/)(?:config/locales|db/(?:schema|structure)[^/]*$|db/\w*schema\.rb$|locales?/.*\.ya?ml$)|\.min\.|\.lock$"
)
_TESTED = re.compile(r"(?:^|/)(?:spec|specs|test|tests|cypress|__tests__)/")  # of texts whose language has no tests of its own
_RECORDS = re.compile(
    r"\b(?:form_with|form_for|form_tag|\w*form_for|fields_for|link_to\w*|button_to|redirect_to|url_for|polymorphic_\w+|render\w*|"
    r"partial|collection|turbo_\w+|broadcast\w*|dom_id|resolve|to_partial_path|cache|respond_with|json\.array!|path_for)\b"
)
_LISTED = re.compile(r"%[wi][\[({<|][^\])}>|]*$|^\s*$")  # in a list of words, or alone on a line of one
_DEFINES = re.compile(
    r"\s*(?:(?:private|protected|public|memoize|helper_method|private_class_method|export|default|pub(?:\([^)]*\))?|static|async|"
    r"abstract|final|internal|override|open|suspend)\s+)*(?:def|defp|function\*?|fn|func|fun)\s+(?:self\.)?\w+[?!=]?|"
    r"\s*(?:(?:export|default|public|pub|abstract|final|sealed|static|internal)\s+)*(?:class|module|interface|struct|enum|trait)\s+[\w:]+|"
    r"\s*scope\s*\(?\s*:\w+"
)
_CALLED = re.compile(r"\s*\(")
_IN_STRING = re.compile(
    r"""(?:[^"'`]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`)*(?:"(?:\\.|[^"\\])*|'(?:\\.|[^'\\])*|`[^`]*)\Z"""
)
_HOLE = re.compile(r"[#$]\{[^}]*$")
_QUOTES = ('"', "'", "`", ":")


class WrittenLine(NamedTuple):
    """A line that writes a name; `in_tests` says that only tests are read there."""

    path: str
    line: int
    in_tests: bool = False

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


def places_of(
    index: OpenIndex, heads: Sequence[UnitHead], most: int = 0, *, loose: bool = True
) -> dict[str, list[WrittenLine]]:
    """Return by key the lines outside of a unit that may name it, in the order of the files: code before tests.

    With `most` no more than so many are looked for, of each unit; without `loose` only lines that write its very name.

    Comments, prose, translations, the schema, lines that define a thing of the same name, lines that are known to mean
    another unit and, of what only its own file or folder can name, lines elsewhere are left out.
    """
    wanted = {head.key: [form for form in forms_of(head) if loose or not form.loose] for head in heads}
    found = written_places(index, wanted)
    units = index.catalog.units([head.key for head in heads])
    own = {unit.key: _own(unit) for unit in units}
    index.texts.read([*(head.file_path for head in heads), *(place.path for places in found.values() for place in places)])
    namesakes = Namesakes(index, heads)
    for head in heads:
        nameable = _nameable(index, head)
        places = (
            place
            for place in sorted(found[head.key], key=lambda place: place.in_tests)
            if not _inside(place, own.get(head.key, ()))
            and (nameable is None or place.path in nameable)
            and not namesakes.explains(head, place)
        )
        found[head.key] = list(islice(places, most or None))
    return found


class Mentions(NamedTuple):
    """The lines that name a unit without running: of `documents`, where they show it as code, and of `comments`."""

    documents: tuple[WrittenLine, ...]
    comments: tuple[WrittenLine, ...]


def mentions_of(index: OpenIndex, heads: Sequence[UnitHead]) -> dict[str, Mentions]:
    """Return by key the documents that show a unit as code, and the comments outside of it that name it.

    A list of changes shows nobody how to call anything. A name that several units have may mean another one.
    """
    wanted = {head.key: name_of(head) for head in heads}
    by_word: dict[str, list[str]] = defaultdict(list)
    for key, name in wanted.items():
        by_word[name].append(key)
    classes = {head.key: _class_among_namesakes(index, head) for head in heads}
    documents: dict[str, list[WrittenLine]] = defaultdict(list)
    comments: dict[str, list[WrittenLine]] = defaultdict(list)
    for path, language, text in index.catalog.file_texts():
        shown = family_of(language) in _PROSE
        if (shown and (_CHANGES.search(path) or path.startswith("."))) or language in _NO_NAMES:
            continue
        prose = () if shown else prose_lines(text, language)
        in_tests = is_tested(index, path)
        for number, line in _with_any(text, by_word):
            said = line if shown or number in prose else line[len(code_of(line, language)) :]
            for match in _WORD.finditer(said):
                for key in _meant(match.group(), language, by_word):
                    if not shown:
                        comments[key].append(WrittenLine(path, number, in_tests))
                    elif _shows_code(said, match, classes[key]):
                        documents[key].append(WrittenLine(path, number))
    units = index.catalog.units(list(wanted))
    own = {unit.key: _own(unit) for unit in units}
    return {
        key: Mentions(
            tuple(dict.fromkeys(documents[key])),
            tuple(dict.fromkeys(one for one in comments[key] if not _inside(one, own[key]))),
        )
        for key in wanted
    }


def _class_among_namesakes(index: OpenIndex, head: UnitHead) -> str:
    """Return the class of a unit whose name others of its languages have, too; empty where its name alone tells."""
    family = family_of(head.language)
    named = [one for one in index.names.named(head.name) if family_of(index.heads[one].language) == family]
    owner = owner_of(index, head)
    return (index.heads[owner].name if owner >= 0 else head.name) if len(named) > 1 else ""


def _shows_code(line: str, match: re.Match[str], class_: str) -> bool:
    """Tell whether a word of a document is called or qualified there: `ThemeService::add`, `theme.add`, `add(`.

    With `class_` only what begins as the name of that class qualifies it.
    """
    qualified = _QUALIFIED.search(line[: match.start()])
    if class_:
        return qualified is not None and class_.lower().startswith(qualified[1].lower())
    return qualified is not None or line.startswith("(", match.end())


_EXPORTED = re.compile(
    r"^[ \t]*(?:export\s*(?:\{|default\b)|module\.exports\b|exports\.)|\bwindow\.|\bglobalThis\.", re.MULTILINE
)
_MODULE = re.compile(r"^[ \t]*(?:import|export)\b|\brequire\s*\(", re.MULTILINE)


def _nameable(index: OpenIndex, head: UnitHead) -> Collection[str] | None:
    """Return the files that can name a unit that is private to its file, class or package; None for all."""
    family = family_of(head.language)
    conventions = conventions_of(family)
    if conventions is None or conventions.within is None or conventions.within.search(head.signature) is None:
        return None
    if conventions.folder:
        folder = head.file_path.rpartition("/")[0]
        files = (one for one in index.heads if one.type == "file")
        return {one.file_path for one in files if _folder(one) == folder or family_of(one.language) != family}
    parent = index.by_key.get(head.parent)
    if parent is not None and parent.type == "trait":
        return None  # whose private members are those of the classes that use it
    if family == "javascript" and (parent is None or parent.type == "file"):
        exported = _exported(index, head.file_path)
        return None if exported is None or head.name in exported else {head.file_path}
    if family == "javascript":
        return {head.file_path} if "private" in head.signature or head.name.startswith("#") else None
    owners = index.catalog.units([head.parent]) if parent is not None else ()
    return {head.file_path, *(span.file_path for owner in owners for span in owner.spans), *_markup_of(index, head.file_path)}


def _markup_of(index: OpenIndex, path: str) -> Iterator[str]:
    """Yield the files whose code stands beside them: `Map.xaml` of `Map.xaml.cs`, as they name private members of it."""
    before = path.rpartition(".")[0]
    if file_key(before) in index.by_key:
        yield before


def _folder(file: UnitHead) -> str:
    return file.file_path.rpartition("/")[0]


@per_index
def _exported(index: OpenIndex, path: str) -> Collection[str] | None:
    """Return the names that a script exports; None for one that is no module, whose names are global."""
    text = "\n".join(index.texts.lines(path))
    return None if _MODULE.search(text) is None else frozenset(_exported_words(text))


def _exported_words(text: str) -> Iterator[str]:
    """Yield the words of what is exported: of the rest of the line, or to the closing brace where a list begins."""
    for match in _EXPORTED.finditer(text):
        end = text.find("}" if match.group().rstrip().endswith("{") else "\n", match.end())
        yield from re.findall(r"[\w$]+", text[match.start() : end if end >= 0 else len(text)])


def _own(unit: CodeUnit) -> tuple[Span, ...]:
    """Return the places whose lines name the unit without using it; an overload may call another, so overloads have none."""
    if unit.type in RUNS and len(unit.spans) > 1:
        return ()
    return unit.places


def _inside(place: WrittenLine, spans: Sequence[Span]) -> bool:
    return any(span.file_path == place.path and span.start_line <= place.line <= span.end_line for span in spans)


_LATE = 20  # lines behind the start of a unit, after its decorators, in which its name is written


class Namesakes:
    """Tells of lines that write the name of a unit whether they are known to mean something else."""

    def __init__(self, index: OpenIndex, heads: Sequence[UnitHead]) -> None:
        self._index = index
        self._inheritance = inheritance_of(index)
        self._defined = self._definitions({head.name for head in heads})
        self._meant: dict[str, Counter[tuple[str, int]]] = {}
        self._guessed: dict[str, set[tuple[int, str]]] = {}

    def explains(self, head: UnitHead, place: WrittenLine) -> bool:
        """Tell whether a line defines another unit of the name, declares a type, or surely means another with each word.

        Methods of one name in a class and its family are one: a call of the one may run the other. In the body of
        another unit of the name a string of it is a label.
        """
        if (place.path, place.line) in self._defined[head.name]:
            return True
        around = self._index.around(place.path, place.line)
        if around is not None and head.type in RUNS and unit_type(around.type).declares:
            return True
        if head.key not in self._meant:
            self._meant[head.key] = self._relations(head)
        meant = self._meant[head.key].get((place.path, place.line), 0)
        line = self._index.texts.line(place.path, place.line)
        if around is not None and around.name == head.name:
            line = _STRINGS.sub("", line)
            if not self._words(head.name, line):
                return True
        return 0 < self._words(head.name, line) <= meant and not self._guesses(head.name, place)

    def _guesses(self, name: str, place: WrittenLine) -> bool:
        """Tell whether a relation of a line leads to a unit of the name only because a variable or the name suggests it."""
        if place.path not in self._guessed:
            relations = self._index.catalog.relations_in(place.path)
            self._guessed[place.path] = {(one.line, one.target) for one in relations if one.is_guessed}
        position = self._index.position
        found = (position.get(target, -1) for line, target in self._guessed[place.path] if line == place.line)
        return any(one >= 0 and self._index.heads[one].name == name for one in found)

    @staticmethod
    def _words(name: str, line: str) -> int:
        return len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w)", line))

    def _definitions(self, names: Collection[str]) -> dict[str, set[tuple[str, int]]]:
        """Return by name the line of each unit of the name, in each of its places, on which its name is written first."""
        found: dict[str, set[tuple[str, int]]] = {name: set() for name in names}
        keys = [self._index.keys[number] for name in sorted(names) for number in self._index.names.named(name)]
        units = self._index.catalog.units(keys)
        places = [(unit.name, span) for unit in units for span in unit.places]
        self._index.texts.read(span.file_path for _, span in places)
        for name, span in places:
            found[name].add((span.file_path, self._first_line(span, name)))
        return found

    def _first_line(self, span: Span, name: str) -> int:
        lines = range(span.start_line, min(span.end_line, span.start_line + _LATE) + 1)
        return next((at for at in lines if self._words(name, self._index.texts.line(span.file_path, at))), 0)

    def _relations(self, head: UnitHead) -> Counter[tuple[str, int]]:
        """Return how many relations of each line lead to other units of the name, outside of the family of a method."""
        index, found = self._index, Counter[tuple[str, int]]()
        number = index.position[head.key]
        owner = owner_of(index, head)
        family = set(self._inheritance.family(owner)) if owner >= 0 else set()
        for base in self._inheritance.base_names(owner) if owner >= 0 else ():  # also where no relation leads to the base
            family.update(index.names.named(last_part(base)))
        for other in index.names.named(head.name):
            if other == number or owner_of(index, index.heads[other]) in family:
                continue
            for link in index.links.into(other):
                if link.kind not in MENTIONS:
                    found[link.file_path, link.line] += 1
        return found


_STRINGS = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`")


def written_places(index: OpenIndex, wanted: Mapping[str, Sequence[WrittenForm]]) -> dict[str, list[WrittenLine]]:
    """Return by key the lines of all texts that write one of the forms, in the order of files and lines."""
    by_word: dict[str, list[tuple[str, WrittenForm]]] = defaultdict(list)
    for key, forms in wanted.items():
        for form in forms:
            by_word[form.word].append((key, form))
    found: dict[str, list[WrittenLine]] = {key: [] for key in wanted}
    words = sorted({word.rstrip("?!") for word in by_word})
    few = _written(words) if len(words) <= _FEW else None
    held = sorted({_held(word) for word in words})
    for path, language, text in index.catalog.file_texts(held if few else ()) if words else ():
        if family_of(language) in _PROSE or language in _NO_NAMES or _NO_USE.search(path):
            continue
        lines = list(_matching(text, few) if few else _with_any(text, by_word))
        if not lines:
            continue
        prose = prose_lines(text, language)
        in_tests = is_tested(index, path)
        for number, key in _named_in(lines, language, by_word, in_comments=path.endswith(SAMPLES)):
            if number not in prose:
                found[key].append(WrittenLine(path, number, in_tests))
    return found


_FEW = 12  # words that the catalog looks for by itself before a text is handed over


def is_tested(index: OpenIndex, path: str) -> bool:
    """Tell whether only tests are in a file: a folder may be called `test` whose files the application imports."""
    file = index.by_key.get(file_key(path))
    if file is not None and (file.is_test or family_of(file.language) in CODE_FAMILIES):
        return file.is_test and path not in _imported(index)
    return _TESTED.search(path) is not None


@per_index
def _imported(index: OpenIndex) -> frozenset[str]:
    """Return the paths of all files that lie among tests and that code outside of tests imports, one through the other."""
    imported: dict[str, set[str]] = defaultdict(set)  # by the file among tests that imports, empty for any other
    for number, head in enumerate(index.heads):
        for link in index.links.into(number) if head.is_test else ():
            if link.kind == "imports":
                importer = index.heads[link.other]
                imported[importer.file_path if importer.is_test else ""].add(head.file_path)
    return frozenset(closure([""], lambda path: imported[path])) - {""}


def _written(words: Collection[str]) -> re.Pattern[str]:
    """Return what every line matches that writes one of the words, also as `order-paid`, `order.paid` and the like."""
    either = sorted(words, key=lambda word: (-len(word), word))
    spelled = (re.escape(word).replace("_", "[-_.:/]") if "_" in word.strip("_") else re.escape(word) for word in either)
    return re.compile(rf"(?:{'|'.join(spelled)})(?!\w)")


def _held(word: str) -> str:
    """Return what every spelling of a word has, for the catalog to look for: its longest part."""
    return max(word.split("_"), key=len) if "_" in word.strip("_") else word


def _words(text: str) -> set[str]:
    """Return the words of a text, those with a sign also without it."""
    words = set(_WORD.findall(text))
    return words | {word[:-1] for word in words if word.endswith(("?", "!"))}


def _meant(word: str, language: str, by_word: Mapping[str, Sequence[_T]]) -> Iterator[_T]:
    """Yield what is looked for under a word of a line, and without its sign where that is no part of a name."""
    yield from by_word.get(word, ())
    if word.endswith(("?", "!")) and family_of(language) not in _SIGNED:
        yield from by_word.get(word[:-1], ())


def _respelled(text: str) -> list[str]:
    """Return the names that are written with dashes, or in quotes with dots and the like, with underscores instead."""
    dashed = _DASHED.findall(text) if "-" in text else []
    return [word.translate(_UNDERSCORED) for word in (*dashed, *_JOINED.findall(text))]


def _with_any(text: str, wanted: Mapping[str, object]) -> Iterator[tuple[int, str]]:
    """Yield the lines in which one of very many words may stand, with their numbers, from 1.

    The words of the whole text are compared at once; then only those that are wanted are looked for, line by line.
    """
    written, lines = wanted.keys() & _words(text), text.split("\n")
    dashes = "\n".join(line for line in lines if "-" in line)
    respelled = {word for word in (*_DASHED.findall(dashes), *_JOINED.findall(text)) if word.translate(_UNDERSCORED) in wanted}
    if not written and not respelled:
        return
    ends = list(accumulate(len(line) + 1 for line in lines))
    numbers = set()
    for word in (*written, *respelled):
        at = text.find(word)
        while at >= 0:
            numbers.add(number := bisect_right(ends, at))
            at = text.find(word, ends[number])  # once in a line is enough
    yield from ((number + 1, lines[number]) for number in sorted(numbers))


def _named_in(
    lines: Iterable[tuple[int, str]],
    language: str,
    by_word: Mapping[str, Sequence[tuple[str, WrittenForm]]],
    *,
    in_comments: bool,
) -> Iterator[tuple[int, str]]:
    """Yield the number of each line that is no comment with the keys that it may name, each once."""
    for number, line in lines:
        code = line if in_comments else code_of(line, language)
        if by_word.keys().isdisjoint(_words(code)) and by_word.keys().isdisjoint(_respelled(code)):
            continue
        yield from ((number, key) for key in dict.fromkeys(_named(code, language, by_word)))


def _matching(text: str, few: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that match with their numbers, from 1."""
    number, counted, end = 1, 0, -1
    for match in few.finditer(text):
        if match.start() <= end:
            continue  # in the line before
        start = text.rfind("\n", 0, match.start()) + 1
        end = text.find("\n", match.end())
        end = len(text) if end < 0 else end
        number += text.count("\n", counted, start)
        counted = start
        yield number, text[start:end]


def _named(line: str, language: str, by_word: Mapping[str, Sequence[tuple[str, WrittenForm]]]) -> Iterator[str]:
    start = defined.end() if (defined := _DEFINES.match(line)) is not None else 0
    for match in _WORD.finditer(line, start):
        for key, form in _meant(match.group(), language, by_word):
            if _counts(form, line, match, language):
                yield key
    for word in _respelled(line):
        for key, form in by_word.get(word, ()):
            if "_" in form.word and form.where in (ANYWHERE, QUOTED):
                yield key


def _counts(form: WrittenForm, line: str, match: re.Match[str], language: str) -> bool:
    """Tell whether a word of a line may be the name: in a text of another language an ordinary word has to look like one."""
    same_family = form.family != "" and family_of(language) == form.family
    if form.where == ANYWHERE and same_family:
        return True
    if form.where == QUALIFIED:
        qualified = re.search(r"(\w+)::$", line[: match.start()])
        return qualified is None or not form.beside or qualified.group(1) == form.beside or not qualified.group(1)[:1].isupper()
    if form.where == BESIDE:
        return re.search(rf"(?i)(?<![a-z]){re.escape(form.beside)}", line) is not None
    if form.where == RECORD:
        return _RECORDS.search(line) is not None
    if (
        form.where == ANYWHERE
        and family_of(language) not in CODE_FAMILIES
        and not (form.word.islower() and "_" not in form.word)
    ):
        return True
    return _looks_named(line, match, language, form.family)


def in_string(line: str, match: re.Match[str], family: str) -> bool:
    """Tell whether a word of a line is in a string, or a symbol or key of Ruby; what a string computes is not."""
    before, after = line[: match.start()], line[match.end() :]
    if family == "ruby" and (re.search(r"(?<!:):$", before) or re.match(r":(?!:)", after)):
        return True
    return _IN_STRING.fullmatch(before) is not None and _HOLE.search(before) is None


def _looks_named(line: str, match: re.Match[str], language: str, family: str) -> bool:
    """Tell whether a word is quoted, a symbol or a key, qualified by what comes before it, or called."""
    before, after = line[max(0, match.start() - 1) : match.start()], line[match.end() : match.end() + 1]
    if family_of(language) in CODE_FAMILIES and family_of(language) != family:
        # What is not quoted is code of another language; a string may be a script that calls it.
        is_called = _CALLED.match(line, match.end()) is not None and _IN_STRING.match(line[: match.start()]) is not None
        return before in _QUOTES or before == "#" or after in _QUOTES or is_called
    if family_of(language) == "manifests":
        return before in (".", ":", "/", "#")  # what is only quoted there is the name of a package or a command
    if (before != "" and before in ":\"'`/.#%@_\\&$") or (after != "" and after in ":\"'`/"):
        return True
    if before == ">" and line[: match.start()].endswith("->"):
        return True
    if language == "yaml" and line[: match.start()].rstrip().endswith((":", "-")):
        return True
    if family_of(language) == "ruby":
        return _LISTED.search(line, 0, match.start()) is not None
    return _CALLED.match(line, match.end()) is not None
