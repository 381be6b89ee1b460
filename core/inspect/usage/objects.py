"""Functions that are reachable through an object: fields of an object literal, members used from outside."""

from __future__ import annotations

import re
from typing import NamedTuple

from core.inspect.usage.conventions import last_part
from core.inspect.usage.inheritance import inheritance_of
from core.languages import family_of
from core.model import UnitHead
from core.open_index import OpenIndex
from core.text.lines import blanked

_ASSIGNED = re.compile(r"^\(?([A-Za-z_$][\w$]*)(?:\s+as\s+[\w.]+\))?(?:\.[\w$]+)+\s*=")  # Library.util.make = function () {}
_VARIABLES = frozenset({"const", "var"})
_MODULE = frozenset({"module", "exports"})
_KEYWORDS = frozenset({"if", "while", "for", "switch", "return", "await", "typeof", "catch", "super", "this"})
_LOCAL = (
    r"\b(?:function\*?|class|namespace)\s+{name}\b|"
    r"\b(?:const|let|var)\s+{name}\s*(?::[^=]*)?=\s*(?:\{{|\(|async\b|function\b|class\b|[\w.$]+\s*(?:\|\||\?\?)\s*\{{)"
)
"""What makes an object in the checkout: a call may give one of a library, as `document.querySelector` does."""

_IMPORTED = r"\bimport\b[^;\"']*\b{name}\b[^;\"']*\bfrom\s*[\"'](?![.~]|@?/)|\b{name}\s*=\s*require\s*\(\s*[\"'](?![.~]|@?/)"
"""An import from a package: paths begin with a dot, a slash, or one behind a sign for the root."""
_STRINGS = re.compile(r"//[^\n]*|/\*(?s:.*?)\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`")
_OPENED = {"}": "{", ")": "(", "]": "["}
_DECLARED = re.compile(r"\b(?:const|let|var)\s+([\w$]+)\s*(:[^=;]*)?=$")
_CAST = re.compile(r"(?<=[\s=(,])<[^<>()]*>$")  # `export default <Plugin>{`
_SATISFIES = re.compile(r"(?<=\bsatisfies\s)[A-Za-z_$][\w$.]*|(?<=\bas\s)(?!const\b)[A-Za-z_$][\w$.]*")
_CALLED = re.compile(r"([\w$.]+)\s*(?:<[^<>()]*>)?\s*$")
_CONSTANT = re.compile(r"(?:::)?\b([A-Z][\w:]*)")
_REOPENS = re.compile(r"\s*(?:class|module)\s")
_SINGLETON = re.compile(r"\s*(?:def\s+([A-Z][\w:]*)\.|(?:::)?([A-Z][\w:]*)\.(?:define_singleton_method|define_method))")


class _Opening(NamedTuple):
    """A bracket that is open at a place: which one, and what is written before it."""

    sign: str
    before: str


def object_reason(index: OpenIndex, head: UnitHead, owner: int) -> str:
    """Return through which object code outside of the checkout may call a function; empty for none."""
    family = family_of(head.language)
    if family == "ruby":
        return _of_constant(index, head, owner)
    if family != "javascript":
        return ""
    if assigned := _ASSIGNED.match(head.signature):
        root = assigned[1]
        outside = root not in _MODULE and not _is_ours(index, head.file_path, root)
        return f"it replaces a member of {root}, which may call it" if outside else ""
    if owner >= 0 and index.heads[owner].type == "class":
        return _of_given_class(index, owner) or _as_field(index, head)  # a field of an object in the body of the class
    return _as_field(index, head)


def _of_given_class(index: OpenIndex, owner: int) -> str:
    """Return the line that gives code from outside an instance of a class, or the class by a field, and so its methods.

    A class that is passed or listed itself is what a container is asked for, which only makes it.
    """
    for number in (owner, *inheritance_of(index).heirs(owner)):
        name = re.escape(index.heads[number].name)
        given = re.compile(rf"(?<![\w$.])(?:new\s+{name}\b(?!\((?:[^()]|\([^()]*\))*\)\??\.)|{name}(?![\w$.(]))")
        for path, line in dict.fromkeys((link.file_path, link.line) for link in index.links.into(number)):
            text = _STRINGS.sub(blanked, "\n".join(index.texts.lines(path)[:line]))
            matches = given.finditer(text, text.rfind("\n") + 1)
            if any(_is_given(index, path, text[: match.start()].rstrip(), match[0]) for match in matches):
                return f"{path}:{line} gives its class to code from outside"
    return ""


def _is_given(index: OpenIndex, path: str, before: str, value: str) -> bool:
    """Tell whether what is written before a value assigns it to a member from outside, or passes it to a call of one."""
    if not value.startswith("new") and not before.endswith(("=", ":")):
        return False
    if before.endswith("="):
        assigned = _ASSIGNED.match(before.rpartition("\n")[2].strip())
        return assigned is not None and not _is_ours(index, path, assigned[1])
    opening = _opening(before)
    while opening is not None and opening.sign != "(":  # in a list or an object that is passed
        if not opening.before.rstrip().endswith(("(", ",", ":", "[", "?", "|", "&")):
            return False
        opening = _opening(opening.before)
    callee = _CALLED.search(opening.before) if opening is not None else None
    return callee is not None and callee[1] not in _KEYWORDS and not _is_ours(index, path, callee[1].partition(".")[0])


