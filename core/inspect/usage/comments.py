"""Lines of code without their comments, in any language of the table."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from core.languages import LANGUAGES
from core.text.lines import line_at

_OF_TEMPLATES = {
    "erb": r"\s*(?:<%#|<!--)", "haml": r"\s*(?:-#|/)", "slim": r"\s*/", "yaml": r"\s*#", "html": r"\s*<!--",
    "vue": r"\s*(?://|/?\*|<!--)",
}  # fmt: skip
_INTERPOLATED = re.compile(r"\s*#\{")  # a line of a heredoc, and no comment
_TRAILING = {"#": re.compile(r"(?<=\s)#(?!\{).*$"), "/": re.compile(r"(?<=[\s;{}(),])//.*$")}
"""A comment at the end of a line of code, by the first letter of comments in its language."""


def code_of(line: str, language: str) -> str:
    """Return what a line has besides comments; empty for a comment."""
    whole, trailing = _patterns(language)
    if whole is not None and whole.match(line) and not _INTERPOLATED.match(line):
        return ""
    return trailing.sub("", line) if trailing is not None else line


def prose_lines(text: str, language: str) -> Collection[int]:
    """Return the numbers of the lines of docstrings and block comments, from 1."""
    row = LANGUAGES.get(language)
    numbers: set[int] = set()
    if row is not None and row.prose:
        for match in re.finditer(row.prose, text, re.MULTILINE):
            first = line_at(text, match.start())
            numbers.update(range(first, first + match.group().count("\n") + 1))
    return numbers


@cache
def _patterns(language: str) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    row = LANGUAGES.get(language)
    comment = row.comment if row is not None else ""
    whole = _OF_TEMPLATES.get(language) or (rf"\s*(?:{comment})" if comment else "")
    return re.compile(whole) if whole else None, _TRAILING.get(comment[:1])
