"""What a type annotation says about the methods that a value has."""

from __future__ import annotations

import re

_NAME = re.compile(r"^[^\W\d][\w.]*$")
_WRAPPER = re.compile(r"^(?:typing\.|t\.|te\.)?(?:Optional|Annotated|Final|ClassVar|Required|NotRequired)\[(.*)\]$", re.DOTALL)
_TYPE_OF = re.compile(r"^(?:typing\.|t\.)?(?:[Tt]ype)\[(.*)\]$")
_GENERIC = re.compile(r"^([^\W\d][\w.]*)\[.*\]$", re.DOTALL)
_NOTHING = frozenset(("None", "Any", "object", "Self", "str", "int", "float", "bool", "bytes", "list", "dict", "set", "tuple"))


def instance_of(annotation: str) -> str:
    """Return the expression of an instance (`Cart()`) or class (`Cart`, for `type[Cart]`), empty if there is none to name."""
    text = annotation
    while True:
        text = text.strip().strip("\"'").strip()
        choices = [part.strip() for part in text.split("|") if part.strip() not in ("None", "")]
        if found := _WRAPPER.match(text):
            text = found.group(1).split(",")[0]
        elif len(choices) == 1 and choices[0] != text and not _TYPE_OF.match(text):
            text = choices[0]
        else:
            break
    if found := _TYPE_OF.match(text):
        return found.group(1) if _NAME.match(found.group(1)) else ""
    if text in ("Self", "typing.Self", "t.Self"):
        return "self"
    generic = _GENERIC.match(text)
    name = generic.group(1) if generic else text
    return f"{name}()" if _NAME.match(name) and name not in _NOTHING else ""
