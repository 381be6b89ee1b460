"""What a name or an expression gives as text, as far as its file tells: constants, variables, parameters, defaults."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from tree_sitter import Node

from core.extract.outgoing import kotlin
from core.extract.outgoing.nodes import walk
from core.extract.outgoing.shapes import (
    ASSIGNED,
    CLASSES,
    EITHER,
    FUNCTIONS,
    LITERAL,
    MAKES,
    MANY,
    NAMES,
    NOTHING,
    OR,
    STRINGS,
    SUBSTITUTED,
    WRAPPERS,
)
from core.extract.outgoing.sites import Site, named, parted, site_of
from core.extract.parse import Parsed
from core.model.outgoing import OPEN, REFERENCE

_KEPT = frozenset({"freeze", "to_s", "to_sym", "String", "str", "toString", "trim", "fetch!"})
_FALLBACK = re.compile(r"(?:^|[._])(?:fetch|getenv|get|getOrDefault|GetEnv|getEnv|env|GetValue)$")
_CONSTANT = re.compile(r"^[A-Z][A-Z0-9_]*$|^[A-Z]\w*(?:\.|::)[A-Za-z]\w*$|^[\w.:]+(?:\.|::)[A-Z]\w+$")
_CLASS = re.compile(r"^[A-Z]\w*[a-z]\w*$")
_OF_MESSAGES = re.compile(  # an object whose fields are names of topics and the like
    r"^(?!this\.|self\.)[\w.]*(?:topic|queue|event|channel|exchange|subject|const|kafka|amqp|rabbit|routing)[\w.]*\.\w+$",
    re.IGNORECASE,
)
_ENVIRONMENT = re.compile(
    r"^(?:ENV(?:\.fetch)?|(?:os\.)?environ(?:\.get)?|os\.getenv|process\.env|System\.getenv|os\.Getenv|(?:System\.)?"
    r"Environment\.GetEnvironmentVariable)[.\[(]\s*[\"']?(\w+)[\"']?\s*[\])]?$"
)  # without a value of its own
_PLACEHOLDER = re.compile(r"[$#]\{([^}:]*)(?::([^}]*))?\}")
_LISTS = frozenset({"listOf", "setOf", "arrayOf", "asList", "singletonList", "singleton"})
_DEEPEST = 5
_MOST = 12


class Values:
    """The names of one file with what they are set to."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self._set: dict[str, list[tuple[Node, int]]] = defaultdict(list)
        self._given: dict[str, list[Site]] = defaultdict(list)
        self._made: dict[str, list[Node]] = defaultdict(list)  # what functions give, of Ruby what methods end with
        self._pairs: dict[str, list[Node]] = defaultdict(list)
        for node in walk(parsed.root):
            if node.type == "pair" and (key := node.child_by_field_name("key")) is not None and _scope(node) == 0:
                self._pairs[parsed.code(key).strip("\"':")].extend(node.named_children[1:])
            elif node.type in ASSIGNED:
                left, right = (node.child_by_field_name(field) for field in ASSIGNED[node.type])
                if right is None and node.type == "variable_declarator" and len(node.named_children) > 1:
                    right = node.named_children[-1]  # C#
                if left is not None and right is not None:
                    self._set[self._name(left)].append((right, _scope(node)))
            elif node.type == "property_declaration" and (pair := kotlin.set_by(node)) is not None:
                self._set[self._name(pair[0])].append((pair[1], _scope(node)))
            elif node.type == "method" and (told := _told(node)) is not None:
                self._made[self._name(told[0])].append(told[1])
                if node.child_by_field_name("parameters") is None:
                    self._set[self._name(told[0])].append((told[1], 0))
            elif node.type == "return_statement" and node.named_children and (around := _function(node)) is not None:
                self._made[self._title(around)].append(node.named_children[0])
            elif (site := site_of(parsed, node)) is not None:
                self._given[site.name].append(site)

    def texts(self, node: Node, deep: int = 0) -> list[str]:
        """Return the texts that an expression may give, open where only the running program knows, with references to constants
        of other files and to what callers elsewhere give. A variable of the environment is a constant of `ENV`.
        """
        if set_outside := _ENVIRONMENT.match(self.parsed.code(node)):
            return [f"{REFERENCE}ENV.{set_outside[1]}"]
        found = list(dict.fromkeys(self._texts(node, deep)))[:_MOST] if deep <= _DEEPEST else []
        return found or [OPEN]

    def set_to(self, name: str) -> list[Node]:
        """Return what a name is set to outside of functions, of Ruby also what a method without parameters gives."""
        return [value for value, scope in self._set.get(name, []) if scope == 0]

    def constant(self, name: str) -> list[str]:
        """Return the texts that a name is set to outside of functions or that a function gives; none where none are told."""
        values = [value for value, scope in self._set.get(name, []) if scope == 0] or self._pairs.get(name, [])
        values = values or self._made.get(name, [])
        found = [text for value in values for text in self.texts(value)]
        return sorted({text for text in found if OPEN not in text and not text.startswith(REFERENCE)})

    def traced(self, node: Node | None, deep: int = 0) -> Site | None:
        """Return the call that gives what a name stands for: `channel.queue("a")` for the variable that it is set to."""
        if node is None or deep > _DEEPEST:
            return None
        if (node.type in WRAPPERS or node.type == "expression_list") and node.named_children:
            return self.traced(node.named_children[-1], deep + 1)
        if (site := site_of(self.parsed, node)) is not None and (site.given or site.named):
            return site
        for value in self.values_of(node):
            if (found := self.traced(value, deep + 1)) is not None:
                return found
        return self._tapped(node, deep)

    def _texts(self, node: Node, deep: int) -> Iterator[str]:
        if node.type in STRINGS:
            yield self._string(node, deep)
        elif node.type in MANY:
            joined = node.type in ("concatenated_string", "chained_string")
            parts = [text for child in node.named_children for text in self.texts(child, deep + 1)]
            yield from ["".join(parts)] if joined else parts
        elif node.type in WRAPPERS and node.named_children:
            yield from self.texts(node.named_children[-1 if node.type not in ("as_expression",) else 0], deep + 1)
        elif node.type in EITHER:
            for field in ("consequence", "alternative"):
                if (branch := node.child_by_field_name(field)) is not None:
                    yield from self.texts(branch, deep + 1)
        elif (sides := _sides(node)) is not None:
            yield from self._added(node, sides, deep)
        elif (site := site_of(self.parsed, node)) is not None and self._is_call(site):
            yield from self._called(site, deep)
        else:
            yield from self._named(node, deep)

    def _string(self, node: Node, deep: int) -> str:
        if node.type == "simple_symbol":
            return self.parsed.code(node)[1:]
        text, at = "", node.start_byte + 1
        for child in node.named_children:
            if child.type in SUBSTITUTED:
                if node.type == "template_string" and child.start_byte > at:
                    text += self.parsed.text(at, child.start_byte)
                values = self.texts(child.named_children[0], deep + 1) if child.named_children else [OPEN]
                text += values[0] if len(values) == 1 and not values[0].startswith(REFERENCE) else OPEN
                at = child.end_byte
            elif child.type in LITERAL and node.type != "template_string":
                text += self.parsed.code(child)
        if node.type == "template_string":
            text += self.parsed.text(at, node.end_byte - 1)
        return _PLACEHOLDER.sub(lambda found: found[2] or OPEN, text) if node.type == "string_literal" else text

    def _added(self, node: Node, sides: tuple[Node, Node], deep: int) -> Iterator[str]:
        """Yield what strings give that are added up, or the second of two where the first is not known here."""
        operator = node.child_by_field_name("operator")
        sign = self.parsed.code(operator) if operator is not None else ""
        left, right = self.texts(sides[0], deep + 1), self.texts(sides[1], deep + 1)
        if sign in OR:
            yield from [one for one in left if one != OPEN] + [one for one in right if one != OPEN]
        elif sign == "+":
            holes = [OPEN if one.startswith(REFERENCE) else one for one in (left[0], right[0])]
            yield "".join(holes)

    def _is_call(self, site: Site) -> bool:
        return bool(site.given) or site.receiver is not None or site.name in self._made

    def _called(self, site: Site, deep: int) -> Iterator[str]:
        if site.name in _KEPT and site.receiver is not None:
            yield from self.texts(site.receiver, deep + 1)
        elif _FALLBACK.search(site.name) and len(site.given) == 2:
            yield from self.texts(site.given[1], deep + 1)
        elif site.name in _LISTS:
            yield from (text for one in site.given for text in self.texts(one, deep + 1))
        elif site.name in ("Queue", "Exchange", "Topic") and site.given:
            yield from self.texts(site.given[0], deep + 1)
        elif site.receiver is None or self.parsed.code(site.receiver) in ("self", "this"):
            for made in self._made.get(site.name, []):
                yield from (one for one in self.texts(made, deep + 1) if one != OPEN)
        elif not site.given and not site.named and _CLASS.match(whose := self.parsed.code(site.receiver)):
            yield f"{REFERENCE}{whose}.{site.name}"  # a method of a class gives a name as a constant does

    def named(self, site: Site, name: str) -> Node | None:
        """Return what a call is given by name, also in the options that a variable holds."""
        if name in site.named:
            return site.named[name]
        for node in site.given:
            for value in self.values_of(node) if node.type in NAMES else ():
                made = site_of(self.parsed, value)
                held = made.named if made is not None else named(self.parsed, [value])
                if name in held:
                    return held[name]
        return None

    def _named(self, node: Node, deep: int) -> Iterator[str]:
        values = self.values_of(node)
        for value in values:
            yield from self.texts(value, deep + 1)
        given = [text for value in self._parameters(node) for text in self.texts(value, deep + 1)]
        yield from (text for text in given if text != OPEN)
        written = self.parsed.code(node)
        if not values and not given and (passed := self.passed(node)):
            yield passed
        elif not values and (_CONSTANT.match(written) or _OF_MESSAGES.match(written)):
            yield REFERENCE + written

    def values_of(self, node: Node) -> list[Node]:
        """Return what a name is set to in its function, else outside of all, or for a field of an object anywhere."""
        known = [one for one in self._set.get(self._name(node), []) if one[0].type not in NOTHING]
        if node.type not in NAMES and parted(node) is None and node.type != "call":
            return []
        own = [value for value, scope in known if scope == _scope(node)]
        field = node.type in ("instance_variable", "class_variable") or parted(node) is not None
        return own or [value for value, scope in known if field or scope == 0]

    def _parameters(self, node: Node) -> Iterator[Node]:
        """Yield what calls in this file give for a name that is a parameter of the function around it."""
        function, at = self._place(node)
        name = self._name(node)
        for site in self._given.get(function, []) if at >= 0 else ():
            if name in site.named:
                yield site.named[name]
            elif at < len(site.given):
                yield site.given[at]

    def passed(self, node: Node) -> str:
        """Return a reference to what callers elsewhere give for a parameter: `$(publish,0,topic)`; empty for no parameter."""
        function, at = self._place(node)
        return f"{REFERENCE}({function},{at},{self._name(node)})" if at >= 0 and function else ""

    def _place(self, node: Node) -> tuple[str, int]:
        """Return the function of which a name is a parameter, for a constructor the class, and the number of the parameter."""
        around = _function(node)
        held = around.child_by_field_name("parameters") if around is not None else None
        if around is None or held is None or node.type not in NAMES:
            return "", -1
        name = self._name(node)
        places = [one for one in held.named_children if self.parsed.code(one) not in ("self", "cls")]
        at = next((number for number, one in enumerate(places) if self._parameter(one) == name), -1)
        return self._title(around), at

    def _title(self, function: Node) -> str:
        """Return the name by which a function is called: for a constructor that of its class."""
        title = function.child_by_field_name("name")
        name = self.parsed.code(title) if title is not None else ""
        around = function.parent
        if name in MAKES:
            while around is not None and around.type not in CLASSES:
                around = around.parent
        elif name or around is None or around.type not in ("variable_declarator", "public_field_definition"):
            return name
        held = around.child_by_field_name("name") if around is not None else None
        return self._name(held) if held is not None else ""

    def _parameter(self, node: Node) -> str:
        inner = node.child_by_field_name("name") or node.child_by_field_name("pattern") or node
        return self._name(inner if inner.type in NAMES or not inner.named_children else inner.named_children[0])

    def _tapped(self, node: Node, deep: int) -> Site | None:
        """Return the call on which `tap` has a block with this parameter."""
        name, around = self.parsed.code(node), node.parent
        while around is not None and node.type == "identifier":
            held = around.child_by_field_name("parameters") if around.type in ("block", "do_block") else None
            if held is not None and name in [self.parsed.code(one) for one in held.named_children]:
                call = around.parent
                method = call.child_by_field_name("method") if call is not None else None
                tapped = call is not None and method is not None and self.parsed.code(method) == "tap"
                return self.traced(call.child_by_field_name("receiver"), deep + 1) if tapped and call is not None else None
            around = around.parent
        return None

    def _name(self, node: Node) -> str:
        parts = parted(node)
        node = parts[1] if parts else node
        if node.type in ("expression_list", "literal_element") and node.named_children:
            node = node.named_children[0]
        return self.parsed.code(node).lstrip("@:").rstrip(":?!")


def _sides(node: Node) -> tuple[Node, Node] | None:
    if node.type not in ("binary", "binary_operator", "binary_expression", "boolean_operator"):
        return None
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    return (left, right) if left is not None and right is not None else None


def _told(method: Node) -> tuple[Node, Node] | None:
    """Return the name of a method of Ruby and the expression that it ends with."""
    name, body = method.child_by_field_name("name"), method.child_by_field_name("body")
    if name is None or body is None or not body.named_children:
        return None
    last = body.named_children[-1]
    right = last.child_by_field_name("right") if last.type in ("operator_assignment", "assignment") else None
    return name, right if right is not None else last


def _function(node: Node) -> Node | None:
    around = node.parent
    while around is not None and around.type not in FUNCTIONS:
        around = around.parent
    return around


def _scope(node: Node) -> int:
    around = _function(node)
    return around.id if around is not None else 0
