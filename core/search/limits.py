"""Limits in the words of a question: "only in jobs", "not the admin ones", "outside lib/", "apart from OrderMailer".

The words of a limit are removed before the search: they name unwanted things, or a filter that is already set. A phrase counts
only if it consists of known words: types, a path, an indexed name, or one word next to a word such as "ones". "not found" and
"without a password" describe the code in question and stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from core.languages import CODE_FAMILIES, LANGUAGES
from core.model.run import Filters
from core.open_index import OpenIndex
from core.search.question import Question
from core.settings.retrieval import Rules, TypeWords
from core.text.words import STOP_WORDS, stem

_FIRMLY = (
    r"(?:\b(?:except(?:ing)?(?: for)?|excluding|other than|apart from|aside from|besides|leav(?:e|ing) out|outside(?: of)?"
    r"|but not|and not)|,\s*not\b)"
)
_LEAVING = rf"(?:{_FIRMLY}|\b(?:without|ignor(?:e|ing)|skip(?:ping)?|not)\b)"
_PLACED = r"(?P<placed>(?:\s+(?:in|from|inside|within|of|for))?(?:\s+(?:the|any|all|those|our))?)"
_END = r"(?=\s*(?:[,.;:?!)]|$|\b(?:that|which|but|how|where|who|what|please)\b))"
_PHRASE = r"\s+(?P<words>[a-z_]+(?:(?:\s*,\s*|\s+)[a-z_]+){0,5}?)"
_NOUN = r"(?:\s+(?:code|files?|units?|ones?))?"
_PATH = r"(?P<path>(?:[\w.-]+/)+[\w.*-]*)"

_WITHOUT_PATH = re.compile(rf"{_LEAVING}{_PLACED}(?:\s+(?:folder|directory|path|file))?\s+{_PATH}", re.I)
_ONLY_PATH = re.compile(
    rf"(?:,\s*)?(?:\b(?:but )?(?:only|just) )?\b(?:in|within|inside|under|below) (?:the )?(?:folder |directory |path )?{_PATH}",
    re.I,
)
_ONLY_FOLDER = re.compile(
    r"(?:,\s*)?\b(?:but )?(?:only|just) (?:in|within|inside|under|below) the (?P<path>[\w-]+) (?:folder|directory)\b", re.I
)
_IN_FOLDER = re.compile(r"\b(?:in|within|inside|under|below|of|from) the (?P<path>[\w-]+) (?:folder|directory)\b", re.I)
_WITHOUT_TYPES = re.compile(rf"{_LEAVING}{_PLACED}{_PHRASE}{_NOUN}{_END}", re.I)
_ONLY_TYPES = re.compile(
    rf"(?:,\s*)?(?<!\bthe )\b(?:but )?(?:only|just|solely|limited to|restricted to){_PLACED}{_PHRASE}{_NOUN}{_END}", re.I
)
_TYPES_ONLY = re.compile(rf"\b(?:in|within|among)(?P<placed>(?:\s+the)?){_PHRASE}\s+only{_END}", re.I)
_PLURAL_ONLY = re.compile(rf"\b(?P<words>[a-z_]+s) only{_END}", re.I)
_WITHOUT_WORD = re.compile(rf"(?P<how>{_LEAVING}){_PLACED}\s+(?P<word>[a-z_]+)\s+(?P<noun>[a-z]+)(?![\w/])", re.I)
_WITHOUT_PLAIN = re.compile(rf"\b(?:excluding|leav(?:e|ing) out)(?:\s+the)?\s+(?P<word>[a-z_]+){_END}", re.I)
_CODE = "|".join(name for name, row in LANGUAGES.items() if row.family in CODE_FAMILIES)
_LANGUAGES = re.compile(rf"\b(?:in|the) ({_CODE}) (?:code|files?|sources?)\b", re.I)
_BEFORE_NAME = re.compile(rf"{_FIRMLY}{_PLACED}\s+(?:(?:class|model|module|file)\s+)?$", re.I)
_LISTED = re.compile(r"\s*(?:,|,?\s*(?:and|or))\s*(?:the )?$", re.I)
_PARTS = frozenset({
    "one", "ones", "part", "parts", "class", "classes", "code", "file", "files", "namespace", "stuff", "area", "areas",
    "folder", "folders", "module", "modules", "section", "side",
})  # fmt: skip
"""Nouns that make the word before them a part of the code: the admin area."""
_STRAY = re.compile(r"[\s,]*\(\s*\)|[\s,]+(?=[,.;:?!])")  # what is left around a limit that was taken out
_MOST_NAMES = 12  # units of one name that are left out: more says little


@dataclass(frozen=True, slots=True)
class Limits:
    """The filters with those in words added, a note for each addition, and the question without the words that said them."""

    filters: Filters
    notes: tuple[str, ...]
    rest: str


@dataclass(frozen=True, slots=True)
class _Limit:
    start: int
    end: int
    change: Filters
    note: str


def limits_of(question: Question, rules: Rules, index: OpenIndex, given: Filters) -> Limits:
    """Return the limits of a question; of two that overlap the one that was looked for first counts."""
    filters, notes, taken = given, [], list[_Limit]()
    for limit in _limits(question, rules, index):
        if any(limit.start < other.end and other.start < limit.end for other in taken):
            continue
        taken.append(limit)
        filters = _joined(filters, limit.change)
        if limit.note:
            notes.append(limit.note)
    return Limits(filters, tuple(notes), _rest(question.text, taken, rules))


def named_folders(text: str) -> tuple[str, ...]:
    """Return the folders that a question names by one word, as where to look first: "in the services folder"."""
    return tuple(dict.fromkeys(match["path"].lower() for match in _IN_FOLDER.finditer(text)))


def _joined(one: Filters, two: Filters) -> Filters:
    return replace(
        one,
        types=(*one.types, *two.types),
        paths=(*one.paths, *two.paths),
        languages=(*one.languages, *two.languages),
        exclude=(*one.exclude, *two.exclude),
        repositories=(*one.repositories, *two.repositories),
    )


def _rest(text: str, taken: list[_Limit], rules: Rules) -> str:
    """Return the text without the limits, or all of it when nothing but fillers would be left."""
    if not taken:
        return text
    left, position = [], 0
    for limit in sorted(taken, key=lambda limit: limit.start):
        left.append(text[position : limit.start])
        position = limit.end
    rest = _STRAY.sub("", " ".join("".join([*left, " ", text[position:]]).split())).strip(" ,;:-")
    words = (word.strip(",.;:?!\"'`").lower() for word in rest.split())
    return rest if any(word and word not in STOP_WORDS and word not in rules.fillers for word in words) else text


def _limits(question: Question, rules: Rules, index: OpenIndex) -> Iterator[_Limit]:
    """Yield every limit that the question may set, paths first, then types, then single words and names."""
    quoted = [(mention.start, mention.end) for mention in question.mentions if mention.kind == "quoted"]
    for limit in (*_paths(question.text), *_of_types(question.text, rules), *_words(question.text, rules)):
        if not any(start < limit.start < end for start, end in quoted):
            yield limit
    yield from _without_names(question, index)
    yield from _members(question, [one.name for one in index.manifest.members])


def _members(question: Question, members: Sequence[str]) -> Iterator[_Limit]:
    """Yield the members of a set in which the question says that it looks: "in billing", "of the web repository"."""
    for name in members:
        said = re.compile(
            rf"\b(?:only )?(?:in|within|inside|of|from) (?:the )?{re.escape(name)}(?: repo(?:sitory)?)?{_END}", re.I
        )
        for match in said.finditer(question.text):
            yield _limit(match, Filters(repositories=(name,)), f"Only in the repository {name}")


def _paths(text: str) -> Iterator[_Limit]:
    for match in _WITHOUT_PATH.finditer(text):
        path = match["path"].rstrip("/").lower()
        globs = (f"*{path}",) if "." in path.rsplit("/", 1)[-1] else (f"{path}/*", f"*/{path}/*")
        yield _limit(match, Filters(exclude=globs), f"Without {match['path']}")
    for match in (*_ONLY_PATH.finditer(text), *_ONLY_FOLDER.finditer(text)):
        yield _limit(match, Filters(paths=(match["path"].rstrip("/") + "/**",)), f"Only in {match['path']}")


def _of_types(text: str, rules: Rules) -> Iterator[_Limit]:
    for match in _WITHOUT_TYPES.finditer(text):
        types = _types(match["words"], rules)
        if types and (match["placed"].strip() or match["words"].endswith("s")):
            exclude = tuple(f"type:{name}" for name in types if name != "test")  # tests are left out already
            yield _limit(match, Filters(exclude=exclude), f"Without {match['words']}" if exclude else "")
    for pattern in (_ONLY_TYPES, _TYPES_ONLY, _PLURAL_ONLY):
        for match in pattern.finditer(text):
            types = _types(match["words"], rules)
            if types:
                yield _limit(match, Filters(types=types), f"Only {match['words']}")


def _words(text: str, rules: Rules) -> Iterator[_Limit]:
    for match in _WITHOUT_WORD.finditer(text):
        firm = match["how"].lower() != "not" or match["placed"].strip()
        if firm and (match["noun"].lower() in _PARTS or _types(match["noun"], rules)):
            yield from _without_word(match)
    for match in _WITHOUT_PLAIN.finditer(text):
        yield from _without_word(match)
    for match in _LANGUAGES.finditer(text):
        yield _limit(match, Filters(languages=(match.group(1).lower(),)), f"Only {match.group(1)}")


def _without_word(match: re.Match[str]) -> Iterator[_Limit]:
    word = match["word"].lower()
    if word not in STOP_WORDS:
        yield _limit(match, Filters(exclude=(f"word:{word}",)), f"Without names and paths with '{word}'")


def _limit(match: re.Match[str], change: Filters, note: str) -> _Limit:
    return _Limit(match.start(), match.end(), change, f"{note} (from the question)." if note else "")


def _without_names(question: Question, index: OpenIndex) -> Iterator[_Limit]:
    """Yield the limits of names after words such as "apart from", and of those listed after them, that the index knows."""
    end = -1
    for mention in question.mentions:
        before = _BEFORE_NAME.search(question.text[: mention.start])
        listed = end >= 0 and _LISTED.match(question.text[end : mention.start])
        match = index.names.match(mention.text) if mention.kind in ("code", "capital") and (before or listed) else None
        if match is not None:
            named = dict.fromkeys(index.heads[number].identifier for number in match.positions[:_MOST_NAMES])
            note = f"Without {mention.text} (from the question)."
            yield _Limit(before.start() if before else end, mention.end, Filters(exclude=tuple(named)), note)
        end = mention.end if match is not None else -1


def _types(words: str, rules: Rules) -> tuple[str, ...]:
    """Return the types that the words name; none when a word of them names no type."""
    found: list[str] = []
    for phrase in re.split(r"\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+", words.lower()):
        wanted = " ".join(stem(word) for word in phrase.split() if word not in ("the", "any", "in"))
        of_phrase = [name for asked in rules.types.values() for name in asked.types if _means(wanted, name, asked)]
        if not of_phrase:
            return ()
        found += of_phrase
    return tuple(dict.fromkeys(found))


def _means(wanted: str, name: str, asked: TypeWords) -> bool:
    """Tell whether stemmed words mean a type: they are one of the words that ask for it, or its own name."""
    words = (*asked.words, *asked.limits, name.replace("_", " "))
    return wanted in {" ".join(map(stem, word.split())) for word in words}
