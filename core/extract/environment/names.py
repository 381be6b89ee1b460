"""The name that an argument gives: a literal, a constant of the file, a string with holes, a parameter."""

from __future__ import annotations

import re

from core.model.environment import COMPUTED

_LITERAL = re.compile(r"""^[bru]?(?P<quote>["'`])(?P<text>[^"'`]*)(?P=quote)(?:\.freeze)?$""")
_SYMBOL = re.compile(r"^:(?P<text>\w+)$")
_HOLES = re.compile(r"#\{[^{}]*\}|\$\{[^{}]*\}|\{[^{}]*\}|%s")
_NAME = re.compile(r"^[A-Za-z_*][A-Za-z0-9_.*-]*$")
_WORD = re.compile(r"^&?\s*(?P<word>[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)*)$")
_ADDED = re.compile(r"\s\+\s")


def literal_name(argument: str) -> str:
    """Return the name that an argument writes, `*` for what only the running program knows; empty for one that writes none."""
    if _ADDED.search(argument):
        parts = [literal_name(part.strip()) or COMPUTED for part in _ADDED.split(argument)]
        return _checked(re.sub(r"\*+", COMPUTED, "".join(parts)))
    interpolated = argument[1:] if argument[:1] == "f" else argument
    found = _LITERAL.match(interpolated) or _SYMBOL.match(argument)
    if found is None:
        return ""
    return _checked(_HOLES.sub(COMPUTED, found["text"]))


def _checked(name: str) -> str:
    return name if _NAME.match(name) and name.strip("*_") else ""


def constant(text: str, argument: str) -> str:
    """Return the name that the constant or variable of an argument holds; empty where it is not told once."""
    found = _WORD.match(argument)
    if found is None:
        return ""
    last = re.escape(re.split(r"::|\.", found["word"])[-1])
    told = re.findall(rf"""\b{last}\b\s*(?::[^=\n]*)?(?::=|=)\s*[bru]?["'](\w+)["']""", text)
    return told[0] if len(set(told)) == 1 else ""


def parameter_of(text: str, at: int, argument: str) -> str:
    """Return the function around a place that has the argument among its parameters; empty for none."""
    found = _WORD.match(argument)
    if found is None or not found["word"].isidentifier():
        return ""
    word = re.escape(found["word"])
    around = r"(?:def|fn|func|function)\s+(?:self\.)?(?P<name>[\w?!]+)\s*(?:<[^>]*>)?\s*\((?P<given>[^)]*)\)"
    last = None
    for last in re.finditer(around, text[:at]):  # noqa: B007 - the last one counts
        pass
    first = re.split(r",", last["given"])[0] if last is not None else ""
    return last["name"] if last is not None and re.match(rf"\s*(?:&|mut\s)?\s*{word}\b", first) else ""
