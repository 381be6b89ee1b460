"""The packages' definitions of a Go file: functions, methods, types with their fields and methods, constants, variables."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import tree_sitter

from core.extract.facts import Definition
from core.extract.go.comments import Comments
from core.extract.go.types import (
    names_of,
    numbered,
    parameter_names,
    parameter_types,
    receiver_type,
    result_types,
    struct_fields,
    type_text,
)
from core.extract.parse import Parsed
from core.extract.strings import notable

_SPACES = re.compile(r"\s+")
_LONGEST_SIGNATURE = 400
_LONGEST_TAG = 300
_HOLDERS = {"struct_type": "struct", "interface_type": "interface"}


@dataclass(frozen=True, slots=True)
class Declared:
    """The definitions of a file; `bodies` are the nodes to look into with the number of the definition that they belong to."""

    definitions: tuple[Definition, ...]
    bodies: tuple[tuple[int, tree_sitter.Node], ...]


def definitions(parsed: Parsed, comments: Comments) -> Declared:
    """Return the definitions of a file in the order of their lines; comments above them do not belong to their extents."""
    found = parsed.captures("units")
    nodes = sorted(
        ((node, capture.removeprefix("unit.")) for capture in found if capture.startswith("unit.") for node in found[capture]),
        key=lambda pair: pair[0].start_byte,
    )
    details = _Details(parsed, [node for node, _ in nodes])
    reading = _Definitions(parsed, comments)
    for position, (node, kind) in enumerate(nodes):
        first = len(reading.made)
        reading.read(node, kind)
        if len(reading.made) > first:
            made = reading.made[first]
            strings = notable(details.strings.get(position, ())) if kind != "type" else []  # else they are tags
            metadata = {**made.metadata, "strings": strings} if strings else made.metadata
            reading.made[first] = replace(made, complexity=1 + details.branches[position], metadata=metadata)
    return Declared(tuple(reading.made), tuple(reading.bodies))


class _Details:
    """Branches and strings by the position of the definition that holds them."""

    def __init__(self, parsed: Parsed, nodes: Sequence[tree_sitter.Node]) -> None:
        starts, ends = [node.start_byte for node in nodes], [node.end_byte for node in nodes]
        found = parsed.captures("details")

        def at(node: tree_sitter.Node) -> int:
            position = bisect_right(starts, node.start_byte) - 1
            return position if position >= 0 and node.end_byte <= ends[position] else -1

        self.branches = Counter(at(node) for node in found.get("branch", ()))
        self.strings: dict[int, list[str]] = {}
        for node in found.get("string", ()):
            self.strings.setdefault(at(node), []).append(parsed.code(node)[1:-1])


class _Definitions:
    """Collects definitions and bodies; a group of constants repeats the last expression and type that it wrote."""

    def __init__(self, parsed: Parsed, comments: Comments) -> None:
        self._parsed, self._comments = parsed, comments
        self.made: list[Definition] = []
        self.bodies: list[tuple[int, tree_sitter.Node]] = []
        self._group = -1
        self._repeated: tuple[str, str] = ("", "")
        self._place = 0

    def read(self, node: tree_sitter.Node, kind: str) -> None:
        """Add what one declaration defines."""
        if kind in ("const", "var"):
            self._values(node, kind)
        elif kind == "type":
            self._type(node)
        else:
            self._function(node, kind)

    def _function(self, node: tree_sitter.Node, kind: str) -> None:
        name = self._name(node)
        owner, arguments = receiver_type(self._parsed, node.child_by_field_name("receiver"))
        names = arguments if kind == "method" else parameter_names(self._parsed, node.child_by_field_name("type_parameters"))
        local = numbered(names)
        metadata: dict[str, object] = {
            "parameters": parameter_types(self._parsed, node.child_by_field_name("parameters"), local),
            "results": result_types(self._parsed, node, local),
        }
        if kind == "method":
            metadata["owner"] = owner
        if names:
            metadata["type_parameters"] = names
            if kind != "method":
                metadata["constraints"] = self._constraints(node)
        body = node.child_by_field_name("body")
        end = body.start_byte if body is not None else node.end_byte
        self._add(kind, name, node, f"{owner}.{name}" if owner else name, self._parsed.text(node.start_byte, end), metadata)
        self.bodies.append((len(self.made) - 1, node))

    def _constraints(self, node: tree_sitter.Node) -> list[str]:
        found: list[str] = []
        parameters = node.child_by_field_name("type_parameters")
        for one in parameters.named_children if parameters is not None else ():
            text = type_text(self._parsed, one.child_by_field_name("type"), lambda _: None)
            found.extend([text] * len(names_of(one)))
        return found

    def _type(self, node: tree_sitter.Node) -> None:
        type_ = node.child_by_field_name("type")
        name = self._name(node)
        kind = _HOLDERS.get(type_.type, "type") if type_ is not None and node.type == "type_spec" else "type"
        names = parameter_names(self._parsed, node.child_by_field_name("type_parameters"))
        local = numbered(names)
        metadata: dict[str, object] = {"alias": True} if node.type == "type_alias" else {}
        if names:
            metadata["type_parameters"] = names
            metadata["constraints"] = self._constraints(node)
        end = node.end_byte
        if type_ is not None and kind == "struct":
            metadata.update(self._fields(type_, names))
        if type_ is not None and kind == "interface":
            metadata.update(self._embedded(type_, names))
        if type_ is not None and kind != "type":
            braces = next((child for child in type_.children if child.type in ("field_declaration_list", "{")), None)
            end = braces.start_byte if braces is not None else end
        elif kind == "type":
            metadata["underlying"] = type_text(self._parsed, type_, local)
        self._add(kind, name, node, name, f"type {self._parsed.text(node.start_byte, end)}", metadata)
        number = len(self.made) - 1
        self.bodies.append((number, node))
        if type_ is not None and kind == "interface":
            self._methods(type_, number, names)

    def _fields(self, type_: tree_sitter.Node, names: list[str]) -> dict[str, object]:
        """Return rows of name, type, tag, line and the type as written, and the types that a struct embeds with their lines."""
        fields: list[list[str | int]] = []
        embeds: list[list[str | int]] = []
        for field in struct_fields(type_):
            line = self._parsed.line(field.start_byte)
            type_node = field.child_by_field_name("type")
            text = type_text(self._parsed, type_node, numbered(names))
            tag = field.child_by_field_name("tag")
            tag_text = self._parsed.code(tag)[1:-1][:_LONGEST_TAG] if tag is not None else ""
            written = _SPACES.sub(" ", self._parsed.code(type_node))[:_LONGEST_TAG] if type_node is not None else ""
            own = [self._parsed.code(name) for name in names_of(field)]
            if not own:
                pointer = "*" if any(child.type == "*" for child in field.children) else ""
                embeds.append([pointer + text, line, tag_text])
            fields.extend([name, text, tag_text, line, written] for name in own)
        return {"fields": fields, "embeds": embeds}

    def _embedded(self, type_: tree_sitter.Node, names: list[str]) -> dict[str, object]:
        """Return the interfaces that an interface embeds, and whether it is a union of types, which no value has."""
        elements = [child for child in type_.named_children if child.type == "type_elem"]
        unions = [one for one in elements if len(one.named_children) != 1 or one.named_children[0].type == "negated_type"]
        local = numbered(names)
        embeds = [
            [type_text(self._parsed, one, local), self._parsed.line(one.start_byte), ""]
            for one in elements
            if one not in unions
        ]
        return {"embeds": embeds, **({"union": True} if unions else {})}

    def _methods(self, type_: tree_sitter.Node, parent: int, names: list[str]) -> None:
        outer = self.made[parent].name
        for node in type_.named_children:
            if node.type == "method_elem":
                local = numbered(names)
                metadata: dict[str, object] = {
                    "parameters": parameter_types(self._parsed, node.child_by_field_name("parameters"), local),
                    "results": result_types(self._parsed, node, local),
                    "owner": outer,
                }
                name = self._name(node)
                self._add("method", name, node, f"{outer}.{name}", self._parsed.code(node), metadata, parent)

    def _values(self, node: tree_sitter.Node, kind: str) -> None:
        """Add the constants or variables of one line; of several all have its program, and each its place in the values."""
        parsed = self._parsed
        type_, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        text = type_text(parsed, type_, lambda _: None) if type_ is not None else ""
        metadata: dict[str, object] = {"type": text} if text else {}
        if kind == "const":
            metadata |= self._constant(node, text, parsed.code(value) if value is not None else "")
        names = [(place, name) for place, name in enumerate(names_of(node)) if parsed.code(name) != "_"]
        first = len(self.made)
        for place, name in names:
            own = {**metadata, **({"first": first, "place": place} if value is not None and not text else {})}
            code = f"{kind} {parsed.code(node)}"
            if kind == "const" and value is None and self._repeated[1]:
                typed = f" {self._repeated[0]}" if self._repeated[0] else ""
                code = f"{kind} {parsed.code(name)}{typed} = {self._repeated[1]}"
            self._add(kind, parsed.code(name), node, parsed.code(name), code, own)
        if names:
            self.bodies.append((first, node))
        elif type_ is not None or value is not None:
            self.bodies.append((-1, node))  # `var _ Interface = (*Type)(nil)`

    def _constant(self, node: tree_sitter.Node, type_: str, value: str) -> dict[str, object]:
        """Return what a group says of a constant: its place (the value of `iota`) and the type that is repeated."""
        group = node.parent.start_byte if node.parent is not None else -1
        if group != self._group:
            self._group, self._repeated, self._place = group, ("", ""), 0
        else:
            self._place += 1
        if value:
            self._repeated = (type_, value)
        facts: dict[str, object] = {"iota": self._place} if "iota" in self._repeated[1] else {}
        return {**facts, **({"type": self._repeated[0]} if self._repeated[0] and not type_ else {})}

    def _name(self, node: tree_sitter.Node) -> str:
        name = node.child_by_field_name("name")
        return self._parsed.code(name) if name is not None else ""

    def _add(
        self,
        kind: str,
        name: str,
        node: tree_sitter.Node,
        qualified: str,
        code: str,
        metadata: dict[str, object],
        parent: int = -1,
    ) -> None:
        parsed = self._parsed
        line = parsed.line(node.start_byte)
        alone = node.parent is not None and node.parent.type.endswith("_declaration") and not _is_grouped(node.parent)
        first = parsed.line(node.parent.start_byte) if alone and node.parent is not None else line
        docs = self._comments.above(first) or self._comments.trailing(parsed.last_line(node))
        signature = _SPACES.sub(" ", code[: 4 * _LONGEST_SIGNATURE]).strip().removesuffix("{").strip()[:_LONGEST_SIGNATURE]
        self.made.append(
            Definition(
                kind, name, qualified, first, parsed.last_line(node), parent, signature, docs,
                visibility="public" if name[:1].isupper() else "private",
                metadata=metadata,
            )
        )  # fmt: skip


def _is_grouped(declaration: tree_sitter.Node) -> bool:
    return any(child.type in ("(", "var_spec_list") for child in declaration.children[1:2])


def imports(parsed: Parsed, nodes: Sequence[tree_sitter.Node]) -> Iterator[list[str | int]]:
    """Yield rows of alias (empty, `.`, `_` or a name), path and line."""
    for node in nodes:
        name, path = node.child_by_field_name("name"), node.child_by_field_name("path")
        if path is not None:
            yield [parsed.code(name) if name is not None else "", parsed.code(path)[1:-1], parsed.line(node.start_byte)]