def _is_ours(index: OpenIndex, path: str, root: str) -> bool:
    """Tell whether code of the checkout makes the object that a file names, and no package does."""
    text, name = "\n".join(index.texts.lines(path)), re.escape(root)
    if re.search(_IMPORTED.format(name=name), text):
        return False
    made = any(index.heads[one].type not in _VARIABLES for one in index.names.named(root))
    return root == "this" or made or re.search(_LOCAL.format(name=name), text) is not None


def _as_field(index: OpenIndex, head: UnitHead) -> str:
    """Return what becomes of the object literal of which a function is a field; empty for other functions."""
    lines = index.texts.lines(head.file_path)
    first = lines[head.start_line - 1] if head.start_line <= len(lines) else ""
    at = first.find(head.signature.partition("\n")[0][: len(head.name)]) if head.name in first else -1
    text = _STRINGS.sub(blanked, "\n".join([*lines[: head.start_line - 1], first[: max(at, 0)]]))
    opening = _opening(text)
    if opening is None or opening.sign != "{":
        return ""
    return _handed(index, head, opening)


def _handed(index: OpenIndex, head: UnitHead, opening: _Opening | None) -> str:
    """Return how the literal that opens at a place is handed on, of nested literals the outermost."""
    while opening is not None:
        before = _CAST.sub("", opening.before.rstrip()).rstrip()
        if declared := _DECLARED.search(before):
            return _of_variable(index, head, declared[1], declared[2] or "", before)
        if re.search(r"\breturn$", before) or (opening.sign == "(" and before.endswith("=>")):
            return "it is a field of an object that is returned"
        if re.search(r"\bexport\s+default$", before) or re.search(r"\bmodule\.exports\s*=$", before):
            return "it is a field of the object that its file exports"
        if opening.sign == "(":
            callee = _CALLED.search(before)
            return f"it is a field of an object that {callee[1]} is given" if callee is not None else ""
        if opening.sign == "{" and not before.endswith(("(", ",", ":", "[", "=", "?", "|", "&")):
            return ""  # a block or the body of a class
        if before.endswith("=") and not before.endswith("=="):
            return "it is a field of an object that is assigned"
        opening = _opening(opening.before)
    return "it is a field of an object"


def _of_variable(index: OpenIndex, head: UnitHead, name: str, annotation: str, before: str) -> str:
    """Return how the object of a variable is handed on as a whole: by its type, or by a line that names it without a member."""
    type_ = re.search(r"[A-Za-z_$][\w$.]*", annotation) or _type_behind(index, head, before)
    if type_ is not None and last_part(type_[0]) not in inheritance_of(index).names:
        return f"it is a field of '{name}', whose type {type_[0]} is from outside"
    whole = re.compile(rf"(?<![\w$\"'`])(?<!(?<!\.\.)\.){re.escape(name)}(?![\w$\"'`]|\s*\??\.|\s*[:=](?!=))")
    for path, language, text in index.catalog.file_texts([name]):
        if family_of(language) != "javascript":
            continue
        for number, line in enumerate(text.split("\n"), 1):
            written = _STRINGS.sub(blanked, line)
            if whole.search(written) and not re.search(r"^\s*(?:import|export)\b|\bfrom\s", written):
                return f"it is a field of '{name}', which {path}:{number} hands on"
    return ""


def _type_behind(index: OpenIndex, head: UnitHead, before: str) -> re.Match[str] | None:
    """Return the type that is written behind the literal of a variable: `} satisfies Plugin`."""
    declaration = before.rpartition("\n")[2]
    indent = declaration[: len(declaration) - len(declaration.lstrip())]
    behind = index.texts.lines(head.file_path)[head.end_line - 1 :]
    closing = next((line for line in behind if re.match(rf"{indent}\}}", line)), "")
    return _SATISFIES.search(closing)


def _opening(text: str) -> _Opening | None:
    """Return the innermost bracket that is open at the end of a text, whose strings and comments are blank."""
    closed: list[str] = []
    for at in range(len(text) - 1, -1, -1):
        sign = text[at]
        if sign in _OPENED:
            closed.append(_OPENED[sign])
        elif sign in "{([":
            if not closed:
                return _Opening(sign, text[:at])
            closed.pop()
    return None


def _of_constant(index: OpenIndex, head: UnitHead, owner: int) -> str:
    """Return the constant from outside that a Ruby file gives a method: `class << Foo`, `Foo.class_eval`, `def Foo.x`."""
    lines = index.texts.lines(head.file_path)
    if owner >= 0:
        opened = index.heads[owner]
        first = index.texts.line(opened.file_path, opened.start_line)
        constant = _CONSTANT.search(first) if not _REOPENS.match(first) else None
    else:
        constant = _SINGLETON.match(lines[head.start_line - 1]) or _around(lines, head.start_line)
    if constant is None:
        return ""
    name = next(group for group in constant.groups() if group)
    is_ours = last_part(name) in inheritance_of(index).names and (owner < 0 or last_part(name) != index.heads[owner].name)
    return "" if is_ours else f"it is added to {name}, which may call it"


def _around(lines: list[str], start: int) -> re.Match[str] | None:
    """Return the constant of the nearest line above that is indented less."""
    indent = len(lines[start - 1]) - len(lines[start - 1].lstrip())
    for line in reversed(lines[: start - 1]):
        if line.strip() and len(line) - len(line.lstrip()) < indent:
            return _CONSTANT.search(line)
    return None
