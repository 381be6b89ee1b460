"""What calls are given that names attributes: keys of hashes, symbols, text in the language of a database.

The linker knows what the calls mean; here only the names of the calls are known, so that other arguments are not kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from core.extract.ruby.reading.context import Enclosing
from core.extract.ruby.reading.state import Reading
from core.extract.ruby.reading.terms import worth_keeping
from core.extract.ruby.reading.values import Value
from core.extract.ruby.reading.vocabulary import GIVEN_KEYS, GIVEN_NAMES, GIVEN_SQL, GIVEN_TABLE
from core.extract.ruby.syntax.parse import text_of

COLUMN, SQL = "column", "sql"
"""The kinds of references that are kept: a name, and a text that holds names."""

UNKNOWN = "?"
"""The receiver of a call on something that no name tells."""

_MAX_CHAIN = 30
_MAX_NESTED = 4  # hashes in hashes and lists
_MAX_SQL = 4000  # letters: a longer text is a program
_BUILDING = frozenset({"hash", "string", "simple_symbol", "array", "symbol_array", "string_array"})
_MAPS = ("hash", "argument_list")
_LISTS = ("array", "symbol_array", "string_array")
_NAMES = ("simple_symbol", "hash_key_symbol", "bare_symbol", "bare_string")
_GIVEN = GIVEN_KEYS | GIVEN_SQL | GIVEN_TABLE | GIVEN_NAMES.keys()
_TAKING_ROOT = frozenset({"permit", "permit!", "expect"})

Named = tuple[str, Node]
"""A name, that of a table before it where it has one, and where it stands."""


def refer_to_given(reading: Reading, name: str, receiver: Node | None, node: Node, context: Enclosing) -> None:
    """Keep the names that a call of this name is given, each with the call, what it is called on, and its own line."""
    arguments = node.child_by_field_name("arguments")
    if arguments is None or reading.file.is_test or name not in _GIVEN:
        return
    root, chain = root_of(reading, receiver, context)
    root = UNKNOWN if root is None else root
    facts: dict[str, Value] = {"by": name, **({"chain": chain} if chain else {})}
    if root[:1].islower() and root != "self" and (term := worth_keeping(reading.variables(context).get(root, ""))):
        facts["term"] = term  # of the variable that the call is made on
    if name in _TAKING_ROOT and (of := _parameter(receiver)):
        facts["of"] = of
    for given, at in _given(name, arguments):
        reading.refer(given, COLUMN, at, context, root, **facts)
    for given, at in _built(reading, name, arguments, context):
        reading.refer(given, COLUMN, at, context, root, **facts)
    if name in GIVEN_SQL:
        held = [
            one for argument in arguments.named_children for one in reading.built.get((context.scope, text_of(argument)), ())
        ]
        for text in [*_texts(arguments), *(one for one in held if one.type == "string")][: GIVEN_NAMES.get(name, 1)]:
            refer_to_sql(reading, text, context, root, facts)


def build(reading: Reading, left: Node, right: Node | None, context: Enclosing) -> None:
    """Remember of which literals the value of a variable is made: `values = {title: "x"}`, `order = "title DESC"`."""
    key = (context.scope, text_of(left))
    if right is not None and right.type in _BUILDING:
        reading.built[key] = [right]
    else:
        reading.built.pop(key, None)


def add_to_built(reading: Reading, name: str, parts: Sequence[Node], context: Enclosing) -> None:
    """Remember what is put into a hash that is being built: `values[:title] = "x"`, `values.merge!(title: "x")`."""
    if (held := reading.built.get((context.scope, name))) is not None and held[0].type == "hash":
        held.extend(parts)


def _built(reading: Reading, name: str, arguments: Node, context: Enclosing) -> Iterator[Named]:
    """Yield the names in the literals of which the variables are made that a call is given."""
    for argument in arguments.named_children:
        inner = argument.named_children[0] if argument.type == "hash_splat_argument" and argument.named_children else argument
        literals = reading.built.get((context.scope, text_of(inner)), []) if inner.type == "identifier" else []
        are_keys = name in GIVEN_KEYS and bool(literals) and literals[0].type == "hash"
        for literal in literals:
            if literal.type in _MAPS:
                yield from _keys(literal, "", 0) if name in GIVEN_KEYS else ()
            elif literal.type in _NAMES or literal.type == "string":
                if (name in GIVEN_NAMES or are_keys) and (named := _name(literal)):
                    yield named, literal
            elif name in GIVEN_NAMES:
                yield from _names(literal, "", False, 0)


def refer_to_element(reading: Reading, node: Node, context: Enclosing, written: bool) -> None:
    """Keep `self[:name]` and `Model.arel_table[:name]`; other lookups are mostly in hashes."""
    held, key = node.child_by_field_name("object"), node.named_children[-1] if node.named_child_count == 2 else None
    if held is None or key is None or key.type not in ("simple_symbol", "string") or reading.file.is_test:
        return
    root, chain = root_of(reading, held, context)
    if held.type == "self" or (chain and chain[-1] == "arel_table"):
        facts = {"by": "[]=" if written else "[]", **({"chain": chain} if chain else {})}
        reading.refer(_name(key), COLUMN, key, context, root or "self", **facts)


def refer_to_sql(reading: Reading, node: Node, context: Enclosing, root: str, facts: dict[str, Value]) -> None:
    """Keep a text that a database reads; what is put into it is left open."""
    text = sql_of(node)
    if text and len(text) <= _MAX_SQL:
        reading.refer(text, SQL, node, context, root, **facts)


def sql_of(node: Node) -> str:
    """Return the text of a string or heredoc; what is put into it when it runs is the word `__open__`."""
    if node.type not in ("string", "heredoc_body"):
        return ""
    parts = []
    for child in node.named_children:
        if child.type in ("string_content", "heredoc_content", "escape_sequence"):
            parts.append(text_of(child))
        elif child.type == "interpolation":
            parts.append("__open__" + "\n" * (child.end_point.row - child.start_point.row))
    return "".join(parts)


def root_of(reading: Reading, receiver: Node | None, context: Enclosing) -> tuple[str | None, list[str]]:
    """Return what a chain of calls starts with and the calls between; None where no name tells.

    The start is empty for a call on nothing, else `self`, a constant, a local or an instance variable.
    """
    chain: list[str] = []
    while receiver is not None and receiver.type in ("call", "parenthesized_statements"):
        if receiver.type == "parenthesized_statements":
            receiver = receiver.named_children[0] if receiver.named_child_count == 1 else None
            if receiver is None:
                return None, []
            continue
        method = receiver.child_by_field_name("method")
        if len(chain) >= _MAX_CHAIN:
            return None, []
        chain.append(text_of(method) if method is not None else "call")
        receiver = receiver.child_by_field_name("receiver")
    if receiver is not None and receiver.type == "identifier" and not reading.is_local(text_of(receiver), context):
        chain.append(text_of(receiver))
        receiver = None
    chain.reverse()
    if receiver is None:
        return "", chain
    if receiver.type in ("constant", "scope_resolution", "self", "identifier", "instance_variable"):
        return "".join(text_of(receiver).split()), chain
    return None, []


def _given(name: str, arguments: Node) -> Iterator[Named]:
    if name in GIVEN_KEYS:
        yield from _keys(arguments, "", 0)
    if name in GIVEN_TABLE:
        yield from _of_table(arguments)
    most = GIVEN_NAMES.get(name)
    if most is not None:
        nested = name in _TAKING_ROOT
        for child in arguments.named_children[:most]:
            yield from _names(child, "", nested, 0)


def _of_table(arguments: Node) -> Iterator[Named]:
    """Yield the columns in `add_index :users, [:email, :name]`, with the table before them."""
    table = _name(arguments.named_children[0]) if arguments.named_children else ""
    for child in arguments.named_children[1:3] if table else ():
        for node in child.named_children if child.type in _LISTS else (child,):
            if named := _name(node):
                yield f"{table}.{named}", node


def _keys(node: Node, table: str, depth: int) -> Iterator[Named]:
    """Yield the keys of a hash, and those of a hash in it with the outer key before them."""
    if depth > _MAX_NESTED:
        return
    for child in node.named_children:
        if child.type == "pair":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            named = _name(key) if key is not None else ""
            if named:
                yield f"{table}.{named}" if table else named, key if key is not None else child
            if value is not None and value.type == "hash" and named and not table:
                yield from _keys(value, named, depth + 1)
        elif child.type in ("hash", "array"):
            yield from _keys(child, table, depth + 1)


def _names(node: Node, table: str, nested: bool, depth: int) -> Iterator[Named]:
    """Yield the names in symbols, words and lists; with `nested` also those in the values of hashes."""
    if depth > _MAX_NESTED:
        return
    if node.type in _NAMES or (node.type == "string" and nested):
        if named := _name(node):
            yield f"{table}.{named}" if table else named, node
    elif node.type in _LISTS or node.type == "hash":
        for child in node.named_children:
            yield from _names(child, table, nested, depth + 1)
    elif node.type == "pair" and nested:
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        if key is not None and (named := _name(key)):
            yield f"{table}.{named}" if table else named, key
            if value is not None:
                yield from _names(value, named, nested, depth + 1)


def _name(node: Node) -> str:
    """Return the name that a symbol, key or word is; empty where it is computed or no name."""
    if node.type not in (*_NAMES, "string", "delimited_symbol") or any(one.type == "interpolation" for one in node.children):
        return ""
    text = text_of(node).strip(":'\"")
    return text if text.replace("_", "a").replace(".", "a").isalnum() else ""


def _texts(arguments: Node) -> list[Node]:
    """Return the texts that a call is given, also as the first of a list."""
    given = (one.named_children[0] if one.type == "array" and one.named_children else one for one in arguments.named_children)
    return [one for one in given if one.type == "string"]


def _parameter(receiver: Node | None) -> str:
    """Return which parameter `params.require(:user)`, `params.fetch(:user, {})` or `params[:user]` is."""
    if receiver is None:
        return ""
    if receiver.type == "element_reference":
        return _name(receiver.named_children[-1])
    given = receiver.child_by_field_name("arguments") if receiver.type == "call" else None
    method = receiver.child_by_field_name("method") if given is not None else None
    if given is None or method is None or text_of(method) not in ("require", "fetch") or not given.named_children:
        return ""
    return _name(given.named_children[0])
