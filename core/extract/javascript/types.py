"""Types as expressions: the instance that a type annotation names, with what the parameters of its type are given.

`Cart` is `Cart()`, a list of them `Cart()+`, a mapping to them `Cart()%`, `Box<Cart>` is `Box<Cart()>()`, and both `Cart` and
`Bell` are `Cart&Bell()`. A function is `=><Cart(),Bell()>`: what it gives, then what it takes. A tuple is
written as a function that gives nothing. A type that is unknown is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import tree_sitter

from core.extract.parse import Parsed
from core.text.brackets import Brackets

FUNCTION = "=>"
"""The root of a function's type."""
_LIST = re.compile(
    r"^(?:ReadonlyArray|Array|Set|ReadonlySet|Iterable|IterableIterator|QueryList)<([^,<>]*(?:<.*>)?)>$", re.DOTALL
)
_ALIKE = re.compile(r"^(?:Promise|Readonly|Partial|Required|Awaited|NonNullable|Pick|Omit|Parameters)<(.*)>$", re.DOTALL)
"""Types of the library that have members, or parameters, of the type that they are given."""
_TEXTS = re.compile(r"[\"']([\w$]+)[\"']")
_MAPPING = re.compile(
    r"^(?:(?:Map|ReadonlyMap|WeakMap|Record)<[^,]*,|(?:React\.)?(?:Mutable)?RefObject<|(?:Shallow)?Ref<)(.*)>$", re.DOTALL
)
_NAMED = re.compile(r"^([A-Z][\w.$]*)(?:<(.*)>)?$", re.DOTALL)
_MEMBER = re.compile(r"^(.+)\[\s*[\"']([\w$]+)[\"']\s*\]$", re.DOTALL)
_SIGN = re.compile(r"[.(\[*+%@<]")
_BRACKETS = Brackets("()[]{}<>", passed="=>")
_LONGEST = 400  # characters of a type with what its parameters are given; of a longer one only the name is used


@lru_cache(maxsize=4096)  # a module writes the same few types
def type_expression(annotation: str) -> str:
    """Return the expression of an instance that a type annotation names (`: Promise<Cart>` is `Cart()`), or nothing."""
    text = annotation.lstrip(": ").strip()
    if found := re.match(r"^(?:(InstanceType|ReturnType)<)?typeof\s+([\w$.]+)>?$", text):
        return f"{found.group(2)}()" if found.group(1) else found.group(2)
    start = text.find("(", _BRACKETS.closing(text, 0)) if text[:1] == "<" else 0  # after parameters of its own
    if text[start : start + 1] == "(" and (end := _BRACKETS.closing(text, start)) > 0:
        after = text[end + 1 :].lstrip()
        if after.startswith(FUNCTION):
            return _function(text[start + 1 : end], after.removeprefix(FUNCTION))
        if not after:
            return type_expression(text[1:end])
    if text[:1] == "[" and _BRACKETS.closing(text, 0) == len(text) - 1:
        return _function(text[1:-1], "", named=False)
    choices = [part for part in parts(text, "|") if part not in ("null", "undefined", "")]
    if len(choices) != 1:
        return joined_types(type_expression(part) for part in choices)
    if len(both := parts(choices[0], "&")) > 1:
        return joined_types(type_expression(part) for part in both)
    return _single(choices[0])


def _single(text: str) -> str:
    if found := _ALIKE.match(text):
        return type_expression(parts(found.group(1), ",")[0])
    if text.endswith("[]"):
        element = type_expression(text[:-2].strip().removeprefix("readonly "))
        return f"{element}+" if element.endswith("()") else ""
    if found := _MEMBER.match(text):
        whole = type_expression(found.group(1))
        return f"{whole}.{found.group(2)}" if whole.endswith("()") else ""
    held = _LIST.match(text) or _MAPPING.match(text)
    if held is not None:
        one = type_expression(held.group(1).strip())
        return f"{one}{'%' if held.re is _MAPPING else '+'}" if one.endswith("()") else ""
    found = _NAMED.match(text)
    if found is None:
        return ""
    name, given = found.groups()
    arguments = [type_expression(part) for part in parts(given, ",")] if given and "." not in name else []
    written = f"<{','.join(arguments)}>" if any(arguments) else ""
    return f"{name}{written if len(written) < _LONGEST else ''}()"


