"""The units of a file as an outline, units of open indexes by letters of their names, the count of users above each unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.model import UnitHead
from core.text.counts import counted_as
from core.vocabulary import BY_PATH, unit_type

if TYPE_CHECKING:
    from core.lsp.present_file import PresentFile
    from core.workbench import Workbench

_KINDS: Mapping[str, str] = {
    "module": "Module", "namespace": "Namespace", "interface": "Interface", "protocol": "Interface", "trait": "Interface",
    "enum": "Enum", "variant": "EnumMember", "struct": "Struct", "record": "Struct", "constructor": "Constructor",
    "method": "Method", "action": "Method", "scope": "Method", "function": "Function", "macro": "Function", "test": "Method",
    "constant": "Constant", "const": "Constant", "var": "Variable", "variable": "Variable", "property": "Property",
    "field": "Field", "attribute": "Property", "association": "Property", "column": "Field", "table": "Struct",
    "route": "Event", "event": "Event", "file": "File", "folder": "Package", "package": "Package", "crate": "Package",
    "doc_section": "String", "readme": "String", "document": "String", "callback": "Event", "rake_task": "Function",
}  # fmt: skip
MOST_FOUND = 50


@dataclass(slots=True)
class Outlined:
    """A unit of a file with the units inside of it, and the lines from which to which it stands now."""

    head: UnitHead
    first: int
    last: int
    inside: list[Outlined] = field(default_factory=list)


def kind_name(type_: str) -> str:
    """Return the name of the protocol's kind of symbol for a type of unit: a class where nothing else is known."""
    return _KINDS.get(type_, "Method" if unit_type(type_).runs else "Class")


def outline(file: PresentFile) -> list[Outlined]:
    """Return the units of a file as they stand now, those inside of others below them."""
    top: list[Outlined] = []
    around: list[Outlined] = []
    for head in sorted(_heads(file), key=lambda one: (one.start_line, -one.end_line, one.key)):
        while around and around[-1].head.end_line < head.end_line:
            around.pop()
        first = file.present_line(head.start_line)
        last = max(first, file.present_line(head.end_line))
        if around:
            last = max(first, min(last, around[-1].last))
        one = Outlined(head, first, last)
        (around[-1].inside if around else top).append(one)
        around.append(one)
    return top


def found_units(benches: Iterable[Workbench], letters: str) -> Iterator[tuple[Workbench, UnitHead]]:
    """Yield the units that go best with a few letters, index by index, as the palette finds them."""
    for bench in benches:
        for head in bench.find(letters, limit=MOST_FOUND) if letters.strip() else ():
            if head.file_path and head.type != "folder":
                yield bench, head


def used_units(file: PresentFile) -> list[tuple[str, int, str]]:
    """Return key, present line and count of users of each unit that begins in a file and is used by any."""
    found: list[tuple[str, int, str]] = []
    for number, units in sorted(file.bench.linked(file.path).definitions.items()):
        for one in units:
            if one.users or one.tests:
                found.append((one.unit, file.present_line(number), _counted(one.users, one.tests)))
    return found


def _heads(file: PresentFile) -> list[UnitHead]:
    index = file.bench.index
    heads = [index.heads[number] for number in index.by_file.get(file.path, ())]
    return [head for head in heads if head.start_line and head.type not in BY_PATH]


def _counted(users: int, tests: int) -> str:
    return counted_as(users, "dependent") + (f", {counted_as(tests, 'test')}" if tests else "")
