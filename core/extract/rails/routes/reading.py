"""What one file keeps for the router: its tree if it draws routes, methods that may, constants, engines, modules of Devise."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

import tree_sitter

from core.extract.facts import Definition
from core.extract.ruby.evaluate.evaluator import arguments
from core.extract.ruby.evaluate.kinds import Frame
from core.extract.ruby.evaluate.stored_trees import KeptTree, kept
from core.extract.ruby.syntax.nodes import call_of, enclosing_constant, walk
from core.extract.ruby.syntax.parse import RubyTree, text_of

_DRAWS = re.compile(r"\.routes\.(?:draw|append|prepend)\b|\b(?:add_routes|append_routes|prepend_routes|draw_routes)\b")
_IN_PASSING = re.compile(r"\.routes\.(?:append|prepend|draw)\s*(?:do\b|\{)")
_DRAWN_BY_NAME = re.compile(r"(?:^|/)config/routes/.+\.rb$")
_DEVISE = re.compile(r"^[ \t]*devise\b", re.MULTILINE)
_NOT_LOADED = re.compile(r"(?:^|/)(?:templates|generators|dummy|test_app|node_modules|vendor/bundle|extra|examples?|docs?)/")
_ROUTING = re.compile(  # no assignment: `scope = Issue.all`
    r"^[ \t]*(?:resources?|get|post|put|patch|delete|match|mount|scope|namespace|root)\b(?![ \t]*=[^>=~])", re.MULTILINE
)
_CAPITALS = re.compile(r"[A-Z][A-Z\d_]*")
_LONGEST_CONSTANT = 20_000  # bytes; a longer one is data, not something that routes are made of


def is_loaded(path: str) -> bool:
    """Tell whether the application itself can load a file: no template or dummy application; tests are not told apart."""
    return path.endswith(".rb") and _NOT_LOADED.search(path) is None


def draws_routes(path: str, text: str) -> bool:
    """Tell whether a file draws routes by itself."""
    in_passing = path.startswith(("config/", "lib/")) and _IN_PASSING.search(text) is not None
    return in_passing or ("route" in path and _DRAWS.search(text) is not None)


def may_draw(path: str, text: str) -> bool:
    """Tell whether a file draws routes, by itself or when another one asks for it."""
    return draws_routes(path, text) or _DRAWN_BY_NAME.search(path) is not None


def has_routing_lines(text: str) -> bool:
    """Tell whether any line of a file begins with a word that draws routes."""
    return _ROUTING.search(text) is not None


def tells_devise(text: str) -> bool:
    """Tell whether a class of a file may call `devise`."""
    return _DEVISE.search(text) is not None


def methods_in(text: str, parsed: RubyTree, definitions: Sequence[Definition]) -> dict[str, KeptTree]:
    """Return the trees of the methods with a line that may draw a route, by name; of several the first."""
    breaks = [match.start() for match in re.finditer("\n", text)]
    lines = [bisect_right(breaks, match.start()) + 1 for match in _ROUTING.finditer(text)]
    found: dict[str, KeptTree] = {}
    for one in reversed(definitions):
        if one.kind == "method" and bisect_right(lines, one.start_line) < bisect_right(lines, one.end_line):
            node = _outer(parsed, one.start_line, ("method", "singleton_method"), "name", one.name)
            if node is not None:
                found[one.name] = kept(node, parsed.healed)
    return found


def constants_in(parsed: RubyTree, definitions: Sequence[Definition]) -> dict[str, KeptTree]:
    """Return the trees of the values of constants in capitals, by name; of several the last."""
    found: dict[str, KeptTree] = {}
    for one in definitions:
        if one.kind == "constant" and _CAPITALS.fullmatch(one.name):
            node = _outer(parsed, one.start_line, ("assignment",), "left", one.name)
            value = node.child_by_field_name("right") if node is not None else None
            if value is not None and value.end_byte - value.start_byte <= _LONGEST_CONSTANT:
                found[one.name] = kept(value, parsed.healed)
    return found


def _outer(parsed: RubyTree, line: int, types: tuple[str, ...], role: str, name: str) -> tree_sitter.Node | None:
    """Return the node that starts a line and is of one of these types, with this name in this role."""
    start = parsed.line_start(line)
    node = parsed.root.descendant_for_byte_range(start, start + 1)
    while node is not None and node.start_byte >= start:
        if node.type in types and text_of(node.child_by_field_name(role)) == name:
            return node
        node = node.parent
    return None


def engines_in(root: tree_sitter.Node) -> Iterator[list[str]]:
    """Yield the constants of isolated engines with the module that each isolates."""
    for node in walk(root):
        call = call_of(node) if node.type == "call" else None
        if call is not None and call.name == "isolate_namespace" and call.arguments:
            yield [enclosing_constant(node), text_of(call.arguments[0]).removeprefix("::")]


def devise_in(root: tree_sitter.Node, path: str) -> Iterator[list[str | list[str]]]:
    """Yield the classes that call `devise` with the modules that they name."""
    for node in walk(root):
        call = call_of(node) if node.type == "call" else None
        if call is not None and call.name == "devise" and call.receiver is None:
            given, options = arguments(call, Frame(path))
            named = [str(value) for value in given if isinstance(value, str)]
            yield [enclosing_constant(node), [*named, *(str(key) for key in options)]]
