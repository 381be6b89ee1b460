"""Expressions as terms, as far as one file shows; linking infers their classes (`core.extract.ruby.typing`).

A term is the origin of a value and the calls on it, separated by dots. It begins with one of these:

- a constant, `@name` or `self`; with nothing, the first call is one on `self`
- `~name`, a parameter of that name; `~` alone is anything
- `^name`, the constructor's argument of that name, for a constructor made by a macro
- `<`, the object behind a delegator, or `!Name`, a literal of that class

A step is the name of a call, or one of these:

- `each&0`, the first block parameter of that call
- `*`, an element, or `+`, a list of such values
- `%{}Card`, the class of this name, with the name of the class before as `{}`
- `?name`, a value known only by its name

Local variables are replaced by their last assignment, so that a term needs no method body around it. `|` separates
alternatives from branches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from core.extract.ruby.syntax.nodes import BODIES, named, statements
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node

ANYTHING = "~"
"""The term of an expression of which nothing is known."""

_MAX_DEPTH = 30  # expressions in expressions: of deeper ones nothing is known
_MAX_LENGTH = 200  # letters of a term: each variable that is made of another makes it longer
_MAX_BRANCHES = 4
_LEAVES = frozenset(
    {
        "to_s", "to_i", "to_f", "to_sym", "to_json", "to_h", "inspect", "count", "size", "length", "sum", "join", "any?",
        "none?", "empty?", "present?", "blank?", "nil?", "include?", "save", "update", "destroy", "delete", "is_a?",
        "update_columns", "update_column", "update_attribute", "update_attributes", "update_all", "delete_all", "destroy_all",
        "exists?", "pluck", "valid?", "respond_to?", "raise", "render", "redirect_to", "head", "respond_to", "t", "puts",
        "html_safe", "strip", "gsub", "sub", "split", "downcase", "upcase", "keys", "values", "to_param", "ids",
    }
)  # fmt: skip
"""Calls that never give an object of an application."""

SENDERS = frozenset({"send", "public_send", "__send__"})
PASSING_ON = SENDERS | {"try", "try!"}
"""Calls that call the method which they are given the name of."""
_NAMING = frozenset({"constantize", "safe_constantize"})
_CLASS_PATTERN = re.compile(r"(?:[A-Z]\w*::)*(?:[A-Z]\w*)?\{\}\w*(?:::[A-Z]\w*)*")
_EACH = frozenset({"map", "collect", "flat_map", "filter_map", "collect_concat"})
_LITERALS = {
    "string": "!String", "chained_string": "!String", "heredoc_beginning": "!String", "integer": "!Integer",
    "float": "!Float", "hash": "!Hash", "simple_symbol": "!Symbol", "delimited_symbol": "!Symbol", "regex": "!Regexp",
    "string_array": "!Array", "symbol_array": "!Array", "range": "!Range", "subshell": "!String", "true": "!TrueClass",
    "false": "!FalseClass", "lambda": "!Proc", "unary": "!Object",
}  # fmt: skip

Locals = Mapping[str, str]
"""The terms of the local variables by name."""


def term_of(node: Node | None, local: Locals, depth: int = 0) -> str:
    """Return the term of an expression where these local variables are known."""
    if node is None or depth > _MAX_DEPTH:
        return ANYTHING
    kind = node.type
    if kind in _LITERALS:
        return _LITERALS[kind]
    handler = _TERMS.get(kind)
    term = handler(node, local, depth + 1) if handler is not None else ANYTHING
    return term if len(term) <= _MAX_LENGTH else ANYTHING


def union(terms: Iterable[str]) -> str:
    """Return the term of what may be any of these; what is not known of some is left out."""
    found = dict.fromkeys(one for term in terms for one in term.split("|") if one and one != ANYTHING)
    return "|".join(found) if 0 < len(found) <= _MAX_BRANCHES else ANYTHING


def then(term: str, step: str) -> str:
    """Return the term of a call on what a term stands for."""
    longer = f"{term}.{step}" if "|" not in term else "|".join(f"{one}.{step}" for one in term.split("|"))
    return longer if len(longer) <= _MAX_LENGTH else ANYTHING


def called(term: str, name: str) -> str:
    """Return the term of a variable: its value, and where nothing is known of that what is called like it."""
    return term if term.endswith(f".?{name}") and "|" not in term else then(term, f"?{name}")


def worth_keeping(term: str) -> str:
    """Return what of a term may be an object of the application: literals are none, and of `~` nothing is known."""
    parts = (one for one in term.split("|") if one[:1] != "!" and one != ANYTHING and not one.startswith(f"{ANYTHING}."))
    return "|".join(one for one in parts if one.rpartition(".")[2].removesuffix("!") not in _LEAVES)


def tails(node: Node | None, local: Locals) -> str:
    """Return the term of what a body ends with."""
    return _last(node, local, 0) if node is not None else ANYTHING


def block_gets(call: Node | None, local: Locals) -> str:
    """Return the term of what the block of a call is called on, with the name of the call: `self.each`; else unknown."""
    method = call.child_by_field_name("method") if call is not None and call.type == "call" else None
    if call is None or method is None:
        return ANYTHING
    receiver = call.child_by_field_name("receiver")
    return then(term_of(receiver, local) if receiver is not None else "", text_of(method))


def _identifier(node: Node, local: Locals, depth: int) -> str:
    name = text_of(node)
    return local.get(name, f".{name}")


def _held(node: Node, local: Locals, depth: int) -> str:
    name = text_of(node)
    return local.get(name, name)


def _name(node: Node, local: Locals, depth: int) -> str:
    return "".join(text_of(node).split())


def _call(node: Node, local: Locals, depth: int) -> str:
    method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
    if method is None or method.type not in ("identifier", "constant"):
        return ANYTHING
    name = text_of(method)
    if name in _NAMING and receiver is not None and receiver.type == "string":
        return _called_after(receiver, local, depth)
    on = term_of(receiver, local, depth) if receiver is not None else ""
    symbol = passed_symbol(node)
    if name in PASSING_ON and symbol:
        return then(on, symbol)
    if name in _EACH:
        return then(then(then(on, "*"), symbol), "+") if symbol else ANYTHING
    return then(on, name)


def _called_after(node: Node, local: Locals, depth: int) -> str:
    """Return the term of the class that a text names: `"#{self.class}Card".constantize`, called after another one."""
    parts = list(node.named_children)
    holes = [one for one in parts if one.type == "interpolation" and len(one.named_children) == 1]
    if len(holes) != 1 or any(one.type not in ("interpolation", "string_content") for one in parts):
        return ANYTHING
    step = "".join("{}" if one is holes[0] else text_of(one) for one in parts)
    term = term_of(holes[0].named_children[0], local, depth)
    for end in (".name", ".to_s"):
        term = term.removesuffix(end)
    return then(term or "self", f"%{step}") if _CLASS_PATTERN.fullmatch(step) else ANYTHING


def passed_symbol(node: Node) -> str:
    """Return the method that a call is told to call: `:name` in `try(:name)` and `map(&:name)`; else nothing."""
    arguments = node.child_by_field_name("arguments")
    given = arguments.named_children if arguments is not None else ()
    if not given:
        return ""
    is_passing_on = text_of(node.child_by_field_name("method")) in PASSING_ON
    passed = given[0] if is_passing_on else given[-1]
    if passed.type == "block_argument" and passed.named_children:
        passed = passed.named_children[0]
    elif not is_passing_on:
        return ""
    elif passed.type == "string":
        parts = passed.named_children
        return text_of(parts[0]) if [part.type for part in parts] == ["string_content"] else ""
    return text_of(passed)[1:] if passed.type == "simple_symbol" else ""


def _element(node: Node, local: Locals, depth: int) -> str:
    return then(term_of(node.named_children[0], local, depth), "[]") if node.named_children else ANYTHING


def _array(node: Node, local: Locals, depth: int) -> str:
    items = {term_of(child, local, depth) for child in node.named_children[:_MAX_BRANCHES]}
    one = items.pop() if len(items) == 1 else ANYTHING
    return then(one, "+") if one != ANYTHING and "|" not in one else "!Array"


def _value(node: Node, local: Locals, depth: int) -> str:
    right = term_of(node.child_by_field_name("right"), local, depth)
    if node.type == "assignment":
        return right
    operator = text_of(node.child_by_field_name("operator"))
    left = term_of(node.child_by_field_name("left"), local, depth)
    return union([left, right]) if operator == "||=" else right if operator == "&&=" else left


def _binary(node: Node, local: Locals, depth: int) -> str:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    kind = operator.type if operator is not None else ""
    if kind in ("||", "or"):
        return union([term_of(left, local, depth), term_of(right, local, depth)])
    if kind in ("&&", "and"):
        return term_of(right, local, depth)
    return term_of(left, local, depth) if kind in ("+", "-", "<<") else "!Object"


def _conditional(node: Node, local: Locals, depth: int) -> str:
    branches = (node.child_by_field_name(name) for name in ("consequence", "alternative"))
    return union(_last(branch, local, depth) for branch in branches if branch is not None)


def _case(node: Node, local: Locals, depth: int) -> str:
    branches = [child for child in node.named_children if child.type in ("when", "in_clause", "else")]
    bodies = (branch.child_by_field_name("body") if branch.type != "else" else branch for branch in branches)
    return union(_last(body, local, depth) for body in bodies if body is not None)


def _body(node: Node, local: Locals, depth: int) -> str:
    return _last(node, local, depth)


def _first(node: Node, local: Locals, depth: int) -> str:
    return term_of(node.child_by_field_name("body"), local, depth)


def _last(node: Node | None, local: Locals, depth: int) -> str:
    """Return the term of the last statement of a body, and of those that a rescue or an else ends with."""
    if node is None or depth > _MAX_DEPTH:
        return ANYTHING
    if node.type not in BODIES and node.type != "rescue":
        return term_of(node, local, depth + 1)
    found = named(node) if node.type == "rescue" else statements(node)
    plain = [child for child in found if child.type not in ("rescue", "ensure", "else", "exceptions", "exception_variable")]
    more = [_last(child.child_by_field_name("body"), local, depth + 1) for child in found if child.type == "rescue"]
    return union([term_of(plain[-1], local, depth + 1) if plain else ANYTHING, *more])


_TERMS: Mapping[str, Callable[[Node, Locals, int], str]] = {
    "identifier": _identifier,
    "hash_key_symbol": _identifier,  # `f(name:)` passes what is called so
    "instance_variable": _held,
    "class_variable": _name,
    "constant": _name,
    "scope_resolution": _name,
    "self": _name,
    "call": _call,
    "element_reference": _element,
    "array": _array,
    "assignment": _value,
    "operator_assignment": _value,
    "binary": _binary,
    "conditional": _conditional,
    "if": _conditional,
    "elsif": _conditional,
    "unless": _conditional,
    "case": _case,
    "case_match": _case,
    "rescue_modifier": _first,
    "if_modifier": _first,
    "unless_modifier": _first,
    **dict.fromkeys(BODIES, _body),
}
