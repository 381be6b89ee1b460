"""What a body does, step by step: its calls in the order in which they are evaluated, and the branches around each.

Kept with the definition, so that flows are put together from facts and no method is parsed again: `steps` are rows of line,
name, receiver, branch (a position in `branches`, -1 for none) and, where it tells something, what is passed. The
assignment of a variable is a step named `=x` whose receiver is what is assigned. `branches` are rows of kind, condition,
line and the branch around. A receiver is a chain of names without arguments, `@story.comments.build`; `?` stands for
anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from tree_sitter import Node

from core.extract.ruby.reading.context import BODY, Enclosing
from core.extract.ruby.reading.narrowing import afterwards, narrowed
from core.extract.ruby.reading.terms import PASSING_ON, passed_symbol
from core.extract.ruby.syntax.parse import text_of

if TYPE_CHECKING:
    from core.extract.ruby.reading.state import Reading

_SAYING = frozenset(
    {
        "render", "redirect_to", "redirect_back", "redirect_back_or_to", "head", "send_data", "send_file", "respond_to",
        "respond_with", "raise", "authorize", "authorize!", "send", "public_send", "constantize", "instrument", "update_column",
        "update_columns", "update_attribute", "throw", "abort", "stream", "render_to_string", "transition_to", "transition_to!",
        "fail!",
    }
)  # fmt: skip
"""Calls of which it matters what is passed."""
_ASKING = frozenset(
    {
        "get",
        "post",
        "put",
        "patch",
        "delete",
        "head",
        "request",
        "run_request",
        "get_response",
        "post_form",
        "get_json",
        "post_json",
    }
)
"""Calls of clients of HTTP, of which it matters what address they are given."""
_LENDING = frozenset({"start", "session", "persistent", "with", "wrap"})  # what gives the block of a call a client
_LIBRARIES = frozenset({"Net::HTTP", "HTTP", "HTTParty", "Faraday", "RestClient", "Excon", "Typhoeus", "HTTPX"})
_SAYING_WITH = {"new": b"transition_class:"}  # a machine of statesman is made with its record and what keeps its transitions
_PLAIN = frozenset(
    {
        "[]", "nil?", "blank?", "present?", "to_s", "to_i", "to_f", "to_sym", "to_a", "to_h", "length", "size", "is_a?",
        "empty?", "respond_to?", "key?", "keys", "values", "merge", "dup", "freeze", "params", "l", "t", "html_safe",
        "join", "split", "strip", "include?", "collect", "inspect", "compact", "flatten", "uniq", "puts", "gsub", "sub",
        "lambda", "proc", "require", "permit", "fetch", "class", "zero?", "downcase", "upcase", "sort", "sort_by",
        "reverse", "concat", "push", "start_with?", "end_with?", "instance_of?", "kind_of?", "presence", "max", "min",
        "sum", "begin", "end", "private",
    }
)  # fmt: skip
"""Calls of Ruby's own values, which lead nowhere."""
_CLASS = re.compile(r"(?:[A-Z]\w*::)*[A-Z]\w*")
_LONGEST = 80
_MOST = 400  # steps of one definition: a longer one is data
_NESTED = 5  # values in values: deeper ones are not looked at
_LINKS = 12  # calls in a receiver: a longer chain is told by its ends

BRANCHING: Mapping[str, str] = {
    "if": "if", "unless": "unless", "elsif": "if", "else": "else", "when": "when", "in_clause": "when", "while": "while",
    "until": "until", "for": "each", "conditional": "if", "rescue": "rescue", "ensure": "ensure", "if_modifier": "if",
    "unless_modifier": "unless", "while_modifier": "while", "until_modifier": "until", "rescue_modifier": "rescue",
}  # fmt: skip
"""Nodes that decide whether what is in them runs, by what they are called here."""
_PASSING = frozenset({"if_modifier", "unless_modifier"})  # what they decide on is a statement where they are
_HOLDING = frozenset({"rescue", "ensure", "else"})  # their children are statements
_LOOPS = frozenset(
    {"each", "map", "each_with_index", "find_each", "each_pair", "times", "loop", "find_in_batches", "each_slice"}
)


