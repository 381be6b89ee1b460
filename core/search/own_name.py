"""The name of the repository in a question: "how does Redmine send mails" asks how mails are sent, not for `module Redmine`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from core.open_index import OpenIndex
from core.settings.retrieval import Rules
from core.text.words import STOP_WORDS

_INSIDE = r"(?:in|within|inside|inside of)"
_DOING = r"(?:does|do|did|can|could|will|would|should|has|have|is|are|when|if|whether|how|that)"
_KEPT_TYPES = frozenset({"model", "table"})
"""Types of what the application is about: where one has its name, the word means that."""

_README = re.compile(r"readme\.\w+", re.IGNORECASE)
_SHORTEST = 3  # letters of a name: shorter ones are words of many questions
_PARTS = re.compile(r"\w+")
_LONGEST = 3  # words of a title that is a name


def without_own_name(text: str, index: OpenIndex, rules: Rules) -> str:
    """Return a question without the name of its repository; as it is where little else would be left.

    Who does something is then "one". The name counts where it is written with a capital letter inside of the sentence, or where
    only a name can stand: "in redmine", "does redmine". What is written like code (`Redmine::Plugin`) is left as it is.
    """
    pattern = index.derived(_pattern)
    if pattern is None or not pattern.search(text):
        return text
    rest = " ".join(pattern.sub(_instead, text).split())
    words = [word.strip(",.;:?!\"'`").lower() for word in rest.split()]
    return rest if any(word and word not in STOP_WORDS and word not in rules.fillers for word in words) else text


def _instead(found: re.Match[str]) -> str:
    """Return what stands for the name: nothing for a place, "the" for an owner, "one" for who does something."""
    if found["inside"]:
        return "in the" if found["where"] else ""
    return f"{found['doing'] or ''} {'the' if found['whose'] or found['of'] else 'one'}"


def _pattern(index: OpenIndex) -> re.Pattern[str] | None:
    """Return what matches a name of the repository where it can be nothing else; None where each is a thing of its own."""
    things = {head.name.lower().rstrip("s") for head in index.heads if head.type in _KEPT_TYPES}
    found = [name for name in dict.fromkeys(_names(index)) if len(name) >= _SHORTEST and _PARTS.search(name)]
    names = [name for name in found if name.lower().replace("-", "_").rstrip("s") not in things]
    if not names:
        return None
    written = "|".join("[-_ ]?".join(map(re.escape, _PARTS.findall(name))) for name in names)
    capital = rf"(?-i:(?=[A-Z]))(?:{written})"
    end = r"(?P<{}>['’]s)?(?![\w:#/.-]*\w|::)"
    return re.compile(
        rf"\b(?P<inside>{_INSIDE}\s+)(?:{written}){end.format('where')}"
        rf"|\b(?P<doing>{_DOING})\s+(?:{written}){end.format('whose')}"
        rf"|(?<=[\w,] ){capital}{end.format('of')}",
        re.IGNORECASE,
    )


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
