"""Files of an index as trees of Ruby, templates too, each parsed once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import NamedTuple

from tree_sitter import Node

from core.extract.rails.views.names import template_of
from core.extract.rails.views.reader import ruby_of
from core.extract.ruby.syntax.nodes import TooDeep, walk_named
from core.extract.ruby.syntax.parse import parse, text_of
from core.open_index import OpenIndex

METHODS = ("method", "singleton_method")
_BLOCKS = ("block", "do_block")
_PARSING = Lock()  # a parser is not for several threads at once


class RubySource(NamedTuple):
    """A file as a tree, or as much of one as a method has: whether it is a template, and the class around it."""

    path: str
    root: Node
    is_template: bool
    calls: tuple[Node, ...]


class Trees:
    """The trees of the files of an index, made when they are asked for; meant to be let go of after one list."""

    def __init__(self, index: OpenIndex) -> None:
        self._texts = {
            path: text
            for path, language, text in index.catalog.file_texts()
            if language == "ruby" or template_of(path) is not None
        }
        self._kept: dict[str, RubySource | None] = {}
        self._assigned: dict[Node, Mapping[str, Sequence[Node]]] = {}
        self._methods: dict[str, dict[int, Node]] = {}

    def files(self) -> Iterator[tuple[str, str]]:
        """Yield path and text of all Ruby files and templates."""
        yield from self._texts.items()

    def of(self, path: str) -> RubySource | None:
        """Return the tree of a file; None for one that the index does not have or that is nested beyond measure."""
        if path not in self._kept:
            self._kept[path] = _source(path, self._texts[path]) if path in self._texts else None
        return self._kept[path]

    def method(self, path: str, line: int) -> tuple[RubySource, Node] | None:
        """Return the method that begins on a line of a file."""
        source = self.of(path)
        if source is None:
            return None
        if path not in self._methods:
            methods = (node for node in walk_named(source.root) if node.type in METHODS)
            self._methods[path] = {node.start_point[0] + 1: node for node in methods}
        found = self._methods[path].get(line)
        return (source, found) if found is not None else None

    def assignments(self, scope: Node, name: str) -> Sequence[Node]:
        """Return the assignments to a variable in a method or file, in order; not those in methods inside of it."""
        return self.assigned(scope).get(name, ())

    def assigned(self, scope: Node) -> Mapping[str, Sequence[Node]]:
        """Return the assignments in a method or file by variable."""
        if scope not in self._assigned:
            self._assigned[scope] = _assignments(scope)
        return self._assigned[scope]


def _source(path: str, text: str) -> RubySource | None:
    is_template = template_of(path) is not None
    with _PARSING:
        root = parse(ruby_of(path, text) if is_template else text).root
    try:
        calls = tuple(node for node in walk_named(root) if node.type == "call")
    except TooDeep:
        return None
    return RubySource(path, root, is_template, calls)


def around(node: Node) -> Iterator[Node]:
    """Yield what a node is in, the nearest first."""
    current = node.parent
    while current is not None:
        yield current
        current = current.parent


def method_around(node: Node) -> Node | None:
    """Return the method that a node stands in."""
    return next((one for one in around(node) if one.type in METHODS), None)


def class_around(node: Node) -> str:
    """Return the qualified name of the class or module around a node."""
    words = [text_of(one.child_by_field_name("name")) for one in around(node) if one.type in ("class", "module")]
    return "::".join(reversed(words))


def block_of_name(node: Node, name: str) -> tuple[Node, int] | None:
    """Return the call whose block gives a name to what it is given, and as which of its parameters."""
    for one in around(node):
        if one.type in METHODS:
            return None
        if one.type in _BLOCKS and (parameters := one.child_by_field_name("parameters")) is not None:
            names = [text_of(child) for child in parameters.named_children]
            if name in names and one.parent is not None and one.parent.type == "call":
                return one.parent, names.index(name)
    return None


def _assignments(scope: Node) -> Mapping[str, Sequence[Node]]:
    found: dict[str, list[Node]] = defaultdict(list)
    for node in _outside_of_methods(scope):
        if node.type in ("assignment", "operator_assignment"):
            left = node.child_by_field_name("left")
            if left is not None and left.type in ("identifier", "instance_variable"):
                found[text_of(left)].append(node)
    return found


def _outside_of_methods(scope: Node) -> Iterator[Node]:
    waiting = [scope]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(child for child in reversed(node.named_children) if child.type not in METHODS)


def line_of(node: Node) -> int:
    """Return the line that a call is named on, or that a node begins on."""
    named = node.child_by_field_name("method") if node.type == "call" else None
    return int((named or node).start_point[0]) + 1


def arguments_of(call: Node) -> list[Node]:
    """Return the arguments of a call."""
    given = call.child_by_field_name("arguments")
    return list(given.named_children) if given is not None else []


def pair_value(call: Node, name: str) -> Node | None:
    """Return the value of a keyword of a call."""
    for one in arguments_of(call):
        if one.type == "pair" and text_of(one.child_by_field_name("key")).strip(":'\"") == name:
            return one.child_by_field_name("value")
    return None


def method_name(call: Node) -> str:
    """Return the name of a called method."""
    return text_of(call.child_by_field_name("method"))
