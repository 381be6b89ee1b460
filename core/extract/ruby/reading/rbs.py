"""Read the types of methods, attributes and instance variables from an RBS file.

It reads classes, modules and interfaces, `def` with named parameters and overloads, `attr_*`, and `@variable: Type`. Mixins,
aliases, constants and `type` contain no types of values and are skipped. Any other line is reported as a problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from core.extract.facts import FileFacts, SourceFile
from core.extract.ruby.reading.signatures import parts_of, term_of_type
from core.extract.ruby.reading.terms import ANYTHING, union
from core.model import Problem
from core.text.brackets import PLAIN, Brackets

PART = "signatures"
"""The part of `extra`: rows with the class, `#` or `.`, the name, the term of what it gives, and terms by parameter."""

_OPENING = re.compile(r"^(?:class|module|interface)\s+(?:::)?([A-Z_]\w*(?:::[A-Z]\w*)*)")
_ALIASED = re.compile(r"^(?:class|module)\s+[\w:]+\s*=")
_DEF = re.compile(r"^(?:(?:public|private)\s+)?def\s+(self\??\.)?(`?[^\s:`]+`?)\s*:\s*(.*)$", re.DOTALL)
_ATTRIBUTE = re.compile(
    r"^(?:(?:public|private)\s+)?attr_(?:reader|writer|accessor)\s+(self\.)?(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$", re.DOTALL
)
_VARIABLE = re.compile(r"^(@\w+)\s*:\s*(.*)$", re.DOTALL)
_PASSED = re.compile(
    r"^(?:(?:include|extend|prepend|alias|type|use)\s|(?:public|private)$|(?:::)?[A-Z]\w*(?:::\w+)*\s*[:=]|\$\S+\s*:|@@\w+\s*:|self\.@\w+\s*:)"
)
_ROUND = Brackets("()")
_OPEN_END = re.compile(r"(?:->|[,|({\[:=&])$")
_NAMED = re.compile(r"^\??(?:(\w+):\s+(.+)|\*{0,2}(.+?)\s+(\w+))$", re.DOTALL)
_COMMENT = re.compile(r"(?:^|\s)#.*$")
_ANNOTATION = re.compile(r"%a(?:\{[^}]*\}|\([^)]*\)|\[[^\]]*\]|<[^>]*>)")

Row = dict[str, object]


def read(file: SourceFile) -> FileFacts:
    """Return what a file of RBS says; the lines that are not understood are told, and what they may say is not guessed."""
    rows: list[Row] = []
    problems: list[Problem] = []
    around: list[str] = []
    for line, text in _statements(file.text):
        opening = _OPENING.match(text)
        if opening is not None and not _ALIASED.match(text):
            around.append(opening.group(1))
        elif text == "end" and around:
            around.pop()
        elif around and (found := _row(text)) is not None:
            rows.append({"class": "::".join(around), **found, "line": line})
        elif not _PASSED.match(text) and opening is None:
            problems.append(Problem(file.path, "partial", f"not understood: {text[:60]}", line))
    if around:
        problems.append(Problem(file.path, "partial", f"{around[-1]} is not closed", file.text.count("\n") + 1))
    extra = {PART: rows} if rows else {}
    lines = len(file.text.splitlines())
    return FileFacts(file.path, file.language, file.sha, lines, file.is_test, problems=tuple(problems), extra=extra)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield statements with the lines on which they begin; one goes on while a bracket is open and before an overload."""
    lines = [_ANNOTATION.sub("", _COMMENT.sub("", line)).strip() for line in text.splitlines()]
    start, whole = 0, ""
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        if whole and (_is_open(whole) or line.startswith(("|", "->", "&"))):
            whole = f"{whole} {line}"
            continue
        if whole:
            yield start, whole
        start, whole = number, line
        if line.endswith(" end") and _OPENING.match(line):  # a class in one line
            yield start, line.removesuffix("end").strip()
            whole = "end"
    if whole:
        yield start, whole


def _is_open(text: str) -> bool:
    if text.startswith("alias "):  # to an operator, which may end like what goes on
        return False
    return bool(_OPEN_END.search(text)) or PLAIN.open(text) > 0


def _row(text: str) -> Row | None:
    """Return what a statement says of a method, an attribute or a variable; None for any other statement."""
    if (method := _DEF.match(text)) is not None:
        return _method("." if method.group(1) == "self." else "#", method.group(2).strip("`"), method.group(3))
    if (attribute := _ATTRIBUTE.match(text)) is not None:
        term = _given(attribute.group(3))
        return {"level": "." if attribute.group(1) else "#", "name": attribute.group(2), "gives": term, "takes": {}}
    if (variable := _VARIABLE.match(text)) is not None:
        return {"level": "@", "name": variable.group(1), "gives": _given(variable.group(2)), "takes": {}}
    return None


def _method(level: str, name: str, types: str) -> Row:
    """Return the row of a method; of several overloads all that it may give, and the parameters on which they agree."""
    overloads = [_overload(one) for one in parts_of(types.replace("->", "\0"), "|")]
    gives = union(term for _, term in overloads if term)
    takes = [parameters for parameters, _ in overloads]
    same = {key: term for key, term in takes[0].items() if all(other.get(key) == term for other in takes)} if takes else {}
    return {"level": level, "name": name, "gives": "" if gives == ANYTHING else gives, "takes": same}


def _overload(text: str) -> tuple[Mapping[str, str], str]:
    taken, *given = PLAIN.split(text, "\0")
    return (dict(_parameters(taken.strip())), _given("\0".join(given))) if given else ({}, "")


def _parameters(text: str) -> Iterator[tuple[str, str]]:
    """Yield the terms of the parameters that have a name; lists of further ones are none of their type."""
    start, end = text.find("("), _ROUND.closing(text)
    for part in parts_of(text[start + 1 : end]) if 0 <= start < end else ():
        match = _NAMED.match(part)
        if match is not None and not part.startswith("*"):
            name, type_ = (match.group(1), match.group(2)) if match.group(1) else (match.group(4), match.group(3))
            if term := _term(type_):
                yield name, term


def _given(text: str) -> str:
    """Return the term of a type that is given; empty for one of Ruby itself, of which nothing of the application is known."""
    term = _term(text)
    return "" if term.startswith("!") else term


def _term(text: str) -> str:
    """Return the term of a type; empty for one that tells no class."""
    text = text.strip()
    if text.startswith("(") and _ROUND.closing(text) == len(text.rstrip("?")) - 1:
        text = text.rstrip("?")[1:-1]
    return "" if "\0" in text else term_of_type(text)
