"""The definitions of a file, each with its program, as the description of its language tells them."""

from __future__ import annotations

import re
from dataclasses import replace

import tree_sitter

from core.extract.described.reading import Description, OpenDefinition, TreeReading, part
from core.extract.described.rules import RULES
from core.extract.described.steps import Step
from core.extract.facts import Definition
from core.extract.parse import Parsed
from core.extract.strings import notable

_LONGEST_SIGNATURE = 400
_MARKS = re.compile(r"^\s*(?:/\*\*?|\*/|\*|///?!?|#)? ?|\s*\*/\s*$")
_TAGS = re.compile(r"</?(?:summary|para|remarks|returns|inheritdoc|c|see|param|exception|value|p|code|br)\b[^>]*>")
_ANNOTATED = re.compile(r"^(?:\s*(?:@\w[\w.:]*(?:\((?:[^()]|\([^()]*\))*\))?|#?\[[^\]]*\]))+\s*")
_BODIES = ("class_body", "enum_class_body", "function_body", "block", "declaration_list", "protocol_body", "enum_body")
_NO_BASES = ("argument_list", "value_arguments", "call_expression")  # what is given to a base, or stands in for it
_PRIVATE = re.compile(r"\b(?:private|fileprivate)\b")
_TYPES = ("class", "interface", "struct", "enum", "record", "trait", "protocol", "object", "annotation", "extension")


