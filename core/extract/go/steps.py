"""Write what the body of a definition does as a program of small steps, local names replaced by the values that they stand for.

A step is one line: its letter and what it needs, the numbers of earlier steps among it. Every step has a value:

    n NAME KIND LINE      a name of the package, the imports or the language
    . STEP NAME KIND LINE a member of a package, a type or a value
    k STEP NAME LINE      a key in a composite literal of that type: the name of a field, or a name
    t TYPE                a value of a type
    ( STEP                what a call gives
    [ STEP TYPES          an element, or what TYPES make of a generic function or type
    < STEP                what a channel gives
    r STEP PLACE          what `range` gives at that place (0 or 1)
    # STEP PLACE          one of several results

KIND is `c` where it is called, `r` elsewhere. A step of number -1 is a value of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import tree_sitter

from core.extract.go.routes import Routes
from core.extract.go.types import BASIC, names_of, type_text
from core.extract.parse import Parsed

UNKNOWN_STEP = -1
"""The number of a step of which nothing is known."""

DEEPEST = 90
"""Blocks and brackets inside each other; each takes some of Python's own stack."""


class Steps:
    """The steps written so far, and the names that are known where the reading is; `cut` is the line from which on it was too
    deep to be read, 0 for none. `local` and `basic` count the names of the body itself and of the language.
    """

    def __init__(self, parsed: Parsed, routes: Routes) -> None:
        self._parsed, self._routes = parsed, routes
        self.steps: list[str] = []
        self.local = self.basic = 0
        self.cut = 0
        self._names: list[dict[str, int]] = [{}]
        self._types: list[dict[str, str]] = [{}]
        self._depth = 0

    def type_text(self, node: tree_sitter.Node | None) -> str:
        """Return the text of a type as seen from where the body has been read to."""
        return type_text(self._parsed, node, self._local_type)

    def _code(self, node: tree_sitter.Node) -> str:
        return self._parsed.code(node)

    def _line(self, node: tree_sitter.Node) -> int:
        return node.start_point[0] + 1

    def _add(self, step: str) -> int:
        self.steps.append(step)
        return len(self.steps) - 1

    def _number(self, names: Sequence[str]) -> None:
        self._types[-1].update({name: f"${number}" for number, name in enumerate(names)})

    def _local(self, name: str) -> int | None:
        return next((names[name] for names in reversed(self._names) if name in names), None)

    def _local_type(self, name: str) -> str | None:
        return next((types[name] for types in reversed(self._types) if name in types), None)

    def _typed(self, node: tree_sitter.Node | None) -> int:
        """Return the step of a value of a type, which is read too."""
        self._use_type(node)
        text = self.type_text(node)
        return self._add(f"t {text}") if text != "?" else UNKNOWN_STEP

    def _bind(self, name: tree_sitter.Node, step: int) -> None:
        text = self._code(name)
        if name.type == "identifier" and text != "_":
            self._names[-1][text] = step

    def _bind_all(self, names: Sequence[tree_sitter.Node], step: int) -> None:
        for name in names:
            self._bind(name, step)

    def _inner(self, read: Callable[[], None]) -> None:
        """Read something whose names are its own."""
        self._names.append({})
        self._types.append({})
        read()
        self._names.pop()
        self._types.pop()

    def _parameters(self, node: tree_sitter.Node, prefix: str = "") -> None:
        """Bind parameters and named results; routers among them have that prefix."""
        for field in ("parameters", "result"):
            found = node.child_by_field_name(field)
            if found is None or found.type != "parameter_list":
                self._use_type(found)
                continue
            for one in found.named_children:
                type_ = one.child_by_field_name("type")
                if type_ is None:
                    continue
                self._use_type(type_)
                text = self.type_text(type_)
                step = self._add(f"t {'[]' if one.type.startswith('variadic') else ''}{text}")
                if prefix:
                    self._routes.inherit(step, prefix)
                self._bind_all(names_of(one), step)

    def _use_type(self, node: tree_sitter.Node | None) -> None:
        """Note the names in a type; those of its own and of the language lead nowhere."""
        waiting = [node] if node is not None else []
        while waiting:
            one = waiting.pop()
            if one.type == "type_identifier" or (one.type == "identifier" and one is node):
                name = self._code(one)
                if name in BASIC:
                    self.basic += 1
                elif self._local_type(name) is None:
                    self._add(f"n {name} r {self._line(one)}")
            elif one.type == "qualified_type":
                package, name_node = one.child_by_field_name("package"), one.child_by_field_name("name")
                if package is not None and name_node is not None:
                    step = self._add(f"n {self._code(package)} - {self._line(one)}")
                    self._add(f". {step} {self._code(name_node)} r {self._line(one)}")
            elif one.type == "method_elem":
                waiting.extend(child for child in reversed(one.named_children) if child.type != "field_identifier")
            elif one.type == "array_type":
                waiting.extend(filter(None, (one.child_by_field_name("element"),)))
                length = one.child_by_field_name("length")
                if length is not None and length.type == "identifier" and self._local(self._code(length)) is None:
                    self._add(f"n {self._code(length)} r {self._line(length)}")
            elif one.type in ("parameter_declaration", "variadic_parameter_declaration", "field_declaration"):
                waiting.extend(filter(None, (one.child_by_field_name("type"),)))
            elif one.type != "comment":
                waiting.extend(reversed(one.named_children))
