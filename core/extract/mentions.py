"""Names of code in documents, as a document is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.extract.facts import Reference

# Letters of alphabets; the scripts that write without spaces set names of code between their words as they come.
_LETTER = r"A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u1fff"
_WORD = rf"[{_LETTER}][{_LETTER}\d]*"
_NAME = re.compile(rf"{_WORD}(?:(?:::|\.|#){_WORD})*[!?]?")
_TICKED = re.compile(r"`{1,2}([^`\n]+?)`{1,2}")
_TARGET = re.compile(r".*<~?([\w.:#]+)>$")  # of a role with a title of its own: `the engine <package.Engine>`
_LIKE_CODE = re.compile(r"::|#|\.\w|\w_\w|[a-z\d][A-Z]|[A-Z]{2,}[a-z]")
_SHORTEST = 3
CALLED = "()"
"""The receiver of a name that is written as a call."""
IN_PATH = "/"
"""The receiver of a name that is a part of a path or an address."""


def mentions(lines: Sequence[str], first_line: int, scope: int) -> Iterator[Reference]:
    """Yield the code names in some lines of a document, each at the first of them that has it.

    A name is what stands between backticks, if it could be one, and whatever is written as only code is: with `::`, `#`,
    `_`, a dot inside or capitals in the middle.
    """
    seen: set[str] = set()
    for number, line in enumerate(lines, first_line):
        for name in _names(line):
            if name not in seen and len(name) >= _SHORTEST:
                seen.add(name)
                yield Reference(name, "mention", number, scope, _how(name, line))


def _how(name: str, line: str) -> str:
    """Return how a name is written: as a call of its own (not on a value, of which no document says what it is), in a path."""
    before, called, _ = line.partition(f"{name}(")
    if called and not before.rstrip().endswith((".", "->", "::", "#")):
        return CALLED
    return IN_PATH if f"/{name}/" in line and "/" not in name else ""


def _names(line: str) -> Iterator[str]:
    for quoted in _TICKED.findall(line):
        titled = _TARGET.match(quoted.strip())
        name = (titled.group(1) if titled else quoted).strip().lstrip("~!").removesuffix("()")
        if _NAME.fullmatch(name) or "/" in name:
            yield name
    yield from (name for name in _NAME.findall(line) if _LIKE_CODE.search(name))
