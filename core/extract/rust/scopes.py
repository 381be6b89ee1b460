"""Which names a function defines for itself, and what is known of their types."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence

import tree_sitter

from core.extract.chains import Chain
from core.extract.parse import Defined, Parsed
from core.extract.rust.types import type_expression
from core.extract.variables import Stands, Variables

_ROOT = re.compile(r"\w+!?")
_FUNCTIONS = ("function", "method")


class RustScopes:
    """The local names of every function of a file; `fields` are the types of structs' fields by struct and name."""

    def __init__(
        self,
        parsed: Parsed,
        defined: Defined,
        captures: Mapping[str, Sequence[tree_sitter.Node]],
        chains: Mapping[int, Chain],
    ) -> None:
        self._parsed, self._defined, self._chains = parsed, defined, chains
        self._bound: dict[int, set[str]] = defaultdict(set)
        self._types: dict[tuple[int, str], str] = {}
        self._variables = Variables(self._stands)
        self.fields: dict[int, dict[str, str]] = defaultdict(dict)
        self.patterns = self._in_patterns(captures.get("pattern", ()))
        for node in captures.get("bind", ()):
            self._bound[defined.outline.at(node.start_byte)].add(parsed.code(node))
            self.patterns.add(node.start_byte)
        for node in captures.get("value", ()):
            self._learn(node)

    def value(self, expression: str, scope: int) -> str | None:
        """Return the expression to use: itself when other files can tell, its type when it is local, else None."""
        root = _ROOT.match(expression)
        found = self._variables(root.group(), scope) if root is not None else None
        return found + expression[root.end() :] if root is not None and found is not None else None

    def _stands(self, name: str, scope: int) -> Stands | None:
        owner = self._owner(name, scope)
        if owner is None:
            return Stands(name)
        known = self._types.get((owner, name))
        root = _ROOT.match(known) if known else None
        if not known or root is None or known.startswith(f"{name}."):
            return None
        return Stands(root.group(), owner, known[root.end() :])

    def _owner(self, name: str, scope: int) -> int | None:
        while scope >= 0:
            if name in self._bound[scope]:
                return scope
            if self._defined.definitions[scope].kind == "module":
                return None
            scope = self._defined.definitions[scope].parent
        return None

    def _in_patterns(self, nodes: Sequence[tree_sitter.Node]) -> set[int]:
        """Bind the plain small names inside patterns; return where they stand."""
        starts = sorted(self._chains)
        bound: set[int] = set()
        for node in nodes:
            position = bisect_right(starts, node.start_byte - 1)
            while position < len(starts) and starts[position] < node.end_byte:
                chain = self._chains[starts[position]]
                if not chain.steps and chain.root[:1].islower() and not self._is_path(chain):
                    self._bound[self._defined.outline.at(chain.start)].add(chain.root)
                    bound.add(chain.start)
                position += 1
        return bound

    def _is_path(self, chain: Chain) -> bool:
        return self._parsed.data[chain.root_end : chain.root_end + 2] in (b"::", b"{") or chain.root in (
            "self",
            "crate",
            "super",
        )

    def _learn(self, node: tree_sitter.Node) -> None:
        """Remember the type of a parameter, a `let` or a field."""
        scope = self._defined.outline.at(node.start_byte)
        type_, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        expression = type_expression(self._parsed.code(type_)) if type_ is not None else self._expression(value)
        if node.type == "field_declaration":
            name = node.child_by_field_name("name")
            if name is not None and expression and scope >= 0:
                self.fields[scope].setdefault(self._parsed.code(name), expression)
            return
        pattern = node.child_by_field_name("pattern")
        while pattern is not None and pattern.type in ("mut_pattern", "ref_pattern"):
            pattern = pattern.named_children[-1]
        if pattern is not None and pattern.type == "identifier":
            key = (scope, self._parsed.code(pattern))
            # A second `let` of the name is another variable; which one a later use means is not followed.
            self._types[key] = expression if self._types.get(key, expression) == expression else ""

    def _expression(self, node: tree_sitter.Node | None) -> str:
        """Return the whole of a value as an expression, empty if it is more than a chain of names."""
        while node is not None and node.type in ("reference_expression", "try_expression", "await_expression"):
            node = node.child_by_field_name("value") or next(iter(node.named_children), None)
        if node is None:
            return ""
        if node.type == "struct_expression":
            name = node.child_by_field_name("name")
            return type_expression(self._parsed.code(name)) if name is not None else ""
        chain = self._chains.get(node.start_byte)
        return chain.expression(node.end_byte) if chain is not None else ""