class Definitions:
    """The definitions of a file in the order in which they begin, and their programs by number."""

    def __init__(self, parsed: Parsed, description: Description) -> None:
        self.made: list[Definition] = []
        self.programs: dict[int, list[Step]] = {}
        self.description = description
        self.reading = TreeReading(parsed, description, RULES, self._define)
        self.reading.children(parsed.root)
        self.programs[-1] = self.reading.frames[0].steps
        self.values = self.reading.frames[0].fields

    def _define(self, reading: TreeReading, node: tree_sitter.Node, kind: str) -> None:
        if node.type in self.description.inside:
            reading.frame.inside.append(reading.code(part(node, "name")))
            reading.children(node, (part(node, "name"),))
        elif not reading.frame.is_type or reading.nameless:
            self._within(reading, node)
        else:
            self._member(reading, node, kind)

    def _within(self, reading: TreeReading, node: tree_sitter.Node) -> None:
        """Read what is defined inside of a body: part of the definition around it."""
        name = reading.code(part(node, "name"))
        is_type = node.type in self.description.types
        result = self.description.result(node) if not is_type else None
        reading.bind(name, reading.add("g", reading.code(result)) if result is not None else -1)
        reading.returns.append(-1)
        if is_type:
            reading.nameless_body(node, (part(node, "name"),))
        else:
            reading.inner(node, (part(node, "name"),))
        reading.returns.pop()

    def _member(self, reading: TreeReading, node: tree_sitter.Node, kind: str) -> None:
        is_type = node.type in self.description.types
        number, outer = len(self.made), reading.frame.number
        name = self._name(reading, node, outer)
        kind = self._kind(node, kind) if is_type else "function" if kind == "method" and outer < 0 else kind
        kind = "constructor" if kind == "method" and name in self.description.constructors else kind
        self.made.append(Definition(kind, name, "", reading.line(node), reading.parsed.last_line(node), outer))
        frame = OpenDefinition(number, is_type)
        if self.description.told_parameters is not None and not is_type:
            frame.told = self.description.told_parameters(docstring(reading, node))
        reading.frames.append(frame)
        reading.children(node, (part(node, "name"),))
        if self.description.told_members is not None and is_type:
            known = {str(row[0]) for row in frame.fields}
            told = self.description.told_members(docstring(reading, node))
            frame.fields += [[name, text, reading.line(node), -1] for name, text in told if name not in known]
        self._close(reading, node, frame)
        reading.frames.pop()

    def _name(self, reading: TreeReading, node: tree_sitter.Node, outer: int) -> str:
        if node.type in self.description.names:
            return self.description.names[node.type] or (self.made[outer].name if outer >= 0 else "")
        name = part(node, "name")
        is_type = name is not None and name.type.endswith("_type") and node.type not in self.description.types
        return "" if is_type else reading.code(name).strip("`").partition("<")[0]  # an operator has no name

    def _kind(self, node: tree_sitter.Node, kind: str) -> str:
        """Return the kind of a type by the words before its body."""
        for child in node.children:
            if child.type in _BODIES:
                break
            words = (
                (child.type,) if not child.is_named else (child.text or b"").decode().split() if "modif" in child.type else ()
            )
            for word in words:
                kind = self.description.keywords.get(word, kind)
        return kind

    def _close(self, reading: TreeReading, node: tree_sitter.Node, frame: OpenDefinition) -> None:
        """Fill in what is known of a definition when it has been read."""
        begun, known = self.made[frame.number], self.description
        head = self._head(reading, node)
        decorators = tuple(_decorators(reading, node, known))
        self.programs[frame.number] = frame.steps
        self.made[frame.number] = replace(
            begun,
            qualified=self._qualified(reading, begun),
            signature=" ".join(_ANNOTATED.sub("", head).split())[:_LONGEST_SIGNATURE],
            docstring=docstring(reading, node),
            bases=tuple(text for text, _ in self._bases(reading, node, known.bases)),
            decorators=decorators,
            visibility="private" if _PRIVATE.search(head) else "public",
            complexity=1 + frame.branches,
            metadata=self._metadata(reading, node, frame, decorators),
        )

    def _metadata(
        self, reading: TreeReading, node: tree_sitter.Node, frame: OpenDefinition, decorators: tuple[str, ...]
    ) -> dict[str, object]:
        known, name = self.description, self.made[frame.number].name
        result = known.result(node) if not frame.is_type else None
        receiver = known.receiver(node) if not frame.is_type else None
        strings = notable(frame.strings)
        told = known.told(docstring(reading, node)) if known.told is not None and not frame.is_type else ""
        expression = told if "<" in told or "[]" in told else reading.code(result) or told
        return {
            "path": ".".join(filter(None, (reading.package.replace("\\", "."), *self._around(self.made[frame.number])))),
            **({"strings": strings} if strings else {}),
            **({"type": expression} if expression else {}),
            **({"receiver": reading.code(receiver)} if receiver is not None else {}),
            **({"out": out} if (out := _handed_out(reading, node)) else {}),
            **({"fields": frame.fields} if frame.fields else {}),
            **({"functions": frame.functions} if frame.functions else {}),
            **({"bounds": bounds} if (bounds := _bounds(reading, node)) else {}),
            **({"inside": inside} if (inside := [name for name in frame.inside if name]) else {}),
            **({"gives": frame.gives} if frame.gives >= 0 and not expression else {}),
            **({"base_lines": lines} if (lines := [line for _, line in self._bases(reading, node, known.bases)]) else {}),
            **({"mixed_in": mixed} if (mixed := self._bases(reading, node, known.mixed_in)) else {}),
            **({"type_parameters": names} if (names := _type_parameters(reading, node)) else {}),
            **({"is_test": True} if known.is_test(name, self._class_head(reading), decorators) else {}),
        }

    def _class_head(self, reading: TreeReading) -> str:
        outer = reading.frames[-2].number if len(reading.frames) > 1 else -1
        return self.made[outer].name if outer >= 0 else ""

    def _around(self, one: Definition) -> list[str]:
        names = [one.name]
        while one.parent >= 0:
            one = self.made[one.parent]
            names.append(one.name)
        return names[::-1]

    def _qualified(self, reading: TreeReading, one: Definition) -> str:
        """Return the name of a definition as its language writes it."""
        between, member = self.description.signs
        names = self._around(one)
        is_member = one.kind not in _TYPES and len(names) > 1
        inner = f"{between.join(names[:-1])}{member}{names[-1]}" if is_member else between.join(names)
        return f"{reading.package}{between}{inner}" if reading.package else inner

    def _head(self, reading: TreeReading, node: tree_sitter.Node) -> str:
        body = part(node, "body") or next((child for child in node.named_children if child.type in _BODIES), None)
        whole = reading.code(node)
        if body is None:
            return whole.partition("\n")[0] if node.type in self.description.types else whole
        return reading.parsed.text(node.start_byte, body.start_byte).rstrip().removesuffix("=>").removesuffix("=").rstrip()

    def _bases(self, reading: TreeReading, node: tree_sitter.Node, types: frozenset[str]) -> list[tuple[str, int]]:
        """Return the types that stand in nodes of these types, each with its line."""
        found: list[tuple[str, int]] = []
        waiting = list(node.named_children)
        if types is self.description.mixed_in:
            waiting = [inner for child in waiting if child.type in _BODIES for inner in child.named_children]
        for child in waiting:
            if child.type in types:
                found.extend(self._outermost(reading, child))
        return found

    def _outermost(self, reading: TreeReading, node: tree_sitter.Node) -> list[tuple[str, int]]:
        """Return the types that stand in a node, without those that they are given."""
        is_generic = any(child.type in self.description.arguments for child in node.named_children)
        if node.type in self.description.named_types or is_generic:
            return [(reading.code(node), reading.line(node))]
        if node.type in (*_NO_BASES, *self.description.arguments):
            return []
        return [one for child in node.named_children for one in self._outermost(reading, child)]


