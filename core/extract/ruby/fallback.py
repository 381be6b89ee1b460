"""Classes and methods by line, for files whose tree is broken: the last resort, always reported as partial."""

from __future__ import annotations

import re

from core.extract.ruby.outline import Draft, Outline

_CONSTANT = r"[^\W\da-z_]\w*"  # also one that begins with a letter such as É
_CONTAINER = re.compile(
    rf"^([ \t]*)(class|module)[ \t]+((?:::)?{_CONSTANT}(?:::{_CONSTANT})*)[ \t]*(?:<[ \t]*([^\W\da-z_][\w:]*))?"
)
_METHOD = re.compile(r"^([ \t]*)def[ \t]+(self\.)?([^\W\dA-Z]\w*[?!=]?)")
_END = re.compile(r"^([ \t]*)end\b")


def add_missing(outline: Outline, text: str) -> None:
    """Add the classes, modules and methods that the tree does not show, nested by their indentation."""
    seen = {(draft.start_line, draft.name): at for at, draft in enumerate(outline.drafts)}
    lines = text.split("\n")
    open_: list[tuple[int, int]] = []  # indentation, position
    for number, line in enumerate(lines, start=1):
        if (found := _END.match(line)) is not None:
            open_ = [entry for entry in open_ if entry[0] < len(found.group(1))]
        elif (container := _CONTAINER.match(line)) is not None:
            indent = len(container.group(1))
            open_ = [entry for entry in open_ if entry[0] < indent]
            name, parent = container.group(3), open_[-1][1] if open_ else -1
            position = _position(outline, number, name.rsplit("::", 1)[-1])
            if position < 0:
                position = _add(outline, container, parent, number, _closing(lines, number, indent))
            open_.append((indent, position))
        elif (method := _METHOD.match(line)) is not None and (number, method.group(3)) in seen:
            _adopt(outline, seen[number, method.group(3)], open_[-1][1] if open_ else -1)
        elif method is not None:
            _add_method(outline, method, open_[-1][1] if open_ else -1, number, lines)


def _position(outline: Outline, line: int, name: str) -> int:
    return next((at for at, draft in enumerate(outline.drafts) if draft.start_line == line and draft.name == name), -1)


def _add(outline: Outline, found: re.Match[str], parent: int, line: int, end: int) -> int:
    kind, written, base = found.group(2), found.group(3).removeprefix("::"), found.group(4)
    prefix = outline.qualified(parent)
    qualified = f"{prefix}::{written}" if prefix else written
    bases = (base,) if base else ()
    signature = f"{kind} {written}" + (f" < {base}" if base else "")
    name = written.rsplit("::", 1)[-1]
    outline.drafts.append(
        Draft(kind, name, qualified, line, end, parent, signature, "", bases, metadata={"written": written, "partial": True})
    )
    return len(outline.drafts) - 1


def _add_method(outline: Outline, found: re.Match[str], parent: int, line: int, lines: list[str]) -> None:
    singleton, name = bool(found.group(2)), found.group(3)
    owner = outline.qualified(parent)
    qualified = f"{owner}{'.' if singleton else '#'}{name}" if owner else name
    end = _closing(lines, line, len(found.group(1)))
    facts = {"singleton": singleton, "parameters": [], "partial": True}
    outline.drafts.append(Draft("method", name, qualified, line, end, parent, lines[line - 1].strip(), metadata=facts))


def _adopt(outline: Outline, position: int, parent: int) -> None:
    """Give a method that the broken tree shows outside of any class to the class around it."""
    draft = outline.drafts[position]
    if draft.parent < 0 <= parent:
        mark = "." if draft.metadata.get("singleton") else "#"
        draft.parent, draft.qualified = parent, f"{outline.qualified(parent)}{mark}{draft.name}"


def _closing(lines: list[str], start: int, indent: int) -> int:
    """Return the line of the `end` with the same indentation, or the start when there is none."""
    for number in range(start + 1, len(lines) + 1):
        found = _END.match(lines[number - 1])
        if found is not None and len(found.group(1)) == indent:
            return number
    return start