def _function(taken: str, gives: str, *, named: bool = True) -> str:
    """Return the type of a function, or of a tuple, in which names may be left out; empty where nothing is known of it."""
    found = [type_expression(gives)]
    for part in parts(taken, ","):
        name, *declared = parts(part, ":")
        type_ = ":".join(declared) if declared else "" if named else name
        found.append(type_expression(type_) if not part.startswith("...") else "")
    written = ",".join(found).rstrip(",")
    return f"{FUNCTION}<{written}>" if written and len(written) < _LONGEST else ""


def lends(expression: str) -> bool:
    """Tell whether a type may say of a call what it gives, or what functions are given that it takes."""
    return not expression.startswith(FUNCTION) or expression[3:4] != "," or "<" in expression[3:]


def joined_types(expressions: Iterable[str]) -> str:
    """Return the expression of an instance that is of several types at once, or of one of them: `Cart&Bell()`."""
    names = dict.fromkeys(one.removesuffix("()") for one in expressions if one.endswith("()"))
    plain = [name for name in names if "." not in name.partition("<")[0]]
    return f"{'&'.join(plain)}()" if plain else f"{next(iter(names))}()" if names else ""


def root_end(expression: str) -> int:
    """Return where the first name of an expression ends, with what its parameters are given."""
    sign = _SIGN.search(expression)
    while sign is not None and sign[0] == "<":
        end = _BRACKETS.closing(expression, sign.start()) + 1
        if not end or expression[end : end + 1] != "&":
            return end or len(expression)
        sign = _SIGN.search(expression, end)
    return len(expression) if sign is None else sign.start()


def split_root(expression: str) -> tuple[str, str]:
    """Split an expression into its first name and the rest, which keeps its sign."""
    found = _SIGN.search(expression)
    if found is None:
        return expression, ""
    end = found.start() if found[0] != "<" else root_end(expression)
    return expression[:end], expression[end:]


def parts(text: str, sign: str) -> list[str]:
    """Return the parts of a type between signs that are in no brackets."""
    return [part.strip() for part in _BRACKETS.split(text, sign)]


def member_type(parsed: Parsed, node: tree_sitter.Node, steps: str) -> str:
    """Return the expression of a member of a type: `.bell` of `Pick<Tower, "bell"> & Other` is `Tower().bell`."""
    name = re.match(r"\.([\w$]+)", steps)
    whole: list[str] = []
    for part in _intersected(node) if name is not None else [node]:
        one = _named_member(parsed, part, name[1], steps[name.end() :]) if name is not None else None
        if one:
            return one
        if one is None:
            whole.append(type_expression(parsed.code(part)))
    found = whole[0] if len(whole) == 1 else joined_types(whole)
    return f"{found}{steps}" if found else ""


def _named_member(parsed: Parsed, node: tree_sitter.Node, name: str, rest: str) -> str | None:
    """Return a member that a type writes out; empty if it has none of the name, None if it writes none out."""
    if node.type == "object_type":
        for child in node.named_children:
            named, type_ = child.child_by_field_name("name"), child.child_by_field_name("type")
            if named is not None and type_ is not None and parsed.code(named) == name:
                return member_type(parsed, type_.named_children[0], rest)
        return ""
    types = node.child_by_field_name("type_arguments") if node.type == "generic_type" else None
    if types is None or not types.named_children or not _ALIKE.match(parsed.code(node)):
        return None
    first = types.named_children[0]
    listed = _TEXTS.findall(parsed.text(first.end_byte, types.end_byte))
    if listed and (name in listed) == parsed.code(node).startswith("Omit"):
        return ""
    found = member_type(parsed, first, f".{name}{rest}")
    return found if listed or first.type == "object_type" else found or None


def _intersected(node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    inner = node.named_children if node.type in ("intersection_type", "parenthesized_type") else ()
    for child in inner:
        yield from _intersected(child)
    if not inner:
        yield node
