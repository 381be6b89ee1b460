"""Go types as texts without spaces: written by the reader, parsed by the linker.

- `[]T`, `[n]T` and `...T` become `[]T`.
- Channels become `chan(T)`, functions `func(A,B)(C)`, structs `struct{name T;*Embedded}`.
- Type parameter number i of the function or the receiver becomes `$i`, an unnamed interface `interface`.
- A type that is too deep or not understood becomes `?`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

import tree_sitter

from core.extract.parse import Parsed

_DEEPEST = 24
_LONGEST = 2_000  # characters: more than a person writes, and a bound on structs inside structs
_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)?|\$\d+|\?")
BASIC = frozenset(
    ("bool", "string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr",
     "byte", "rune", "float32", "float64", "complex64", "complex128", "error", "any", "comparable")
)  # fmt: skip
"""The types of the language itself; nobody gives these names to types of their own."""

_ELEMENTS = ("slice_type", "array_type", "implicit_length_array_type")


class Type(NamedTuple):
    """A type taken apart: `sign` is `name`, `*`, `[]`, `map`, `chan`, `func`, `struct`, `interface`, `$` or `?`.

    `parts` are type arguments, the element, key and value, or the fields' types; `names` the names of fields, empty for what
    is embedded; a function has its parameters in `parts` and its results in `results`.
    """

    sign: str
    name: str = ""
    parts: tuple[Type, ...] = ()
    results: tuple[Type, ...] = ()
    names: tuple[str, ...] = ()


UNKNOWN = Type("?")


def type_text(parsed: Parsed, node: tree_sitter.Node | None, local: Callable[[str], str | None], depth: int = 0) -> str:
    """Return the text of a type; `local` gives what stands for a name that is known only here, None for others."""
    if node is None or depth > _DEEPEST:
        return "?"
    text = _text(parsed, node, local, depth + 1)
    return text if len(text) <= _LONGEST else "?"


def _text(parsed: Parsed, node: tree_sitter.Node, local: Callable[[str], str | None], depth: int) -> str:
    kind = node.type
    if kind in ("type_identifier", "identifier"):
        name = parsed.code(node)
        return local(name) or name
    if kind in ("qualified_type", "selector_expression"):
        return "".join(parsed.code(node).split())
    if kind in ("pointer_type", "parenthesized_type", "type_elem", "type_constraint", "negated_type"):
        inner = node.named_children
        text = type_text(parsed, inner[0], local, depth) if len(inner) == 1 else "interface"
        return f"*{text}" if kind == "pointer_type" else text
    if kind in _ELEMENTS:
        return f"[]{type_text(parsed, node.child_by_field_name('element'), local, depth)}"
    if kind == "map_type":
        key, value = (type_text(parsed, node.child_by_field_name(part), local, depth) for part in ("key", "value"))
        return f"map[{key}]{value}"
    if kind == "channel_type":
        return f"chan({type_text(parsed, node.child_by_field_name('value'), local, depth)})"
    if kind == "generic_type":
        return _generic(parsed, node, local, depth)
    if kind in ("function_type", "method_elem", "func_literal", "function_declaration", "method_declaration"):
        parameters = ",".join(parameter_types(parsed, node.child_by_field_name("parameters"), local, depth))
        return f"func({parameters})({','.join(result_types(parsed, node, local, depth))})"
    if kind == "struct_type":
        return _struct(parsed, node, local, depth)
    return "interface" if kind == "interface_type" else "?"


def _generic(parsed: Parsed, node: tree_sitter.Node, local: Callable[[str], str | None], depth: int) -> str:
    arguments = node.child_by_field_name("type_arguments")
    inner = arguments.named_children if arguments is not None else []
    name = type_text(parsed, node.child_by_field_name("type"), local, depth)
    return f"{name}[{','.join(type_text(parsed, one, local, depth) for one in inner)}]"


def _struct(parsed: Parsed, node: tree_sitter.Node, local: Callable[[str], str | None], depth: int) -> str:
    fields = []
    for field in struct_fields(node):
        type_ = type_text(parsed, field.child_by_field_name("type"), local, depth)
        names = names_of(field)
        pointer = "*" if not names and any(child.type == "*" for child in field.children) else ""
        fields.extend([f"{parsed.code(name)} {type_}" for name in names] or [pointer + type_])
    return f"struct{{{';'.join(fields)}}}"


def struct_fields(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Return the declarations of fields of a struct type, those of embedded types too."""
    lists = [child for child in node.named_children if child.type == "field_declaration_list"]
    return [field for one in lists for field in one.named_children if field.type == "field_declaration"]


