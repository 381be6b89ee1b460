"""Which lines of a unit are bodies of units inside of it: methods, functions, classes."""

from __future__ import annotations

from collections.abc import Iterator

from core.open_index.index import OpenIndex
from core.vocabulary import unit_type


def bodies_in(number: int, index: OpenIndex) -> Iterator[tuple[int, int]]:
    """Yield first and last line of each unit directly inside a unit that has a body; associations and fields have none.

    What a file consists of is inside of it: the module that stands for the whole file is passed over.
    """
    head = index.heads[number]
    for other in index.members.get(number, ()):
        member = index.heads[other]
        if other == number or member.file_path != head.file_path or not member.start_line:
            continue
        if head.type == "file" and member.type == "module" and member.language == "python":
            yield from bodies_in(other, index)
            continue
        row = unit_type(member.type)
        if (row.runs or row.member != "always") and member.end_line > member.start_line:
            yield member.start_line, member.end_line
