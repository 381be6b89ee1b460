"""The classes and functions of a module, with their docstrings, signatures and complexity."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import tree_sitter

from core.extract.facts import Definition
from core.extract.parse import Defined, Extents, Parsed
from core.extract.python.annotations import instance_of
from core.extract.strings import notable

Captures = Mapping[str, Sequence[tree_sitter.Node]]
_QUOTES = re.compile(r"^[rRbBuUfF]*('''|\"\"\"|'|\")(.*)\1$", re.DOTALL)
_FIRST_NAME = re.compile(r"\W")
_SPACES = re.compile(r"\s+")


def definitions(parsed: Parsed, captures: Captures) -> Defined:
    """Return the definitions of a module in the order of their lines, decorators belonging to their extents.

    `captures` are those of the query `details`.
    """
    found = parsed.captures("units")
    nodes = {node.start_byte: node for node in (*found.get("unit.class", ()), *found.get("unit.function", ()))}
    starts = dict.fromkeys(nodes)
    widened = {}
    for outer in found.get("outer", ()):
        inner = outer.child_by_field_name("definition")
        if inner is not None and inner.start_byte in starts:
            widened[inner.start_byte] = outer.start_byte
    by_extent = {(widened.get(start, start), node.end_byte): node for start, node in nodes.items()}
    outline = Extents(by_extent)
    ordered = tuple(by_extent[extent] for extent in outline.extents)
    decorators = _decorators(parsed, found.get("decorator", ()), outline, ordered)
    details = _Details(parsed, outline, captures)
    made: list[Definition] = []
    for number, node in enumerate(ordered):
        made.append(_definition(parsed, outline, number, node, made, decorators[number], details))
    return Defined(tuple(made), ordered, outline)


def docstring(parsed: Parsed, body: tree_sitter.Node | None) -> str:
    """Return the cleaned docstring that opens a body or module, empty if there is none."""
    for child in body.named_children if body is not None else ():
        if child.type == "comment":
            continue
        first = child.named_children[0] if child.type == "expression_statement" and child.named_children else child
        return inspect.cleandoc(unquoted(parsed.code(first))) if first.type == "string" else ""
    return ""


def unquoted(literal: str) -> str:
    """Return the inside of a string literal, escapes left as they are written."""
    found = _QUOTES.match(literal)
    return found.group(2) if found else literal


def _decorators(
    parsed: Parsed, nodes: Sequence[tree_sitter.Node], outline: Extents, units: Sequence[tree_sitter.Node]
) -> list[list[str]]:
    found: list[list[str]] = [[] for _ in units]
    for node in nodes:
        number = outline.at(node.start_byte)
        if number >= 0 and node.end_byte <= units[number].start_byte:
            found[number].append(_SPACES.sub(" ", parsed.code(node)))
    return found


class _Details:
    """Branches and strings by the innermost definition that holds them."""

    def __init__(self, parsed: Parsed, outline: Extents, found: Captures) -> None:
        self.branches = Counter(outline.at(node.start_byte) for node in found.get("branch", ()))
        self.strings: dict[int, list[str]] = {}
        for node in found.get("string", ()):
            self.strings.setdefault(outline.at(node.start_byte), []).append(unquoted(parsed.code(node)))


def _definition(
    parsed: Parsed, outline: Extents, number: int, node: tree_sitter.Node, made: Sequence[Definition],
    decorators: Sequence[str], details: _Details,
) -> Definition:  # fmt: skip
    parent = outline.parents[number]
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    name = parsed.code(name_node) if name_node is not None else ""
    is_class = node.type == "class_definition"
    in_class = parent >= 0 and made[parent].kind == "class"
    doc = docstring(parsed, body)
    head = parsed.text(node.start_byte, body.start_byte if body is not None else node.end_byte)
    metadata: dict[str, object] = {}
    if strings := notable(text for text in details.strings.get(number, ()) if inspect.cleandoc(text) != doc):
        metadata["strings"] = strings
    returns = node.child_by_field_name("return_type")
    if returns is not None and (made_type := instance_of(parsed.code(returns))):
        metadata["returns"] = made_type
    if is_class:
        metadata |= _type_arguments(parsed, node)
    return Definition(
        kind="class" if is_class else "method" if in_class else "function",
        name=name,
        qualified=f"{made[parent].qualified}.{name}" if parent >= 0 else name,
        start_line=parsed.line(outline.extents[number][0]),
        end_line=parsed.last_line(node),
        parent=parent,
        signature=_signature(head),
        docstring=doc,
        bases=_bases(parsed, node) if is_class else (),
        decorators=tuple(decorators),
        visibility="private" if name.startswith("_") and not name.endswith("__") else "public",
        complexity=1 + details.branches[number],
        metadata=metadata,
    )


def _type_arguments(parsed: Parsed, node: tree_sitter.Node) -> dict[str, object]:
    """Return the type parameters of a class, and the type arguments that it gives to its bases, by base."""
    arguments: dict[str, list[str]] = {}
    bases, declared = node.child_by_field_name("superclasses"), node.child_by_field_name("type_parameters")
    for child in bases.named_children if bases is not None else ():
        base = child.child_by_field_name("value") if child.type == "subscript" else None
        if base is not None:
            given = child.children_by_field_name("subscript")
            arguments[_SPACES.sub("", parsed.code(base))] = [parsed.code(one).strip("\"'") for one in given]
    parameters = [_FIRST_NAME.split(parsed.code(one).lstrip("*"))[0] for one in declared.named_children] if declared else []
    for name, types in arguments.items():
        if not parameters and name.rpartition(".")[2] in ("Generic", "Protocol"):
            parameters = types
    return {**({"parameters": parameters} if parameters else {}), **({"arguments": arguments} if arguments else {})}


def _signature(head: str) -> str:
    lines = (line.split("  #")[0] for line in head.split("\n"))
    joined = _SPACES.sub(" ", " ".join(lines)).strip().removesuffix(":").rstrip()
    return joined.replace("( ", "(").replace(", )", ")").replace(" )", ")")


def _bases(parsed: Parsed, node: tree_sitter.Node) -> tuple[str, ...]:
    """Return the base classes as written, without what stands in brackets or is passed by keyword."""
    return tuple(_bases_in(parsed, node.child_by_field_name("superclasses")))


def _bases_in(parsed: Parsed, arguments: tree_sitter.Node | None) -> list[str]:
    bases: list[str] = []
    if arguments is None:
        return bases
    for child in arguments.named_children:
        base = child.child_by_field_name("value") if child.type == "subscript" else child
        if base is not None and base.type in ("identifier", "attribute"):
            bases.append(_SPACES.sub("", parsed.code(base)))
        elif base is not None and base.type == "call":
            called = _SPACES.sub("", parsed.code(base).split("(", 1)[0])
            bases.append(f"{called}()")
            if called.endswith(".from_queryset"):  # a manager with the methods of Django's query sets
                bases += _bases_in(parsed, base.child_by_field_name("arguments"))
    return bases