_DOING = frozenset({"each", "find_each"})
_ASKING_EACH = frozenset(
    {"map", "flat_map", "all?", "any?", "none?", "select", "reject", "filter", "filter_map", "sum", "count"}
)
_ONE_BY_ONE = _DOING | _ASKING_EACH | {"each_with_index", "each_with_object"}
"""Calls that hand what is before to their block, one after the other."""
_SAVED = frozenset({"save", "destroy", "touch", "delete"})  # what changes a record although it ends with no `!`
_EACH = "each"  # in a chain: one after the other of what is before


def step(reading: Reading, name: str, node: Node, receiver: Node | None, context: Enclosing) -> None:
    """Keep a call as a step of the definition that it stands in."""
    if name in _PLAIN or context.quiet or reading.file.is_test or context.mode == BODY:
        return
    method, arguments = node.child_by_field_name("method") or node, node.child_by_field_name("arguments")
    sent = passed_symbol(node) if name in PASSING_ON else ""  # `record.try(:update!, note)` does what `update!` does
    said = shortened(arguments) if arguments is not None and not sent and _is_telling(name, arguments) else ""
    if not said and receiver is not None and arguments is not None and name in _ASKING:
        said = _address(arguments, receiver)
    end, line = (arguments or method).end_byte, method.start_point.row + 1
    _keep(reading, context, [line, sent or name, chain(receiver), context.branch, *([said] if said else [])], node, end)
    passed = passed_symbol(node) if name in _DOING or name in _ASKING_EACH else ""
    passed = passed if name in _DOING or passed.endswith("!") or passed in _SAVED else ""
    if passed and passed not in _PLAIN and not passed.endswith("?"):  # `payments.each(&:void!)`
        _keep(reading, context, [line, passed, f"{chain(receiver)}.{_EACH}", context.branch], node, end)


def _is_telling(name: str, arguments: Node) -> bool:
    """Tell whether it matters what a call passes."""
    return name in _SAYING or (name in _SAYING_WITH and _SAYING_WITH[name] in (arguments.text or b""))


def _address(arguments: Node, receiver: Node) -> str:
    """Return the address that a client of HTTP is given first, as it is written; empty where it writes none."""
    given = next((one for one in arguments.named_children if one.type != "pair"), None)
    of_library = text_of(receiver) in _LIBRARIES
    if given is not None and of_library and given.type == "identifier":
        given = _set_before(given)
    if given is None or given.type not in ("string", "constant", "scope_resolution"):
        return ""
    said = shortened(given)
    return said if of_library or (given.type == "string" and "/" in said) else ""


def _set_before(name: Node) -> Node | None:
    """Return the string that the method around a variable sets it to before, the last one; the variable itself for none."""
    around = name.parent
    while around is not None and around.type not in ("method", "singleton_method", "program"):
        around = around.parent
    found, waiting = None, [around] if around is not None else []
    while waiting:
        node = waiting.pop()
        if node.start_byte >= name.start_byte:
            continue
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if node.type == "assignment" and left is not None and right is not None and left.text == name.text:
            found = right
        waiting.extend(reversed(node.named_children))
    return found if found is not None and found.type == "string" else name


def assigned(reading: Reading, left: Node, right: Node | None, context: Enclosing) -> None:
    """Keep the assignment of a variable, with the chain of calls that gives its value, or of an attribute, `x.name=`."""
    if context.quiet or reading.file.is_test or context.mode == BODY:
        return
    line, value = left.start_point.row + 1, values(right)
    if left.type in ("identifier", "instance_variable"):
        row = [line, f"={text_of(left)}", value, context.branch]
    elif left.type == "call" and (method := left.child_by_field_name("method")) is not None:
        row = [line, f"{text_of(method)}=", chain(left.child_by_field_name("receiver")), context.branch]
    else:
        return
    _keep(reading, context, row, left, (right or left).end_byte)


