"""Definitions, as the reader meets them: classes (also those of `Struct.new`), modules, methods, constants, tasks, specs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tree_sitter import Node

from core.extract.ruby.reading import steps
from core.extract.ruby.reading.context import CODE, MACRO, Enclosing
from core.extract.ruby.reading.loops import is_list, plain_parameters
from core.extract.ruby.reading.said import note_return
from core.extract.ruby.reading.signatures import written_types
from core.extract.ruby.reading.state import Reading
from core.extract.ruby.reading.terms import tails, term_of, worth_keeping
from core.extract.ruby.reading.values import arguments_of, key_of, value_of
from core.extract.ruby.syntax.parse import text_of

_SIG = re.compile(r"sig\b")
_HOOKS = frozenset({"included", "prepended"})
_EVALUATING = frozenset({"class_eval", "module_eval", "class_exec"})
_CLASS_MAKERS = frozenset({"Struct", "Class", "Data", "Module", "OpenStruct", "ImmutableStruct"})


def container(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read a class or module."""
    name, superclass, body = (node.child_by_field_name(field) for field in ("name", "superclass", "body"))
    if name is None:
        return
    named = superclass.named_children if superclass is not None else ()
    base = next((child for child in named if child.type != "comment"), None)
    for child in node.named_children:
        if child.type == "comment":  # the one above the first method stands before the body, as the grammar has it
            reading.outline.comment(child, reading.source)
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


