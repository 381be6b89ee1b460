"""PHP, and the routes of Laravel."""

from __future__ import annotations

import re

import tree_sitter

from core.extract.described.laravel import routes
from core.extract.described.reading import Description, NodeRule, TreeReading, part
from core.extract.described.steps import UNKNOWN_STEP

_VAR = re.compile(r"@(?:var|return)\s+([\\\w|]+)")
_RETURN = re.compile(r"@return\s+([\\\w|]+)")


def _namespace(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    reading.package = reading.code(part(node, "name"))
    return reading.children(node, (part(node, "name"),))


def _use(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Note `use A\\B;`, `use A\\{B, C as D};` and `use function a\\b;`."""
    prefix = part(node, "@namespace_name")
    before = f"{reading.code(prefix)}\\" if prefix is not None else ""
    group = part(node, "@namespace_use_group")
    for clause in (group or node).named_children:
        if clause.type != "namespace_use_clause":
            continue
        alias = part(clause, "alias")
        name = before + reading.code(clause.named_children[0]).lstrip("\\")
        last = reading.code(alias) if alias is not None else name.rpartition("\\")[2]
        reading.imports.append([last, name.replace("\\", "."), reading.line(clause)])
    return UNKNOWN_STEP


def _function_call(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    function = part(node, "function")
    text = reading.code(function)
    is_named = function is not None and function.type in ("name", "qualified_name")
    step = reading.add("n", text.lstrip("\\").replace("\\", "."), reading.line(node), "c") if is_named else UNKNOWN_STEP
    made = reading.add("(", step)
    reading.given(node, (function,) if is_named else (), UNKNOWN_STEP, text)
    return made


def _property(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Note the fields of a declaration; where no type is written, that of its comment counts."""
    type_ = part(node, "type")
    reading.use_type(type_)
    comment = node.prev_named_sibling
    told = _VAR.search(reading.code(comment)) if comment is not None and comment.type == "comment" else None
    for one in node.named_children:
        if one.type == "property_element":
            step = reading.visit(part(one, "default_value"))
            text = reading.code(type_) or (told.group(1) if told is not None else "")
            reading.frame.fields.append([reading.code(part(one, "name")).removeprefix("$"), text, reading.line(one), step])
    return UNKNOWN_STEP


def _foreach(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    children = [child for child in node.named_children if child.type != "comment"]
    step = reading.visit(children[0]) if children else UNKNOWN_STEP
    names = children[1] if len(children) > 1 else None
    if names is not None:
        value = names.named_children[-1] if names.type == "pair" else names
        reading.bind(reading.code(value).removeprefix("&").removeprefix("$"), reading.add("*", step))
    return reading.children(node, (*children[:1], names))


def _instance_of(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    left, right = part(node, "left"), part(node, "right")
    is_test = any(child.type == "instanceof" for child in node.children)
    step = reading.visit(left)
    if is_test and right is not None and right.type in ("name", "qualified_name"):
        reading.add("u", reading.code(right), reading.line(right))
        return UNKNOWN_STEP
    other = reading.visit(right)
    operator = next((child.type for child in node.children if not child.is_named), "")
    return (step if step >= 0 else other) if operator == "??" else UNKNOWN_STEP


def _catch(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    type_, name = part(node, "type"), part(node, "name")
    reading.use_type(type_)
    if name is not None and type_ is not None:
        reading.bind(reading.code(name).removeprefix("$"), reading.add("t", reading.code(type_)))
    return reading.children(node, (type_, name))


def _new(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `new Order(…)`; what is made of a computed name is not known, and a class without a name is read in place."""
    type_ = next((child for child in node.named_children if child.type in ("name", "qualified_name", "relative_scope")), None)
    if type_ is None:
        reading.nameless_body(node)
        return UNKNOWN_STEP
    if reading.code(type_) in ("self", "static", "parent"):
        reading.children(node, (type_,))
        return reading.add("^" if reading.code(type_) == "parent" else "y")
    step = reading.add("N", reading.code(type_), reading.line(type_))
    reading.children(node, (type_,))
    return step


def _is_test(name: str, around: str, decorators: tuple[str, ...]) -> bool:
    return name.startswith("test") or any(re.search(r"\bTest\b", one) for one in decorators)


_CLOSURE = NodeRule("lambda", name="parameters")

DESCRIPTION = Description(
    types={
        "class_declaration": "class",
        "interface_declaration": "interface",
        "trait_declaration": "trait",
        "enum_declaration": "enum",
    },
    functions={"method_declaration": "method", "function_definition": "function"},
    rules={
        "namespace_definition": NodeRule("by", by=_namespace),
        "namespace_use_declaration": NodeRule("by", by=_use),
        "member_call_expression": NodeRule("call", of="object", name="name"),
        "nullsafe_member_call_expression": NodeRule("call", of="object", name="name"),
        "scoped_call_expression": NodeRule("static", of="scope", name="name", value="call"),
        "class_constant_access_expression": NodeRule("static", of="#0", name="#1"),
        "scoped_property_access_expression": NodeRule("static", of="scope", name="name"),
        "member_access_expression": NodeRule("member", of="object", name="name"),
        "nullsafe_member_access_expression": NodeRule("member", of="object", name="name"),
        "function_call_expression": NodeRule("by", by=_function_call),
        "object_creation_expression": NodeRule("by", by=_new),
        "variable_name": NodeRule("variable"),
        "assignment_expression": NodeRule("assign", name="left", value="right"),
        "property_declaration": NodeRule("by", by=_property),
        "foreach_statement": NodeRule("by", by=_foreach),
        "catch_clause": NodeRule("by", by=_catch),
        "binary_expression": NodeRule("by", by=_instance_of),
        "anonymous_function": _CLOSURE,
        "arrow_function": _CLOSURE,
        "argument": NodeRule("argument", name="name"),
        "attribute": NodeRule("class"),
        "parenthesized_expression": NodeRule("same", of="#0"),
        "clone_expression": NodeRule("same", of="#0"),
        "subscript_expression": NodeRule("element", of="#0"),
        "enum_case": NodeRule("constant", name="name"),
        "use_declaration": NodeRule("nothing"),
    },
    parameters={
        "simple_parameter": NodeRule("", name="name", type="type"),
        "variadic_parameter": NodeRule("", name="name", type="type"),
        "property_promotion_parameter": NodeRule("", name="name", type="type"),
    },
    fields=frozenset({"property_promotion_parameter"}),
    named_types=frozenset({"named_type", "name", "qualified_name"}),
    bases=frozenset({"base_clause", "class_interface_clause"}),
    mixed_in=frozenset({"use_declaration"}),
    annotations=frozenset({"attribute"}),
    result=lambda node: part(node, "return_type"),
    constructors=frozenset({"__construct"}),
    told=_RETURN,
    signs=("\\", "::"),
    routes=routes,
    is_test=_is_test,
)
