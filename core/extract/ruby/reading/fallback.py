"""Classes and methods by line, for files whose tree is broken: the last resort, always reported as partial."""

from __future__ import annotations

import re
from bisect import bisect_right

from core.extract.ruby.reading.outline import DefinitionDraft, RubyOutline

_CONSTANT = r"[^\W\da-z_]\w*"  # also one that begins with a letter such as É
_CONTAINER = re.compile(
    rf"^([ \t]*)(class|module)[ \t]+((?:::)?{_CONSTANT}(?:::{_CONSTANT})*)[ \t]*(?:<[ \t]*([^\W\da-z_][\w:]*))?"
)
_METHOD = re.compile(r"^([ \t]*)def[ \t]+(self\.)?([^\W\dA-Z]\w*[?!=]?)")
_END = re.compile(r"^([ \t]*)end\b")


def add_missing(outline: RubyOutline, text: str) -> None:
    """Add the classes, modules and methods that the tree does not show, nested by their indentation."""
    seen = {(draft.start_line, draft.name): at for at, draft in reversed([*enumerate(outline.drafts)])}
    lines = text.split("\n")
    ends = _ends(lines)
    open_: list[tuple[int, int]] = []  # indentation, position
    for number, line in enumerate(lines, start=1):
        if (found := _END.match(line)) is not None:
            open_ = [entry for entry in open_ if entry[0] < len(found.group(1))]
        elif (container := _CONTAINER.match(line)) is not None:
            indent = len(container.group(1))
            open_ = [entry for entry in open_ if entry[0] < indent]
            name, parent = container.group(3), open_[-1][1] if open_ else -1
            position = seen.get((number, name.rsplit("::", 1)[-1]), -1)
            if position < 0:
                position = _add(outline, container, parent, number, _closing(ends, number, indent))
            open_.append((indent, position))
        elif (method := _METHOD.match(line)) is not None and (number, method.group(3)) in seen:
            _adopt(outline, seen[number, method.group(3)], open_[-1][1] if open_ else -1)
        elif method is not None:
            end = _closing(ends, number, len(method.group(1)))
            _add_method(outline, method, open_[-1][1] if open_ else -1, line.strip(), (number, end))


def _add(outline: RubyOutline, found: re.Match[str], parent: int, line: int, end: int) -> int:
    kind, written, base = found.group(2), found.group(3).removeprefix("::"), found.group(4)
    prefix = outline.qualified(parent)
    qualified = f"{prefix}::{written}" if prefix else written
    bases = (base,) if base else ()
    signature = f"{kind} {written}" + (f" < {base}" if base else "")
    name = written.rsplit("::", 1)[-1]
    outline.drafts.append(
        DefinitionDraft(
            kind, name, qualified, line, end, parent, signature, "", bases, metadata={"written": written, "partial": True}
        )
    )
    return len(outline.drafts) - 1


def _add_method(outline: RubyOutline, found: re.Match[str], parent: int, signature: str, lines: tuple[int, int]) -> None:
    singleton, name = bool(found.group(2)), found.group(3)
    owner = outline.qualified(parent)
    qualified = f"{owner}{'.' if singleton else '#'}{name}" if owner else name
    facts = {"singleton": singleton, "parameters": [], "partial": True}
    outline.drafts.append(DefinitionDraft("method", name, qualified, *lines, parent, signature, metadata=facts))


def _adopt(outline: RubyOutline, position: int, parent: int) -> None:
    """Give a method that the broken tree shows outside of any class to the class around it."""
    draft = outline.drafts[position]
    if draft.parent < 0 <= parent:
        mark = "." if draft.metadata.get("singleton") else "#"
        draft.parent, draft.qualified = parent, f"{outline.qualified(parent)}{mark}{draft.name}"


def _ends(lines: list[str]) -> dict[int, list[int]]:
    """Return the lines that begin with `end`, ordered, by how far they are indented."""
    ends: dict[int, list[int]] = {}
    for number, line in enumerate(lines, start=1):
        if (found := _END.match(line)) is not None:
            ends.setdefault(len(found.group(1)), []).append(number)
    return ends


def _closing(ends: dict[int, list[int]], start: int, indent: int) -> int:
    """Return the line of the next `end` with the same indentation, or the start when there is none."""
    same = ends.get(indent, [])
    place = bisect_right(same, start)
    return same[place] if place < len(same) else start