def singleton_class(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read `class << self`."""
    if context.scope >= 0:
        reading.outline.drafts[context.scope].singleton_visibility = "public"
    inner = replace(context, singleton=True, nesting=(*context.nesting, "singleton"))
    reading.later(node.child_by_field_name("body"), inner, True)


def method(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read a method definition."""
    name = node.child_by_field_name("name")
    if name is None:
        return
    context = _out_of_hook(reading, node, context)
    target = node.child_by_field_name("object")
    singleton = target is not None or context.singleton or "class_methods" in context.nesting
    own = text_of(target) if target is not None and target.type == "constant" else ""
    position = reading.outline.method(text_of(name), node, context.scope, singleton, own, context.singleton)
    draft = reading.outline.drafts[position]
    if context.nesting:
        draft.metadata["nesting"] = list(context.nesting)
    macro = singleton or _is_class_methods(reading, context)
    selves = frozenset({"base", "klass", "mod", "model", *plain_parameters(node)[:1]}) if macro else frozenset({"base"})
    inner = Enclosing(position, (), MACRO if macro else CODE, selves=selves, quiet=context.quiet)
    body = node.child_by_field_name("body")
    if not reading.file.is_test:
        _signed(reading, node, draft.docstring, inner)
    if body is not None and not reading.file.is_test and not context.quiet:
        steps.gives(reading, body, inner)
    if body is not None and not reading.file.is_test:
        reading.at_end(lambda: returned(reading, tails(body, reading.variables(inner)), node, inner), inner)
    reading.later(body, inner, True)
    reading.later(node.child_by_field_name("parameters"), inner)


def _out_of_hook(reading: Reading, node: Node, context: Enclosing) -> Enclosing:
    """Return where a method stands that `def self.included(base)` defines in `base.class_eval`: in the module around.

    Each class that includes the module has it, as it would have one of the module itself, or of `class_methods`.
    """
    draft = reading.outline.drafts[context.scope] if context.scope >= 0 else None
    hook = draft is not None and draft.kind == "method" and draft.name in _HOOKS and draft.metadata.get("singleton")
    if draft is None or not hook or _EVALUATING.isdisjoint(context.nesting):
        return context
    of_class = context.singleton or node.child_by_field_name("object") is not None
    return replace(context, scope=draft.parent, nesting=("class_methods",) if of_class else ())


def _signed(reading: Reading, node: Node, comment: str, inner: Enclosing) -> None:
    """Keep what is written of the types that a method takes and gives: in the comment above it, or as its `sig`."""
    above = node.prev_named_sibling if reading.has_sigs else None
    sig = text_of(above) if above is not None and above.type == "call" and _SIG.match(text_of(above)) else ""
    if sig or "@" in comment or "->" in comment:
        told = written_types(comment, sig, [text_of(one) for one in _parameter_nodes(node)])
        reading.told[inner.scope] = told.parameters
        if told.returns and told.returns[0] != "!":
            reading.refer("", "return", node, inner, told.returns)
        note_return(reading, node, told.declared, inner)


def _parameter_nodes(node: Node) -> Iterator[Node]:
    parameters = node.child_by_field_name("parameters")
    for child in parameters.named_children if parameters is not None else ():
        name = child if child.type == "identifier" else child.child_by_field_name("name")
        if name is not None:
            yield name


def returned(reading: Reading, term: str, node: Node, context: Enclosing) -> None:
    """Keep what a method returns, where that may be an object of the application: others see it in the calls of the method."""
    if (told := worth_keeping(term)) and context.scope >= 0:
        reading.refer("", "return", node, context, told)


def _is_class_methods(reading: Reading, context: Enclosing) -> bool:
    """Tell whether a method stands in a module whose methods become class methods, as its name or lack of state says."""
    return context.scope >= 0 and reading.outline.drafts[context.scope].kind == "module"


def constant_assignment(reading: Reading, node: Node, left: Node, right: Node, context: Enclosing) -> None:
    """Read `NAME = value`, or the class that `Struct.new` and its kin make."""
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
    if told := worth_keeping(term_of(right, reading.variables(context))):
        reading.refer(reading.outline.drafts[position].qualified, "assign", node, context, told)
    if is_list(value):
        reading.lists[reading.outline.drafts[position].qualified] = value
    reading.later(right, replace(context, mode=CODE))


def _made_class(reading: Reading, node: Node, name: str, right: Node, context: Enclosing) -> None:
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


def defined_method(reading: Reading, name: str, node: Node, block: Node, context: Enclosing) -> bool:
    """Read `define_method(:name) { … }` as a method."""
    values, _ = arguments_of(node.child_by_field_name("arguments"), context.known)
    if not values or not isinstance(values[0], str):
        return False
    singleton = name == "define_singleton_method" or context.singleton or "class_methods" in context.nesting
    position = reading.outline.method(key_of(values[0]), node, context.scope, singleton)
    reading.outline.drafts[position].signature = f"{name}(:{key_of(values[0])})"
    reading.later(block, Enclosing(position, (), CODE))  # each turn of a loop makes a method of its own
    return True


def task(reading: Reading, node: Node, block: Node, context: Enclosing) -> bool:
    """Read a rake task as a definition named by its namespaces."""
    values, options = arguments_of(node.child_by_field_name("arguments"), context.known)
    named = [key_of(value) for value in values if isinstance(value, str)] or [key for key in options if key not in ("**", "&")]
    if not named:
        return False
    spaces = [block_name.removeprefix("namespace:") for block_name in context.nesting if block_name.startswith("namespace:")]
    position = reading.outline.container("rake_task", named[0], node, -1)
    draft = reading.outline.drafts[position]
    draft.qualified = draft.name = ":".join([*spaces, named[0]])
    draft.signature, draft.docstring, reading.description = f"task {draft.name}", reading.description, ""
    reading.later(block, Enclosing(position, (), CODE, quiet=context.quiet))
    return True


def spec(reading: Reading, node: Node, block: Node, context: Enclosing) -> bool:
    """Read the outermost `describe` of a spec as a definition, which the modules around it do not make a part of themselves."""
    arguments = node.child_by_field_name("arguments")
    values, _ = arguments_of(arguments, context.known)
    first = values[0] if values else ""
    described = first["const"] if isinstance(first, dict) and "const" in first else ""
    title = described or key_of(first)
    position = reading.outline.container("spec", title, node, context.scope)
    draft = reading.outline.drafts[position]
    draft.name, draft.qualified, draft.signature = title, title, f"describe {title}"
    draft.metadata = {"describes": described}
    reading.later(block, Enclosing(position, (), CODE, quiet=context.quiet))
    reading.later(arguments, Enclosing(position, (), CODE, quiet=context.quiet))
    return True


def reopened(reading: Reading, node: Node, receiver: Node, block: Node, context: Enclosing) -> bool:
    """Read `Product.class_eval do … end` as another place where `Product` is written, also where a loop names it."""
    named = context.known.get(text_of(receiver), {"const": text_of(receiver)})
    if receiver.type not in ("constant", "scope_resolution", "identifier") or not (
        isinstance(named, dict) and "const" in named
    ):
        return False
    if receiver.type == "identifier" and text_of(receiver) not in context.known:
        return False
    written = named["const"].removeprefix("::")
    position = reading.outline.container("class", f"::{written}", node, context.scope)
    reading.outline.drafts[position].metadata = {"written": written, "reopened": True}
    reading.later(block.child_by_field_name("body"), context.inside(position), True)
    reading.later(receiver, context)
    return True