def append(reading: Reading, node: Node, context: Enclosing) -> None:
    """Keep `story.comments << comment`, which saves what is added."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or context.quiet or reading.file.is_test or context.mode == BODY:
        return
    receiver = chain(left)
    if left.type == "identifier" or ("." in receiver and not receiver.startswith("?")):
        _keep(reading, context, [node.start_point.row + 1, "<<", receiver, context.branch, chain(right)], node, node.end_byte)


def word(reading: Reading, node: Node, context: Enclosing) -> None:
    """Keep `super`, `yield`, `return`, `next` or `break`."""
    if not (context.quiet or reading.file.is_test or context.mode == BODY):
        _keep(reading, context, [node.start_point.row + 1, node.type, "", context.branch], node, node.end_byte)


def branch(reading: Reading, kind: str, condition: str, node: Node, context: Enclosing) -> Enclosing:
    """Return the context of what runs only in this branch."""
    if context.quiet or reading.file.is_test or context.mode == BODY:
        return context
    rows = reading.branches.setdefault(context.scope, [])
    rows.append([kind, condition, node.start_point.row + 1, context.branch])
    return replace(context, branch=len(rows) - 1)


def early(node: Node, context: Enclosing) -> Enclosing:
    """Return the context of a condition that stands behind what it decides on and is evaluated before it."""
    return context if context.before >= 0 else replace(context, before=node.start_byte)


def decided(reading: Reading, node: Node, context: Enclosing, statement: bool = False) -> None:
    """Queue the children of a branching node: its condition as it stands, what it decides on in a branch of its own."""
    kind, condition = BRANCHING[node.type], node.child_by_field_name("condition")
    patterns = node.children_by_field_name("pattern") if kind == "when" else []
    if kind == "rescue":
        patterns = node.children_by_field_name("exceptions")
    said = shortened(condition) if condition is not None else ", ".join(map(shortened, patterns))
    outside = {child.id for child in (condition, *patterns) if child is not None}
    inner = _told(branch(reading, kind, said, node, context), narrowed(node))
    if context.mode != BODY:
        for name, term in afterwards(node).items():
            reading.at_end(partial(reading.learn, name, context, term), context)
    alternative = node.child_by_field_name("alternative")
    whole = statement if node.type in _PASSING else node.type in _HOLDING
    for child in reversed(node.named_children):
        if alternative is not None and child.id == alternative.id:
            _otherwise(reading, alternative, branch(reading, "else", said, alternative, context))
        elif child.id in outside:
            reading.later(child, early(node, context) if node.type in _PASSING else context)
        else:
            reading.later(child, inner, whole)


def _told(context: Enclosing, terms: Mapping[str, str]) -> Enclosing:
    return replace(context, narrowed={**context.narrowed, **terms}) if terms and context.mode != BODY else context


def _otherwise(reading: Reading, alternative: Node, context: Enclosing) -> None:
    if alternative.type == "else":  # its statements: the branch is that of the whole `else` already
        reading.children(alternative, context, True)
    else:
        reading.later(alternative, context)


def block(reading: Reading, name: str, receiver: Node | None, node: Node, context: Enclosing) -> Enclosing:
    """Return the context of a block: a loop, a transaction, or what a call decides on."""
    written = f"{chain(receiver)}.{name}" if receiver is not None else name
    inner = branch(reading, "each" if name in _LOOPS else "block", written[:_LONGEST], node, context)
    if receiver is not None and name in _ONE_BY_ONE and inner.branch != context.branch:
        _handed(reading, f"{chain(receiver)}.{_EACH}", node, inner)
    if name in _LENDING and written.partition(".")[0] in _LIBRARIES and inner.branch != context.branch:
        _handed(reading, written[:_LONGEST], node, inner)
    return inner


def gives(reading: Reading, body: Node, context: Enclosing) -> None:
    """Keep the constant that a method does nothing but return at its end: `def self.kind = Story`."""
    last = body.named_children[-1] if body.type == "body_statement" and body.named_children else body
    if last.type in ("constant", "scope_resolution"):
        _keep(reading, context, [last.start_point.row + 1, text_of(last), "", -1], last, last.end_byte)


def _handed(reading: Reading, written: str, node: Node, context: Enclosing) -> None:
    """Keep what a block is given first as a variable that is set: `Net::HTTP.start(host) do |http|`, one of several."""
    held = node.child_by_field_name("block")
    given = held.child_by_field_name("parameters") if held is not None else None
    first = given.named_children[0] if given is not None and given.named_children else None
    if first is not None and first.type == "identifier":
        row = [first.start_point.row + 1, f"={text_of(first)}", written, context.branch]
        _keep(reading, context, row, first, first.end_byte)


def rows(reading: Reading, scope: int) -> dict[str, object]:
    """Return the steps and branches of a definition in the order in which they are evaluated; empty without steps."""
    found = reading.steps.get(scope)
    if not found:
        return {}
    steps = [row for _, row in sorted(found, key=lambda one: one[0])[:_MOST]]
    branches = reading.branches.get(scope)
    return {"steps": steps, **({"branches": branches} if branches else {})}


def chain(node: Node | None) -> str:
    """Return a receiver as the names that it is made of, `Comment.where.first`; `?` for anything that is no such chain."""
    names: list[str] = []
    while node is not None and node.type == "call" and len(names) < _LINKS:
        method = node.child_by_field_name("method")
        names.append(text_of(method) if method is not None else "call")
        node = node.child_by_field_name("receiver")
        if node is None:
            return ".".join(reversed(names))
    if node is None:
        return ""
    if node.type == "binary" and (left := node.child_by_field_name("left")) is not None and not names:
        return chain(left)  # `found || default`
    known = node.type in ("identifier", "instance_variable", "constant", "scope_resolution", "self", "super")
    return ".".join([text_of(node) if known else "?", *reversed(names)])[: 2 * _LONGEST]


def values(node: Node | None) -> str:
    """Return the chains that a value may come from, `Car.find_by|Car.new`; `?` where none is known."""
    return "|".join(dict.fromkeys(one for one in _alternatives(node, 0) if one != "?")) or "?"


def _text(node: Node) -> str:
    """Return the name of a class that a text is, in quotes; else nothing."""
    written = text_of(node)[1:-1] if node.type == "string" else ""
    return f'"{written}"' if _CLASS.fullmatch(written) else ""


def _alternatives(node: Node | None, depth: int) -> Iterator[str]:
    parts = []
    if node is not None and depth < _NESTED:
        if node.type in ("parenthesized_statements", "then", "else", "begin"):
            parts = node.named_children[-1:]
        elif node.type == "binary" and (operator := node.child_by_field_name("operator")) and operator.type in ("||", "or"):
            parts = node.named_children
        elif node.type in ("conditional", "if", "unless"):
            parts = [one for field in ("consequence", "alternative") if (one := node.child_by_field_name(field)) is not None]
    if not parts:
        yield _text(node) or chain(node) if node is not None else "?"
    for part in parts:
        yield from _alternatives(part, depth + 1)


def _keep(reading: Reading, context: Enclosing, row: list[object], node: Node, end: int) -> None:
    """Keep a row; what ends together is evaluated from the inside: the argument before the call that takes it."""
    place = (context.before if context.before >= 0 else end, end, -node.start_byte)
    reading.steps.setdefault(context.scope, []).append((place, row))


def shortened(node: Node) -> str:
    """Return the text of a node on one line, cut where it is long."""
    text = " ".join(text_of(node).split())
    text = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
