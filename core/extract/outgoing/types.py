"""Of which class an expression is, as far as its file tells: what is made there, or what is declared of a name."""

from __future__ import annotations

from tree_sitter import Node

from core.extract.outgoing.shapes import FUNCTIONS, WRAPPERS
from core.extract.outgoing.sites import site_of
from core.extract.outgoing.values import Values
from core.extract.parse import Parsed

_MAKES = frozenset({"builder", "build", "of", "create", "make", "from", "newBuilder", "instance"})
_LISTS = ("parameters", "function_value_parameters")
_UNTOLD = frozenset({"var", "val", "object", "Object", "mixed", "Any", "dynamic"})
_DEEPEST = 4


class WrittenTypes:
    """The classes of expressions of one file."""

    def __init__(self, parsed: Parsed, values: Values) -> None:
        self._parsed, self._values = parsed, values

    def of(self, node: Node, deep: int = 0) -> list[str]:
        """Return the classes that an expression may be of, as they are written; none where the file does not tell."""
        if deep > _DEEPEST:
            return []
        if node.type in WRAPPERS and node.named_children:
            return self.of(node.named_children[-1], deep + 1)
        if node.type == "object_creation_expression":
            made = node.child_by_field_name("type") or next((one for one in node.named_children), None)
            return [type_name(self._parsed, made)] if made is not None and made.type != "anonymous_class" else []
        if made_by := self._made(node):
            return [made_by]
        found = [name for value in self._values.values_of(node) for name in self.of(value, deep + 1)]
        return list(dict.fromkeys(found)) or self._declared(node)

    def parameters(self, function: Node) -> list[str]:
        """Return the types of the parameters of a function in their order, as written; empty for one without."""
        return [type_name(self._parsed, kind) if kind is not None else "" for _, kind in self._of_function(function)]

    def _made(self, node: Node) -> str:
        """Return the class that a call makes one of: `Paid(1)` in Kotlin, `Paid.builder()….build()`, `Paid::make()`."""
        scope = node.child_by_field_name("scope") if node.type == "scoped_call_expression" else None
        if scope is not None:
            name = self._parsed.code(node.child_by_field_name("name") or node)
            return type_name(self._parsed, scope) if name in _MAKES else ""
        site = site_of(self._parsed, node)
        if site is None:
            return ""
        if site.receiver is None:
            kotlin = self._parsed.file.language == "kotlin" and site.name[:1].isupper()
            return site.name if kotlin else ""
        if site.name not in _MAKES:
            return ""
        root: Node | None = site.receiver
        while root is not None and (inner := site_of(self._parsed, root)) is not None:
            root = inner.receiver
        written = self._parsed.code(root) if root is not None else ""
        return written if written[:1].isupper() and written.replace(".", "").isalnum() else ""

    def _declared(self, node: Node) -> list[str]:
        """Return the type that a parameter of a function around is declared with."""
        name, around = self._parsed.code(node).lstrip("$"), node.parent
        while around is not None:
            if around.type in FUNCTIONS:
                for held, kind in self._of_function(around):
                    if held == name and kind is not None:
                        written = type_name(self._parsed, kind)
                        return [] if written in _UNTOLD else [written]
            around = around.parent
        return []

    def _of_function(self, function: Node) -> list[tuple[str, Node | None]]:
        held = function.child_by_field_name("parameters") or next(
            (one for one in function.named_children if one.type in _LISTS), None
        )
        found: list[tuple[str, Node | None]] = []
        for one in held.named_children if held is not None else ():
            name, kind = one.child_by_field_name("name"), one.child_by_field_name("type")
            if name is None and one.type == "parameter" and len(one.named_children) > 1:  # Kotlin
                name, kind = one.named_children[0], one.named_children[1]
            if name is not None:
                found.append((self._parsed.code(name).lstrip("$"), kind))
        return found


def type_name(parsed: Parsed, node: Node) -> str:
    """Return the name of a type without what it is generic in, its parts joined by dots: `Create.Command`."""
    return parsed.code(node).partition("<")[0].replace("\\", ".").replace("::", ".").strip(".?& \n")