_BOUND = re.compile(r"\b(\w+)\s*(?:\bextends\b|:)\s*([A-Z][\w.]*(?:<[^<>{}]*>)?)")
_BOUNDED = ("type_parameters", "type_parameter_list", "type_parameter_constraints_clause", "type_constraints")


def _bounds(reading: TreeReading, node: tree_sitter.Node) -> dict[str, str]:
    """Return what the type parameters of a definition are at least: `T extends Order`, `where T : Order`."""
    heads = [reading.code(child) for child in node.named_children if child.type in _BOUNDED]
    found: dict[str, str] = {}
    for head in heads:
        for name, bound in _BOUND.findall(head):
            found.setdefault(name, bound)
    return found


def _type_parameters(reading: TreeReading, node: tree_sitter.Node) -> list[str]:
    lists = [child for child in node.named_children if child.type in ("type_parameters", "type_parameter_list")]
    ones = [one for child in lists for one in child.named_children if one.type == "type_parameter"]
    names = (
        part(one, "name") if one.type == "type_parameter" and reading.parsed.file.language == "csharp" else None for one in ones
    )
    return [reading.code(name or next(iter(one.named_children), None)) for one, name in zip(ones, names, strict=True)]


def _handed_out(reading: TreeReading, node: tree_sitter.Node) -> list[tuple[int, str]]:
    """Return the places and types of the parameters of C# by which a method hands something out."""
    parameters = part(node, "parameters") if reading.parsed.file.language == "csharp" else None
    ones = parameters.named_children if parameters is not None else []
    return [(at, reading.code(part(one, "type"))) for at, one in enumerate(ones) if reading.code(one).startswith("out ")]


def _decorators(reading: TreeReading, node: tree_sitter.Node, known: Description) -> list[str]:
    """Return the annotations of a definition as they are written."""
    found: list[str] = []
    waiting = [*reversed(node.named_children)]
    while waiting:
        one = waiting.pop()
        if one.type in known.annotations:
            found.append(reading.code(one))
        elif "modifier" in one.type or "attribute" in one.type:
            waiting.extend(reversed(one.named_children))
    return found


def docstring(reading: TreeReading, node: tree_sitter.Node) -> str:
    """Return the text of the comments that end right above a definition."""
    found: list[str] = []
    line, one = node.start_point[0], node.prev_named_sibling
    while one is not None and "comment" in one.type and one.end_point[0] + (one.end_point[1] > 0) >= line:
        if reading.parsed.text(one.start_byte - one.start_point[1], one.start_byte).strip():
            break
        found.append(reading.code(one))
        line, one = one.start_point[0], one.prev_named_sibling
    lines = [_MARKS.sub("", text) for comment in reversed(found) for text in comment.split("\n")]
    return _TAGS.sub("", "\n".join(text.rstrip() for text in lines)).strip()