def parameter_types(
    parsed: Parsed, node: tree_sitter.Node | None, local: Callable[[str], str | None], depth: int = 0
) -> list[str]:
    """Return the types of a parameter list, one for each parameter."""
    found: list[str] = []
    for one in node.named_children if node is not None else ():
        if one.type not in ("parameter_declaration", "variadic_parameter_declaration"):
            continue
        text = type_text(parsed, one.child_by_field_name("type"), local, depth)
        text = f"[]{text}" if one.type.startswith("variadic") else text
        found.extend([text] * max(1, len(names_of(one))))
    return found


def result_types(parsed: Parsed, node: tree_sitter.Node, local: Callable[[str], str | None], depth: int = 0) -> list[str]:
    """Return the types of what a function gives."""
    result = node.child_by_field_name("result")
    if result is None:
        return []
    if result.type == "parameter_list":
        return parameter_types(parsed, result, local, depth)
    return [type_text(parsed, result, local, depth)]


def names_of(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Return the names that a declaration gives; the grammar counts the commas between them as names too."""
    return [name for name in node.children_by_field_name("name") if name.is_named]


def parameter_names(parsed: Parsed, parameters: tree_sitter.Node | None) -> list[str]:
    """Return the names of type parameters in their order."""
    children = parameters.named_children if parameters is not None else ()
    return [parsed.code(name) for one in children for name in names_of(one)]


def numbered(names: Sequence[str]) -> Callable[[str], str | None]:
    """Return a function that gives `$0`, `$1`, … for the names of type parameters and None for others."""
    known = {name: f"${number}" for number, name in enumerate(names)}
    return known.get


def receiver_type(parsed: Parsed, receiver: tree_sitter.Node | None) -> tuple[str, list[str]]:
    """Return the name of the type that a method is of and the names that it gives to the type's parameters."""
    for one in receiver.named_children if receiver is not None else ():
        type_ = one.child_by_field_name("type")
        while type_ is not None and type_.type in ("pointer_type", "parenthesized_type"):
            type_ = next(iter(type_.named_children), None)
        if type_ is not None and type_.type == "generic_type":
            arguments = type_.child_by_field_name("type_arguments")
            names = [parsed.code(one) for one in arguments.named_children] if arguments is not None else []
            type_ = type_.child_by_field_name("type")
            return (parsed.code(type_) if type_ is not None else "", names)
        if type_ is not None:
            return parsed.code(type_), []
    return "", []


@lru_cache(maxsize=100_000)
def parse_type(text: str) -> Type:
    """Return a type's text taken apart; what cannot be is `?`."""
    reading = _Reading(text)
    found = reading.type()
    return found if reading.at == len(text) else UNKNOWN


class _Reading:
    """Reads one text from left to right; `at` is how far it is."""

    def __init__(self, text: str) -> None:
        self._text, self.at = text, 0

    def type(self) -> Type:
        """Return the type that begins here."""
        for start, sign in (("*", "*"), ("[]", "[]")):
            if self._took(start):
                return Type(sign, parts=(self.type(),))
        if self._took("map["):
            key = self.type()
            if not self._took("]"):
                self.at = len(self._text) + 1
            return Type("map", parts=(key, self.type()))
        if self._took("chan("):
            return Type("chan", parts=self._list(")"))
        if self._took("func("):
            parameters = self._list(")")
            return Type("func", parts=parameters, results=self._list(")") if self._took("(") else ())
        if self._took("struct{"):
            return self._struct()
        return self._name()

    def _took(self, text: str) -> bool:
        if not self._text.startswith(text, self.at):
            return False
        self.at += len(text)
        return True

    def _list(self, end: str) -> tuple[Type, ...]:
        found: list[Type] = []
        while not self._took(end) and self.at < len(self._text):
            before = self.at
            found.append(self.type())
            self._took(",")
            if self.at == before:
                self.at = len(self._text) + 1  # not of this form: the whole is unknown
        self._ended(end)
        return tuple(found)

    def _ended(self, end: str) -> None:
        """Make the whole unknown when it ends before a bracket does."""
        if not self._text.endswith(end, 0, min(self.at, len(self._text))):
            self.at = len(self._text) + 1

    def _struct(self) -> Type:
        types: list[Type] = []
        names: list[str] = []
        while not self._took("}") and self.at < len(self._text):
            before = self.at
            named = re.compile(r"([^\W\d]\w*) ").match(self._text, self.at)
            names.append(named.group(1) if named else "")
            self.at = named.end() if named else self.at
            types.append(self.type())
            self._took(";")
            if self.at == before:
                self.at = len(self._text) + 1
        self._ended("}")
        return Type("struct", parts=tuple(types), names=tuple(names))

    def _name(self) -> Type:
        found = _NAME.match(self._text, self.at)
        if found is None:
            return UNKNOWN
        self.at = found.end()
        name = found.group()
        if name[0] in "$?":
            return Type(name[0], name[1:])
        if name == "interface":
            return Type("interface")
        return Type("name", name, self._list("]") if self._took("[") else ())
