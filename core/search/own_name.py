"""The name of the repository in a question: "how does Redmine send mails" asks how mails are sent, not for `module Redmine`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from core.open_index import OpenIndex
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS

_KEPT_TYPES = frozenset({"model", "table"})  # what the application is about: where one has its name, the word means that
_README = re.compile(r"readme\.\w+", re.IGNORECASE)
_VERSION = re.compile(r"[-_.]v?\d[\w.]*$")
_PARTS = re.compile(r"\w+")
_SHORTEST, _LONGEST = 3, 3  # letters of a name, and words of a title that is one


def without_own_name(text: str, index: OpenIndex, rules: Rules) -> str:
    """Return a question without the name of its repository; as it is where little else would be left.

    "the harbour" is a thing, and `Harbour::Plugin` a name of the code.
    """
    pattern = index.derived(_pattern)
    rest = " ".join(pattern.sub(" ", text).split()) if pattern else text
    words = [word.strip(",.;:?!\"'`").lower() for word in rest.split()]
    return rest if any(word and word not in STOP_WORDS and word not in rules.fillers for word in words) else text


def _pattern(index: OpenIndex) -> re.Pattern[str] | None:
    """Return what matches a name of the repository with its preposition; None where each is a thing of its own."""
    things = {head.name.lower().rstrip("s") for head in index.heads if head.type in _KEPT_TYPES}
    found = [_VERSION.sub("", name) for name in _names(index)]
    names = [name for name in dict.fromkeys(found) if len(name) >= _SHORTEST and _PARTS.search(name)]
    names = [name for name in names if name.lower().replace("-", "_").rstrip("s") not in things]
    written = "|".join("[-_ ]?".join(map(re.escape, _PARTS.findall(name))) for name in names)
    around = rf"(?<!\bthe )(?<!\ba )(?<![\w:#./`-])(?:\b(?:in|within|inside|of)\s+)?(?:{written})(?:['’]s)?(?![\w:#/.`-]*\w)"
    return re.compile(around, re.IGNORECASE) if names else None


def _names(index: OpenIndex) -> Iterator[str]:
    """Yield what the repository may be called: as its index, its folder, the package at its root, the title of its README."""
    yield index.manifest.name
    yield PurePath(index.manifest.root).name
    titles: list[tuple[int, str]] = []
    for head in index.heads:
        if head.type == "package" and "/" not in head.file_path and "." not in head.name and head.name != "Gemfile":
            yield head.name
        if head.type == "doc_section" and _README.fullmatch(head.file_path):
            titles.append((head.start_line, head.identifier.removeprefix(f"{head.file_path}#")))
    title = min(titles, default=(0, ""))[1]
    if len(_PARTS.findall(title)) <= _LONGEST:
        yield title
