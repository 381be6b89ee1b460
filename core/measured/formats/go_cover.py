"""The profiles of `go test -coverprofile`: blocks of statements with their counts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from core.errors import SourceError
from core.model.executed import FileHits

NAME = "Go cover profile"
_BLOCK = re.compile(r"(?P<path>.+):(?P<start>\d+)\.\d+,(?P<end>\d+)\.\d+ \d+ (?P<hits>\d+)")


def fits(text: str) -> bool:
    """Tell whether a text is of this format."""
    return re.match(r"mode: (set|count|atomic)\s", text) is not None


def read(text: str) -> Iterator[FileHits]:
    """Yield the files; a line counts as often as the block on it that ran most, several profiles in one file are read too."""
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for line in text.splitlines():
        if not line.strip() or line.startswith("mode: "):
            continue
        block = _BLOCK.fullmatch(line.strip())
        if block is None:
            raise SourceError(f"'{line[:80]}' is not a profile block")
        lines = found[block["path"]]
        for number in range(int(block["start"]), int(block["end"]) + 1):
            lines[number] = max(lines.get(number, 0), int(block["hits"]))
    for path in sorted(found):
        yield FileHits(path, found[path])
