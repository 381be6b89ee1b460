"""Values as expressions: what `new X()`, `await f()`, `(a as B)`, `[a]` and the parameters of callbacks stand for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import tree_sitter

from core.extract.chains import Chain
from core.extract.facts import Definition
from core.extract.javascript.types import type_expression
from core.extract.meaning import MODULE
from core.extract.parse import Parsed

_AROUND = ("await_expression", "non_null_expression", "parenthesized_expression", "instantiation_expression")
_FUNCTIONS = ("arrow_function", "function_expression")
CASTS = ("as_expression", "satisfies_expression")
_MORE_THAN_CHAINS = frozenset(
    (*_AROUND, *CASTS, "type_assertion", "binary_expression", "ternary_expression", "array", "subscript_expression",
     "new_expression", "call_expression")
)  # fmt: skip
_NOTHING = ("null", "undefined", "array", "object", "string", "number", "false", "true")
COMPONENTS = ("component", "function")
EACH = {
    **dict.fromkeys(
        ("map", "forEach", "filter", "find", "findIndex", "findLast", "findLastIndex", "some", "every", "flatMap", "sort"), 0
    ),
    "reduce": 1, "reduceRight": 1,
}  # fmt: skip
"""Methods of lists by the position at which their callback is given an element."""
_GIVE_TYPED = {"useRef": "%", "ref": "%", "shallowRef": "%", "useContext": "", "inject": ""}
"""Calls of libraries that give what their type says, or hold it."""
_PASS_ON = {
    "inject": "()", "Object.values": ".values()",
    **dict.fromkeys(("Array.from", "Object.freeze", "structuredClone", "Promise.resolve", "toRaw", "unref", "reactive"), ""),
}  # fmt: skip
"""Functions that give what they are given, by what follows it."""
_NARROWED = re.compile(r"^\(?\s*([\w$]+)\s+instanceof\s+([\w$.]+)")
THEN = ("then", "tap", "finally")
"""Methods whose callback is given the value itself."""


class Lent(NamedTuple):
    """A parameter of a callback: from where to where it has its value, and what that is, if known."""

    start: int
    end: int
    expression: str


class ScriptValues:
    """The values of one module as expressions that the linker can follow."""

    def __init__(
        self,
        parsed: Parsed,
        chains: Mapping[int, Chain],
        definitions: Sequence[Definition],
        imported: set[str],
        callbacks: Sequence[tree_sitter.Node],
        branches: Sequence[tree_sitter.Node],
    ) -> None:
        self._parsed, self._chains, self._imported = parsed, chains, imported
        self._kinds = {one.name: one.kind for one in definitions if one.parent == MODULE}
        self.lent: dict[str, list[Lent]] = defaultdict(list)
        self._given: set[int] = set()
        for call in callbacks:  # those around before those inside
            self._lend(call)
        for branch in branches:
            self._narrow(branch)

    def root(self, name: str, position: int) -> str | None:
        """Return what the parameter of a callback of this name stands for at a position; None where it is none's."""
        if name not in self.lent:
            return None
        inner = [one for one in self.lent[name] if one.start <= position < one.end]
        return inner[-1].expression if inner else None

    def is_lent(self, node: tree_sitter.Node) -> bool:
        """Tell whether a parameter is that of a callback of which something is known."""
        return node.start_byte in self._given

    def expression(self, node: tree_sitter.Node | None) -> str:
        """Return the whole of a value as an expression, empty if it is more than a chain of names."""
        if node is None:
            return ""
        kind = node.type
        if kind not in _MORE_THAN_CHAINS:
            return self._chain(node)
        inner = node.named_child(0) if node.named_child_count else None
        if kind in _AROUND:
            return self.expression(inner)
        if kind in CASTS:
            return type_expression(self._parsed.code(node.named_children[-1])) or self.expression(inner)
        if kind == "type_assertion":
            return type_expression(self._parsed.code(node.named_children[0])[1:-1]) or self.expression(node.named_children[-1])
        if kind == "binary_expression":
            return self._either(node)
        if kind == "ternary_expression":
            first, second = (self.expression(node.child_by_field_name(name)) for name in ("consequence", "alternative"))
            return first if first == second else ""
        if kind == "array":
            spread = inner is not None and inner.type == "spread_element"
            element = self.expression(inner.named_children[0] if spread and inner is not None else inner)
            return element if spread else f"{element}+" if element else ""
        if kind == "subscript_expression":
            listed = self.expression(node.child_by_field_name("object"))
            return f"{listed}[]" if listed else ""
        if kind == "new_expression":
            types = node.child_by_field_name("type_arguments")
            held = type_expression(self._parsed.text(node.children[1].start_byte, types.end_byte)) if types is not None else ""
            if held.endswith(("+", "%", ">()")):  # new Map<string, Bell>(), new Box<Bell>()
                return held
            made = self.expression(node.child_by_field_name("constructor"))
            return f"{made}()" if made else ""
        return self._typed(node) or self._passed(node) or self.wrapped(node, COMPONENTS) or self._chain(node)

    def wrapped(self, node: tree_sitter.Node | None, kinds: Sequence[str]) -> str:
        """Return the component that calls wrap, as `memo(Card)` and `connect(select)(Card)`; empty for any other value."""
        while node is not None and node.type == "call_expression":
            arguments = node.child_by_field_name("arguments")
            node = arguments.named_child(0) if arguments is not None and arguments.named_child_count else None
            if node is None or node.type != "identifier":
                continue
            name = self._parsed.code(node)
            known = self._kinds.get(name, "class" if name in self._imported else "")
            return name if name[:1].isupper() and known in kinds else ""
        return ""

    def _chain(self, node: tree_sitter.Node) -> str:
        """Return a chain of names, also one that begins with an expression: `new Bell().self()`."""
        chain = self._chains.get(node.start_byte)
        if chain is not None:
            expression = chain.expression(node.end_byte)
            lent = self.root(chain.root, chain.start) if expression else None
            expression = expression if lent is None else lent + expression[len(chain.root) :] if lent else ""
            return expression.removesuffix(".bind()")  # the same method, whatever it is given first
        if node.type not in ("member_expression", "call_expression"):
            return ""
        before = self.expression(node.child_by_field_name("object") or node.child_by_field_name("function"))
        if not before or node.type == "call_expression":
            return f"{before}()" if before else ""
        name = node.child_by_field_name("property")
        return f"{before}.{self._parsed.code(name)}" if name is not None else ""

    def _either(self, node: tree_sitter.Node) -> str:
        """Return the value of `a ?? b`: of two that are the same, or of one beside which there is an empty value."""
        operator, left, right = (node.child_by_field_name(name) for name in ("operator", "left", "right"))
        if operator is None or operator.type not in ("||", "??") or right is None:
            return ""
        first, second = self.expression(left), self.expression(right)
        if right.type == "new_expression":  # kept elsewhere, or made here
            return second
        return first if first == second or right.type in _NOTHING else ""

    def _typed(self, node: tree_sitter.Node) -> str:
        """Return what a call of a library gives that is told its type: `useRef<Editor>(null)`."""
        function, types = node.child_by_field_name("function"), node.child_by_field_name("type_arguments")
        name = self._parsed.code(function).rpartition(".")[2] if function is not None and types is not None else ""
        if name not in _GIVE_TYPED or types is None or len(types.named_children) != 1:
            return ""
        given = type_expression(self._parsed.code(types.named_children[0]))
        return given + _GIVE_TYPED[name] if given.endswith("()") else ""

    def _passed(self, node: tree_sitter.Node) -> str:
        """Return what a call gives that passes its argument on: `inject(Service)` of Angular, `Object.values(table)`."""
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else []
        name = self._parsed.code(function) if function is not None and given else ""
        if name not in _PASS_ON or (name == "inject" and given[0].type != "identifier"):
            return ""
        value = self.expression(given[0])
        return value + _PASS_ON[name] if value else ""

    def _narrow(self, branch: tree_sitter.Node) -> None:
        """Remember what a name stands for where a condition says so: `if (it instanceof Bell) …`."""
        condition, part = branch.child_by_field_name("condition"), branch.child_by_field_name("consequence")
        if condition is None or part is None or b"instanceof" not in (condition.text or b""):
            return
        found = _NARROWED.match(self._parsed.code(condition))
        if found is not None:
            self.lent[found[1]].append(Lent(part.start_byte, part.end_byte, f"{found[2]}()"))

    def _lend(self, call: tree_sitter.Node) -> None:
        """Remember what the parameters of a callback are given: `bells.map((bell) => …)`."""
        function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        if function is None or arguments is None:
            return
        method, receiver = function.child_by_field_name("property"), function.child_by_field_name("object")
        name = self._parsed.code(method) if method is not None else ""
        # Its callback is given what it is called on, for its time.
        is_transaction = name.lower().endswith("transaction") and receiver is not None and receiver.type != "this"
        callbacks = [one for one in enumerate(arguments.named_children) if one[1].type in _FUNCTIONS]
        if is_transaction or (callbacks and callbacks[0][0] == 0 and (name in EACH or name in THEN)):
            value = self.expression(receiver)
            position = EACH.get(name, 0)
            parameters = _parameters(callbacks[0][1])
            for parameter in parameters if name == "sort" else parameters[position : position + 1]:
                self._give(callbacks[0][1], parameter, f"{value}*" if value and name in EACH else value)
            return
        for number, callback in callbacks:
            parameters = _parameters(callback)
            value = self.expression(function) if parameters else ""
            for position, parameter in enumerate(parameters if value else ()):  # as the type of what is called has it
                named = f":{self._parsed.code(parameter)}" if parameter.type == "identifier" else ""
                self._give(callback, parameter, f"{value}@{number}@{position}{named}")

    def _give(self, callback: tree_sitter.Node, parameter: tree_sitter.Node, value: str) -> None:
        """Remember what a parameter without a type is given, or the names that it is taken apart into."""
        if parameter.child_by_field_name("type") is None:
            for inner, taken in taken_apart(self._parsed, parameter.child_by_field_name("pattern") or parameter):
                self._given.add(inner.start_byte)
                row = Lent(callback.start_byte, callback.end_byte, f"{value}{taken}" if value else "")
                self.lent[self._parsed.code(inner)].append(row)


def _parameters(function: tree_sitter.Node) -> list[tree_sitter.Node]:
    single, several = function.child_by_field_name("parameter"), function.child_by_field_name("parameters")
    return [single] if single is not None else several.named_children if several is not None else []


def taken_apart(parsed: Parsed, pattern: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, str]]:
    """Yield the names of `{ a, b: c }` with the steps that lead to them, or the name alone where nothing is taken apart."""
    if pattern.type == "identifier":
        yield pattern, ""
    for child in pattern.named_children if pattern.type == "object_pattern" else ():
        key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
        if child.type == "shorthand_property_identifier_pattern":
            yield child, f".{parsed.code(child)}"
        elif child.type == "object_assignment_pattern" and (left := child.child_by_field_name("left")) is not None:
            yield left, f".{parsed.code(left)}"
        elif key is not None and value is not None:
            yield from ((node, f".{parsed.code(key)}{rest}") for node, rest in taken_apart(parsed, value))
    position = 0
    for child in pattern.children if pattern.type == "array_pattern" else ():
        if child.type == ",":
            position += 1
        elif child.is_named:
            yield from ((node, f"@{position}{rest}") for node, rest in taken_apart(parsed, child))
