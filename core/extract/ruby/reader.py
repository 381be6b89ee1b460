"""One Ruby file to facts: one walk over its tree, each node looked at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tree_sitter import Node

from core.extract.facts import Declaration, FileFacts, Reference, SourceFile
from core.extract.ruby import calls, fallback
from core.extract.ruby.context import BODY, CODE, MACRO, Context
from core.extract.ruby.loops import is_list
from core.extract.ruby.outline import BRANCHES, Outline
from core.extract.ruby.parse import parse
from core.extract.ruby.values import Value, arguments_of, key_of, text_of, value_of

_BODIES = frozenset(
    {"program", "body_statement", "block_body", "then", "else", "begin", "ensure", "rescue", "do", "when", "case"}
)
_CLASS_MAKERS = frozenset({"Struct", "Class", "Data", "Module", "OpenStruct", "ImmutableStruct"})
_CLASS_NAME_KEY = re.compile(r"(?:^|_)(?:type|class|klass|class_name)$")


class Reading:
    """What is known of a file so far, and the nodes that are still to be read."""

    def __init__(self, file: SourceFile, source: bytes) -> None:
        self.file = file
        self.source = source
        self.outline = Outline()
        self.references: list[Reference] = []
        self.declarations: list[Declaration] = []
        self.literals: dict[str, Value] = {}
        self.lists: dict[str, Value] = {}  # literal lists and hashes by qualified constant, for loops in other files
        self.locals: dict[int, set[str]] = {}
        self.description = ""
        self._stack: list[tuple[Node, Context, bool]] = []

    def walk(self, root: Node) -> None:
        """Read a tree in the order of its text."""
        self.read_from(root, Context())

    def read_from(self, node: Node, context: Context) -> None:
        """Read a node and what is in it."""
        self._stack.append((node, context, True))
        while self._stack:
            node, context, statement = self._stack.pop()
            kind = node.type
            if kind in BRANCHES:
                self.branch(context)
            handler = _HANDLERS.get(kind)
            if handler is None:
                self.children(node, context, kind in _BODIES)
            else:
                handler(self, node, context, statement)

    def children(self, node: Node, context: Context, statements: bool = False) -> None:
        """Queue the children of a node."""
        self._stack.extend((child, context, statements) for child in reversed(node.named_children))

    def later(self, node: Node | None, context: Context, statement: bool = False) -> None:
        """Queue a node; what is queued last is read first."""
        if node is not None:
            self._stack.append((node, context, statement))

    def branch(self, context: Context) -> None:
        """Count a decision for the enclosing method."""
        if context.scope >= 0 and (draft := self.outline.drafts[context.scope]).kind == "method":
            draft.complexity += 1

    def refer(self, name: str, kind: str, node: Node, context: Context, receiver: str = "", **facts: Value) -> None:
        """Keep a reference, once."""
        if not context.quiet:
            self.references.append(Reference(name, kind, node.start_point.row + 1, context.scope, receiver, facts))

    def is_local(self, name: str, context: Context) -> bool:
        """Tell whether a bare name is a variable here."""
        return name in self.locals.get(context.scope, ())

    def learn(self, name: str, context: Context) -> None:
        """Remember a bare name as a variable of the enclosing definition."""
        self.locals.setdefault(context.scope, set()).add(name)


def read(file: SourceFile) -> FileFacts:
    """Return what a Ruby file says; a broken one is repaired or read in part, and its problems say so."""
    parsed = parse(file.path, file.text)
    reading = Reading(file, parsed.source)
    reading.walk(parsed.root)
    if parsed.problem is not None and parsed.problem.status == "partial":
        fallback.add_missing(reading.outline, file.text)
    return FileFacts(
        path=file.path,
        language=file.language,
        sha=file.sha,
        lines=file.text.count("\n") + (not file.text.endswith("\n") and bool(file.text)),
        is_test=file.is_test,
        docstring=reading.outline.opening(),
        definitions=tuple(draft.finished() for draft in reading.outline.drafts),
        references=tuple(reading.references),
        declarations=tuple(reading.declarations),
        problems=(parsed.problem,) if parsed.problem else (),
        extra={"literals": reading.lists} if reading.lists else {},
    )


def _comment(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    reading.outline.comment(node, reading.source)


def _class(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    name, superclass, body = (node.child_by_field_name(field) for field in ("name", "superclass", "body"))
    if name is None:
        return
    base = superclass.named_children[0] if superclass is not None and superclass.named_children else None
    position = reading.outline.container(node.type, text_of(name), node, context.scope, [base_name(base)] if base else [])
    reading.later(body, context.inside(position), True)
    if base is not None and base.type not in ("constant", "scope_resolution"):
        reading.later(base, replace(context, mode=CODE))


def base_name(node: Node) -> str:
    """Return a superclass as written, without the arguments of a call that makes it."""
    if node.type == "element_reference":
        return text_of(node.named_children[0])
    receiver = node.child_by_field_name("receiver") if node.type == "call" else None
    method = node.child_by_field_name("method") if node.type == "call" else None
    if receiver is not None and text_of(receiver) in _CLASS_MAKERS:
        return text_of(receiver)
    if receiver is not None and method is not None:
        return f"{text_of(receiver)}.{text_of(method)}"
    return text_of(node)


def _singleton_class(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    if context.scope >= 0:
        reading.outline.drafts[context.scope].singleton_visibility = "public"
    inner = replace(context, singleton=True, nesting=(*context.nesting, "singleton"))
    reading.later(node.child_by_field_name("body"), inner, True)


def _method(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    name = node.child_by_field_name("name")
    if name is None:
        return
    target = node.child_by_field_name("object")
    singleton = target is not None or context.singleton or "class_methods" in context.nesting
    own = text_of(target) if target is not None and target.type == "constant" else ""
    position = reading.outline.method(text_of(name), node, context.scope, singleton, own, context.singleton)
    draft = reading.outline.drafts[position]
    if context.nesting:
        draft.metadata["nesting"] = list(context.nesting)
    macro = singleton or _is_class_methods(reading, context)
    selves = frozenset({"base", "klass", "mod", "model", *_parameter_names(node)[:1]}) if macro else frozenset({"base"})
    inner = Context(position, (), MACRO if macro else CODE, selves=selves, quiet=context.quiet)
    reading.later(node.child_by_field_name("body"), inner, True)
    reading.later(node.child_by_field_name("parameters"), inner)


def _is_class_methods(reading: Reading, context: Context) -> bool:
    """Tell whether a method stands in a module whose methods become class methods, as its name or lack of state says."""
    return context.scope >= 0 and reading.outline.drafts[context.scope].kind == "module"


def _parameter_names(node: Node) -> list[str]:
    parameters = node.child_by_field_name("parameters")
    return [text_of(child) for child in parameters.named_children if child.type == "identifier"] if parameters else []


def _parameters(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    for child in node.named_children:
        named = child if child.type == "identifier" else child.child_by_field_name("name")
        if named is not None:
            reading.learn(text_of(named), context)
        elif child.type == "destructured_parameter":
            _parameters(reading, child, context, False)
        reading.later(child.child_by_field_name("value"), context)


def _assignment(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and left.type in ("constant", "scope_resolution") and right is not None:
        _constant_assignment(reading, node, left, right, context)
        return
    if left is not None and left.type == "identifier":
        reading.learn(text_of(left), context)
        if context.mode == MACRO and right is not None:
            calls.declare_local(reading, left, right, node, context)
    elif left is not None and left.type == "left_assignment_list":
        for child in left.named_children:
            if child.type == "identifier":
                reading.learn(text_of(child), context)
    elif left is not None and right is not None and statement and context.mode == BODY:
        calls.declare_assignment(reading, left, right, node, context)
    reading.later(right, context.running() if context.mode == CODE else context)
    if left is not None and left.type not in ("identifier", "left_assignment_list"):
        reading.later(left, context)


def _constant_assignment(reading: Reading, node: Node, left: Node, right: Node, context: Context) -> None:
    name = text_of(left)
    receiver = right.child_by_field_name("receiver") if right.type == "call" else None
    method = right.child_by_field_name("method") if right.type == "call" else None
    is_maker = receiver is not None and text_of(receiver) in _CLASS_MAKERS
    if is_maker and method is not None and text_of(method) in ("new", "define"):
        _made_class(reading, node, name, right, context)
        return
    position = reading.outline.constant(name, node, context.scope)
    value = value_of(right, {**reading.literals, **context.known})
    reading.literals[name] = value
    if is_list(value):
        reading.lists[reading.outline.drafts[position].qualified] = value
    reading.later(right, replace(context, mode=CODE))


def _made_class(reading: Reading, node: Node, name: str, right: Node, context: Context) -> None:
    """Read `Name = Struct.new(:a) do … end` as the class it makes."""
    maker = base_name(right)
    arguments, _ = arguments_of(right.child_by_field_name("arguments"), context.known)
    constants = [value["const"] for value in arguments if isinstance(value, dict) and "const" in value]
    bases = constants[:1] if maker == "Class" else [] if maker == "Module" else [maker]
    kind = "module" if maker == "Module" else "class"
    position = reading.outline.container(kind, name, node, context.scope, bases)
    if maker not in ("Class", "Module"):
        reading.outline.drafts[position].metadata["members"] = [key_of(value) for value in arguments if isinstance(value, str)]
    block = right.child_by_field_name("block")
    body = block.child_by_field_name("body") if block is not None else None
    reading.later(body, context.inside(position), True)


def _identifier(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    name = text_of(node)
    if context.mode != CODE and statement:
        calls.declare_bare(reading, name, node, context)
    if context.mode != BODY and not reading.file.is_test and not reading.is_local(name, context):
        reading.refer(name, "call", node, context)


def _constant(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    scope = node.child_by_field_name("scope") if node.type == "scope_resolution" else None
    if scope is not None and scope.type not in ("constant", "scope_resolution"):
        reading.later(scope, context)
        return
    reading.refer("".join(text_of(node).split()), "constant", node, context)


def _pair(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    names_class = key is not None and _CLASS_NAME_KEY.search(text_of(key).strip(":'\"")) is not None
    if names_class and value is not None and value.type == "string":
        calls.refer_to_string(reading, value, context, single=True)
        return
    reading.later(value, context)
    if key is not None and key.type != "hash_key_symbol":
        reading.later(key, context)


def _string(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    calls.refer_to_string(reading, node, context)
    reading.children(node, context)


def _binary(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    operator = node.child_by_field_name("operator")
    if operator is not None and operator.type in ("&&", "||", "and", "or"):
        reading.branch(context)
    elif operator is not None and operator.type == "<<" and statement and context.mode == BODY:
        calls.declare_append(reading, node, context)
    reading.children(node, context)


def _modifier(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    reading.later(node.child_by_field_name("condition"), context)
    reading.later(node.child_by_field_name("body"), context, statement)


def _skip(reading: Reading, node: Node, context: Context, statement: bool) -> None:
    return


_HANDLERS: dict[str, Callable[[Reading, Node, Context, bool], None]] = {
    "comment": _comment,
    "class": _class,
    "module": _class,
    "singleton_class": _singleton_class,
    "method": _method,
    "singleton_method": _method,
    "method_parameters": _parameters,
    "block_parameters": _parameters,
    "lambda_parameters": _parameters,
    "assignment": _assignment,
    "call": calls.call,
    "identifier": _identifier,
    "constant": _constant,
    "scope_resolution": _constant,
    "pair": _pair,
    "string": _string,
    "binary": _binary,
    "if_modifier": _modifier,
    "unless_modifier": _modifier,
    "alias": _skip,
    "undef": _skip,
    "simple_symbol": _skip,
    "superclass": _skip,
}
