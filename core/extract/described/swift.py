"""Swift."""

from __future__ import annotations

import re

import tree_sitter

from core.extract.described.reading import Description, NodeRule, TreeReading, no_routes, part
from core.extract.described.rules import RULES
from core.extract.described.steps import UNKNOWN_STEP

_MODULE = re.compile(r"(?:^|/)(?:Sources|Tests|Plugins)/([^/]+)/")
_TESTED = re.compile(r"^@(?:Test)\b")
_CLAUSES = ("if_statement", "guard_statement", "while_statement")


def _package(path: str) -> str:
    """Return the module that a file is of, as packages lay them out; empty where they do not."""
    found = _MODULE.search(path)
    return found.group(1).replace(" ", "_") if found is not None else ""


def _import(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    name = part(node, "@identifier")
    reading.imports.append(["*", reading.code(name), reading.line(node)])
    return UNKNOWN_STEP


def _annotated(node: tree_sitter.Node) -> tree_sitter.Node | None:
    annotation = part(node, "@type_annotation")
    return part(annotation, "name") if annotation is not None else None


def _bound(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Return the names that a pattern binds."""
    found = [child for place, child in enumerate(node.children) if node.field_name_for_child(place) == "bound_identifier"]
    return found + [name for child in node.named_children for name in _bound(child)]


def _property(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `let x: T = value`, several of them, tuples and computed properties."""
    patterns = [child for child in node.children_by_field_name("name") if child.type == "pattern"]
    type_ = _annotated(node)
    reading.use_type(type_)
    value = part(node, "value")
    step = reading.visit(value)
    for pattern in patterns:
        names = _bound(pattern)
        for name in names or [child for child in pattern.named_children if child.type == "pattern"]:
            is_whole = len(names) == 1
            reading.declare(reading.code(name), type_, step if is_whole else UNKNOWN_STEP, reading.line(name))
    annotation = part(node, "@type_annotation")
    for child in node.named_children:
        if child.type in ("computed_property", "protocol_property_requirements", "willset_didset_block"):
            reading.inner(child)
        elif child not in patterns and child != value and child != annotation:
            reading.visit(child)
    return UNKNOWN_STEP


def _clause(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read conditions in order: what `let` binds in one is known in those after it, and after a guard."""
    is_guard = node.type == "guard_statement"
    if not is_guard:
        reading.frame.names.append({})
    pending = ""
    for place, child in enumerate(node.children):
        field = node.field_name_for_child(place)
        if field == "bound_identifier":
            pending = reading.code(child)
        elif child.type == "value_binding_pattern" or not child.is_named:
            if child.type in (",", "{", "else") and pending:
                reading.bind(pending, _same_name(reading, pending, child))
                pending = ""
        elif child.type == "type_annotation" and pending:
            type_ = part(child, "name")
            if type_ is not None:
                reading.bind(pending, reading.typed(type_))
                pending = ""
        elif child.type in ("statements", "else") or field != "condition":
            if pending:
                reading.bind(pending, _same_name(reading, pending, child))
                pending = ""
            reading.visit(child)
        else:
            step = reading.visit(child)
            if pending:
                reading.bind(pending, step)
                pending = ""
    if not is_guard:
        reading.frame.names.pop()
    return UNKNOWN_STEP


def _same_name(reading: TreeReading, name: str, node: tree_sitter.Node) -> int:
    """Return the step of `if let x`, which unwraps what is called like this already."""
    known = reading.local(name)
    return known if known is not None else reading.add("n", name, reading.line(node), "r")


def _for(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    item, over = part(node, "item"), part(node, "collection")
    reading.frame.names.append({})
    step = reading.visit(over)
    names = _bound(item) if item is not None else []
    for name in names:
        reading.bind(reading.code(name), reading.add("*", step) if len(names) == 1 else UNKNOWN_STEP)
    reading.children(node, (item, over))
    reading.frame.names.pop()
    return UNKNOWN_STEP


def _pattern(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Bind the names of a pattern, to what a cast in it says."""
    cast = part(node, "name")
    step = reading.typed(cast) if cast is not None and cast.type.endswith("_type") else UNKNOWN_STEP
    for name in _bound(node):
        reading.bind(reading.code(name), step)
    return UNKNOWN_STEP


def _navigation(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    target, suffix = part(node, "target"), part(node, "suffix")
    if target is not None and target.type in ("user_type", "array_type", "dictionary_type"):
        reading.use_type(target)
        base = reading.add("@", reading.code(target))
    else:
        base = reading.visit(target)
    name = part(suffix, "suffix") if suffix is not None else None
    return reading.add(".", base, reading.code(name), reading.line(name or node), mode) if name is not None else base


def _call(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read a call; the grammar takes `list[0]` for one."""
    rule = NodeRule("apply", of="#0")
    suffix = part(node, "@call_suffix")
    is_element = suffix is not None and reading.code(suffix).startswith("[")
    return RULES["element" if is_element else "apply"](reading, node, rule, mode)


def _name(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    text = reading.code(node).strip("`")
    if text == "Self":
        return reading.add("@", text)
    found = reading.local(text)
    return found if found is not None else reading.add("n", text, reading.line(node), mode)


def _prefix(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `-x` and `!x`; of `.some` the type is not written."""
    return UNKNOWN_STEP if node.children[0].type == "." else reading.children(node)


def _lambda(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    over, called = reading.over
    reading.over = (UNKNOWN_STEP, "")
    type_ = part(node, "type")
    listed = part(type_, "@lambda_function_type_parameters") if type_ is not None else None
    ones = listed.named_children if listed is not None else []
    reading.frame.names.append({})
    if not ones:
        reading.bind("$0", reading.add("e", over, called, 0, 0) if over >= 0 else UNKNOWN_STEP)
    for one in ones:
        names = one.children_by_field_name("name")
        told = reading.typed(names[1]) if len(names) > 1 else UNKNOWN_STEP
        if len(names) == 1 and len(ones) == 1 and over >= 0:
            told = reading.add("e", over, called, 0, 0)
        reading.bind(reading.code(names[0]) if names else "", told)
    reading.children(node, (type_,))
    reading.frame.names.pop()
    return UNKNOWN_STEP


def _entry(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    names = [child for child in node.children_by_field_name("name") if child.type == "simple_identifier"]
    for name in names:
        reading.frame.fields.append([reading.code(name), "", reading.line(name), reading.add("y")])
    for child in node.named_children:
        if child.type == "enum_type_parameters":
            reading.use_type(child)
    return UNKNOWN_STEP


def _catch(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    reading.frame.names.append({"error": UNKNOWN_STEP})
    reading.children(node)
    reading.frame.names.pop()
    return UNKNOWN_STEP


def _result(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the type behind the parameters: the grammar calls it a name, too."""
    return next((child for child in node.children_by_field_name("name") if child.type.endswith("_type")), None)


def _is_test(name: str, around: str, decorators: tuple[str, ...]) -> bool:
    return any(_TESTED.match(one) for one in decorators) or (name.startswith("test") and bool(around))


_SKIPPED = ("typealias_declaration", "associatedtype_declaration", "type_parameters", "identifier", "value_argument_label")

DESCRIPTION = Description(
    types={"class_declaration": "class", "protocol_declaration": "protocol"},
    functions={
        "function_declaration": "method",
        "protocol_function_declaration": "method",
        "init_declaration": "constructor",
    },
    keywords={"struct": "struct", "enum": "enum", "extension": "extension"},
    names={"init_declaration": "init"},
    rules={
        "import_declaration": NodeRule("by", by=_import),
        "call_expression": NodeRule("by", by=_call),
        "navigation_expression": NodeRule("by", by=_navigation),
        "constructor_expression": NodeRule("new", type="constructed_type"),
        "simple_identifier": NodeRule("by", by=_name),
        "self_expression": NodeRule("this"),
        "super_expression": NodeRule("super"),
        "property_declaration": NodeRule("by", by=_property),
        "protocol_property_declaration": NodeRule("by", by=_property),
        **dict.fromkeys(_CLAUSES, NodeRule("by", by=_clause)),
        "for_statement": NodeRule("by", by=_for),
        "pattern": NodeRule("by", by=_pattern),
        "switch_entry": NodeRule("block"),
        "catch_block": NodeRule("by", by=_catch),
        "do_statement": NodeRule("block"),
        "function_body": NodeRule("block"),
        "deinit_declaration": NodeRule("block"),
        "subscript_declaration": NodeRule("block"),
        "lambda_literal": NodeRule("lambda", by=_lambda),
        "try_expression": NodeRule("same", of="expr"),
        "await_expression": NodeRule("same", of="expr"),
        "postfix_expression": NodeRule("same", of="target"),
        "prefix_expression": NodeRule("by", by=_prefix),
        "tuple_expression": NodeRule("same", of="value"),
        "nil_coalescing_expression": NodeRule("same", of="value"),
        "as_expression": NodeRule("cast", type="name"),
        "check_expression": NodeRule("cast", type="name"),
        "enum_entry": NodeRule("by", by=_entry),
        "value_argument": NodeRule("argument", name="name"),
        "attribute": NodeRule("class"),
        **dict.fromkeys(_SKIPPED, NodeRule("nothing")),
    },
    parameters={"parameter": NodeRule("", name="name", type="#-1")},
    named_types=frozenset({"user_type"}),
    bases=frozenset({"inheritance_specifier"}),
    annotations=frozenset({"attribute"}),
    result=_result,
    package=_package,
    implicit=("$0",),
    routes=no_routes,
    is_test=_is_test,
)
