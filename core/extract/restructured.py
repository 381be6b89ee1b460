"""Read reStructuredText (`.rst`, and the `.txt` files that are written in it) into sections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.extract.facts import FileFacts, SourceFile
from core.extract.markdown import Header, text_lines, with_sections

_RULE = re.compile(r"^([=\-~^\"'`#*+:.<>_])\1{2,}\s*$")
_ROLE = re.compile(r":[\w:]+:`([^`<]+?)(?:\s*<[^>]*>)?`|`{1,2}([^`]+)`{1,2}")


def read(file: SourceFile) -> FileFacts:
    """Return the sections of a document; the levels are the order in which its kinds of underlines first appear."""
    lines = text_lines(file)
    return with_sections(file, lines, list(_headers(lines)), 0)


def _headers(lines: Sequence[str]) -> Iterator[Header]:
    levels: dict[tuple[str, bool], int] = {}
    for number in range(1, len(lines)):
        rule, title = _RULE.match(lines[number]), lines[number - 1].rstrip()
        if rule is None or not _is_title(lines, number, title):
            continue
        over = (
            number > 1 and _RULE.match(lines[number - 2]) is not None and lines[number - 2].rstrip() == lines[number].rstrip()
        )
        if not over and title.startswith(" "):
            continue
        level = levels.setdefault((rule.group(1), over), len(levels) + 1)
        yield Header(level, _ROLE.sub(lambda found: found.group(1) or found.group(2), title).strip(), number)


def _is_title(lines: Sequence[str], number: int, title: str) -> bool:
    """Tell whether the line above an underline is a title: short enough for it, and no text or rule before it."""
    if not title.strip() or _RULE.match(title) or len(lines[number].rstrip()) < len(title.strip()):
        return False
    above = lines[number - 2].strip() if number > 1 else ""
    return not above or _RULE.match(above) is not None
