"""Kotlin."""

from __future__ import annotations

import re

import tree_sitter

from core.extract.described.java import is_test
from core.extract.described.reading import Description, NodeRule, TreeReading, no_routes, part
from core.extract.described.steps import UNKNOWN_STEP

_TYPES = ("user_type", "nullable_type", "non_nullable_type", "parenthesized_type", "function_type")
_TESTED = re.compile(r"(?:Test|Spec)$")


def _package(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    reading.package = reading.code(part(node, "#0"))
    return UNKNOWN_STEP


def _import(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    name, alias = reading.code(part(node, "#0")), part(node, "#1")
    if reading.code(node).rstrip().endswith("*"):
        reading.imports.append(["*", name, reading.line(node)])
    else:
        last = reading.code(alias) if alias is not None else name.rpartition(".")[2]
        reading.imports.append([last, name, reading.line(node)])
    return UNKNOWN_STEP


def _typed(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the type that is written directly in a node."""
    return next((child for child in node.named_children if child.type in _TYPES), None)


def _name(node: tree_sitter.Node) -> tree_sitter.Node | None:
    return next((child for child in node.named_children if child.type == "identifier"), None)


def _property(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `val x: T = value`, `val x by lazy { value }`, `val (a, b) = pair` and accessors."""
    variable, several = part(node, "@variable_declaration"), part(node, "@multi_variable_declaration")
    inside = ("modifiers", "variable_declaration", "multi_variable_declaration", "getter", "setter", *_TYPES)
    step, read = UNKNOWN_STEP, UNKNOWN_STEP
    for child in node.named_children:
        if child.type not in inside:
            step = reading.visit(child)
        elif child.type == "getter" and step < 0:
            step, read = reading.visit(part(child, "@function_body")), child.id
    if variable is not None:
        type_ = _typed(variable)
        reading.use_type(type_)
        is_extension = any(child.type in _TYPES for child in node.named_children)
        if not is_extension:
            reading.declare(reading.code(_name(variable)), type_, step, reading.line(node))
    if several is not None:
        reading.bind_parts([_name(one) or one for one in several.named_children], step)
    for child in node.named_children:
        if child.type == "setter" or (child.type == "getter" and child.id != read):
            reading.inner(child)
        elif child.type == "modifiers":
            reading.visit(child)
    return UNKNOWN_STEP


def _delegation(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `: Base by value`; the grammar takes the body of the class for a lambda that `value` is called with."""
    specifiers = node.parent.parent if node.parent is not None else None
    owner = specifiers.parent if specifiers is not None else None
    whole = owner is not None and any(child.type == "class_body" for child in owner.named_children)
    for child in node.named_children:
        body = next((one for one in _within(child, "annotated_lambda") for one in _within(one, "lambda_literal")), None)
        if whole or child.type != "call_expression" or body is None:
            reading.visit(child)
            continue
        reading.children(child, tuple(_within(child, "annotated_lambda")))
        reading.children(body)
    return UNKNOWN_STEP


def _within(node: tree_sitter.Node, type_: str) -> list[tree_sitter.Node]:
    return [child for child in node.named_children if child.type == type_]


def _delegate(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    reading.children(node)
    return UNKNOWN_STEP


def _for(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    variable, over = part(node, "#0"), part(node, "#1")
    reading.frame.names.append({})
    step = reading.visit(over)
    if variable is not None and variable.type == "variable_declaration":
        type_ = _typed(variable)
        told = reading.typed(type_) if type_ is not None else reading.add("*", step)
        reading.bind(reading.code(_name(variable)), told)
    elif variable is not None:
        element = reading.add("*", step) if step >= 0 else UNKNOWN_STEP
        reading.bind_parts([_name(one) or one for one in variable.named_children], element)
    reading.children(node, (variable, over))
    reading.frame.names.pop()
    return UNKNOWN_STEP


def _catch(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    reading.frame.names.append({})
    type_ = _typed(node)
    if type_ is not None:
        reading.bind(reading.code(_name(node)), reading.typed(type_))
    reading.children(node, (_name(node), type_))
    reading.frame.names.pop()
    return UNKNOWN_STEP


def _subject(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `when (val x = value)`."""
    variable = part(node, "@variable_declaration")
    step = UNKNOWN_STEP
    for child in node.named_children:
        if variable is None or child.id != variable.id:
            step = reading.visit(child)
    if variable is not None:
        reading.bind(reading.code(_name(variable)), step)
    return UNKNOWN_STEP


def _argument(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read an argument, which may be named: `at = 1`."""
    is_named = any(child.type == "=" for child in node.children)
    children = node.named_children[1:] if is_named else node.named_children
    for child in children:
        step = reading.visit(child)
        reading.given_step = step if step >= 0 else reading.given_step
    return UNKNOWN_STEP


def _unary(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `x!!`, which is an `x`, and `!x`; the grammar takes `!x()` for a call of `!x`."""
    reading.children(node, (part(node, "argument"),))
    step = reading.visit(part(node, "argument"), mode)
    return step if mode == "c" or node.children[-1].type == "!!" else UNKNOWN_STEP


def _elvis(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `a ?: b`, which is an `a` where there is one."""
    operator = next((child.type for child in node.children if not child.is_named), "")
    left = reading.visit(part(node, "left") or part(node, "#0"))
    right = reading.visit(part(node, "right") or part(node, "#1"))
    return reading.either(left, right) if operator == "?:" else UNKNOWN_STEP


def _if(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `if (x) a else b`, which is an `a` or a `b`."""
    condition = part(node, "condition")
    reading.frame.names.append({})
    reading.visit(condition)
    branches = [child for child in node.named_children if condition is None or child.id != condition.id]
    steps = [reading.visit(one) for one in branches]
    reading.frame.names.pop()
    return reading.either(steps[0], steps[1]) if len(steps) == 2 else UNKNOWN_STEP


def _is(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `x is T`: in what depends on it `x` is a `T`."""
    left, type_ = part(node, "left"), part(node, "right")
    reading.visit(left)
    reading.use_type(type_)
    is_not = any(child.type == "!is" for child in node.children)
    if left is not None and left.type == "identifier" and type_ is not None and not is_not:
        reading.bind(reading.code(left), reading.add("t", reading.code(type_)))
    return UNKNOWN_STEP


def _when(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `when (x) { is T -> … }`, in whose branches `x` is a `T`."""
    subject, result = part(node, "@when_subject"), UNKNOWN_STEP
    name = reading.code(part(subject, "#0")) if subject is not None else ""
    reading.frame.names.append({})
    reading.visit(subject)
    for entry in node.named_children:
        if entry.type != "when_entry":
            continue
        reading.frame.names.append({})
        types = [part(one, "#0") for one in entry.named_children if one.type == "type_test"]
        if len(types) == 1 and types[0] is not None and name.isidentifier():
            reading.bind(name, reading.add("t", reading.code(types[0])))
        step = UNKNOWN_STEP
        for child in entry.named_children:
            step = reading.visit(child)
        result = reading.either(result, step)
        reading.frame.names.pop()
    reading.frame.names.pop()
    return result


def _assignment(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `x.name = value`, which may call a setter of Java."""
    left, right = part(node, "left"), part(node, "right")
    reading.visit(right)
    if left is None or left.type != "navigation_expression":
        return reading.visit(left) and UNKNOWN_STEP
    name = part(left, "#-1")
    reading.add(".", reading.visit(part(left, "#0")), reading.code(name), reading.line(left), "w")
    return UNKNOWN_STEP


def _this(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `this`; one with a label may be of another type around."""
    return UNKNOWN_STEP if reading.nameless or "@" in reading.code(node) else reading.add("y")


def _block(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read a block, which is what its last line is."""
    step = UNKNOWN_STEP
    reading.frame.names.append({})
    for child in node.named_children:
        step = reading.visit(child)
    reading.frame.names.pop()
    return step


def _try(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `try { a } catch (e: E) { b }`, which is an `a` where nothing is caught."""
    first = part(node, "@block")
    step = reading.visit(first)
    reading.children(node, (first,))
    return step


def _body(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read the body of a function; behind `=` it is what the function gives."""
    reading.frame.names.append({})
    step = UNKNOWN_STEP
    for child in node.named_children:
        step = reading.visit(child)
    reading.frame.names.pop()
    is_value = any(child.type == "=" for child in node.children)
    if is_value and node.parent is not None and node.parent.type == "function_declaration" and len(reading.frame.names) == 1:
        reading.frame.gives = step
    return step if is_value else UNKNOWN_STEP


def _lambda(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    over, called = reading.over
    reading.over = (UNKNOWN_STEP, "")
    parameters = part(node, "@lambda_parameters")
    ones = parameters.named_children if parameters is not None else []
    reading.frame.names.append({})
    if parameters is None:
        reading.bind("it", reading.add("e", over, called, 0, 0) if over >= 0 else UNKNOWN_STEP)
    for place, one in enumerate(ones):
        type_ = _typed(one)
        told = reading.typed(type_) if type_ is not None else UNKNOWN_STEP
        if type_ is None and place == 0 and len(ones) == 1 and over >= 0:
            told = reading.add("e", over, called, 0, 0)
        if one.type == "multi_variable_declaration":
            over_it = reading.add("e", over, called, 0, 0) if place == 0 and over >= 0 else UNKNOWN_STEP
            reading.bind_parts([_name(name) or name for name in one.named_children], over_it)
        else:
            reading.bind(reading.code(_name(one)), told)
    before, step = reading.receiver, UNKNOWN_STEP
    if called in _OF_RECEIVER and over >= 0:
        reading.receiver = over
    for child in node.named_children:
        if parameters is None or child.id != parameters.id:
            step = reading.visit(child)
    reading.receiver = before
    reading.frame.names.pop()
    reading.given_step = step
    return UNKNOWN_STEP


_OF_RECEIVER = ("apply", "run")  # in whose functions names are those of the value that they are called on


def _reference(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `::find` and `Owner::find`."""
    children = node.named_children
    if len(children) == 1:
        return reading.add("n", reading.code(children[0]), reading.line(node), "r")
    if len(children) < 2:
        return UNKNOWN_STEP
    if children[0].type in _TYPES:
        reading.use_type(children[0])
        base = reading.add("@", reading.code(children[0]))
    else:
        base = reading.visit(children[0])
    name = reading.code(children[-1])
    return reading.add(".", base, name, reading.line(children[-1]), "r") if name != "class" else UNKNOWN_STEP


def _result(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the type behind the parameters."""
    after = False
    for child in node.named_children:
        after = after or child.type == "function_value_parameters"
        if after and child.type in _TYPES:
            return child
    return None


def _receiver(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the type before the name."""
    for child in node.named_children:
        if child.type == "function_value_parameters":
            return None
        if child.type in _TYPES:
            return child
    return None


def _entry(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    name = part(node, "#0")
    reading.frame.fields.append([reading.code(name), "", reading.line(node), reading.add("y")])
    reading.nameless_body(node, (name,))
    return UNKNOWN_STEP


def _infix(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `a to b`, whose middle is the name of a function."""
    children = node.named_children
    if len(children) != 3:
        return reading.children(node)
    base = reading.visit(children[0])
    step = reading.add(".", base, reading.code(children[1]), reading.line(children[1]), "c")
    reading.visit(children[2])
    return reading.add("(", step)


_FACADE = re.compile(r'@file\s*:\s*JvmName\s*\(\s*"(\w+)"')
_RENAMED = re.compile(r'@(?:get:)?JvmName\s*\(\s*"(\w+)"\s*\)\s*(?:\w+\s+)*?fun\s+(?:<[^>]*>\s*)?(?:[\w.<>?]+\.)?(\w+)')


def _seen_by_java(path: str, text: str) -> dict[str, object]:
    """Return the class in which Java finds what is outside of the classes of a file, and functions with other names there."""
    found = _FACADE.search(text)
    stem = path.rpartition("/")[2].removesuffix(".kt")
    renamed = {own: name for name, own in _RENAMED.findall(text)}
    facade = found.group(1) if found is not None else f"{stem[:1].upper()}{stem[1:]}Kt"
    return {"facade": facade, **({"renamed": renamed} if renamed else {})}


DESCRIPTION = Description(
    types={"class_declaration": "class", "object_declaration": "object", "companion_object": "object"},
    functions={"function_declaration": "method", "secondary_constructor": "constructor"},
    keywords={"interface": "interface", "enum": "enum", "annotation": "annotation"},
    names={"secondary_constructor": ""},
    inside=frozenset({"companion_object"}),
    rules={
        "package_header": NodeRule("by", by=_package),
        "import": NodeRule("by", by=_import),
        "call_expression": NodeRule("apply", of="#0"),
        "navigation_expression": NodeRule("member", of="#0", name="#-1"),
        "identifier": NodeRule("name"),
        "this_expression": NodeRule("by", by=_this),
        "super_expression": NodeRule("super"),
        "property_declaration": NodeRule("by", by=_property),
        "for_statement": NodeRule("by", by=_for),
        "catch_block": NodeRule("by", by=_catch),
        "when_subject": NodeRule("by", by=_subject),
        "when_expression": NodeRule("by", by=_when),
        "if_expression": NodeRule("by", by=_if),
        "assignment": NodeRule("by", by=_assignment),
        "value_argument": NodeRule("argument", by=_argument),
        "lambda_literal": NodeRule("lambda", by=_lambda),
        "anonymous_function": NodeRule("block"),
        "object_literal": NodeRule("object"),
        "block": NodeRule("by", by=_block),
        "try_expression": NodeRule("by", by=_try),
        "function_body": NodeRule("by", by=_body),
        "as_expression": NodeRule("cast", type="right"),
        "is_expression": NodeRule("by", by=_is),
        "parenthesized_expression": NodeRule("same", of="#0"),
        "unary_expression": NodeRule("by", by=_unary),
        "binary_expression": NodeRule("by", by=_elvis),
        "elvis_expression": NodeRule("by", by=_elvis),
        "explicit_delegation": NodeRule("by", by=_delegation),
        "index_expression": NodeRule("element", of="#0"),
        "callable_reference": NodeRule("by", by=_reference),
        "enum_entry": NodeRule("by", by=_entry),
        "type_parameters": NodeRule("nothing"),
        "type_alias": NodeRule("nothing"),
        "label": NodeRule("nothing"),
        "infix_expression": NodeRule("by", by=_infix),
    },
    parameters={
        "parameter": NodeRule("", name="#0", type="#1"),
        "class_parameter": NodeRule("", name="@identifier", type="@" + "|".join(_TYPES)),
    },
    fields=frozenset({"class_parameter"}),
    named_types=frozenset({"user_type"}),
    bases=frozenset({"delegation_specifiers"}),
    annotations=frozenset({"annotation"}),
    result=_result,
    receiver=_receiver,
    implicit=("it",),
    extra=_seen_by_java,
    routes=no_routes,
    is_test=is_test,
)
