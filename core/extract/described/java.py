"""Java, and the routes of Spring."""

from __future__ import annotations

import re

import tree_sitter

from core.extract.described.reading import Description, NodeRule, TreeReading, no_routes
from core.extract.described.rules import RULES
from core.extract.described.steps import UNKNOWN_STEP

_TEST = re.compile(r"^@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|ArchTest)\b")


def _package(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    reading.package = reading.code(next((one for one in node.named_children if "identifier" in one.type), None))
    return UNKNOWN_STEP


def _import(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    name = reading.code(next((one for one in node.named_children if "identifier" in one.type), None))
    is_star = any(child.type == "asterisk" for child in node.named_children)
    reading.imports.append(["*" if is_star else name.rpartition(".")[2], name, reading.line(node)])
    return UNKNOWN_STEP


def _method_reference(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    children = node.named_children
    base = reading.visit(children[0]) if children else UNKNOWN_STEP
    if len(children) < 2:  # `Owner::new`
        return UNKNOWN_STEP
    step = reading.add(".", base, reading.code(children[-1]), reading.line(children[-1]), "r")
    reading.given_step = step
    return step


def _arguments(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    for child in node.named_children:
        step = reading.visit(child)
        reading.given_step = step if step >= 0 else reading.given_step
    return UNKNOWN_STEP


def _field(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `a.b`, and `Outer.this`, which is one of the type around."""
    field = node.child_by_field_name("field")
    if field is not None and field.type == "this":
        return reading.add("t", reading.code(node.child_by_field_name("object")))
    return RULES["member"](reading, node, _MEMBER, mode)


_MEMBER = NodeRule("member", of="object", name="field")


def _label(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    for child in node.named_children:
        if "pattern" in child.type:  # else it is a constant of the type that is switched on
            reading.visit(child)
    return UNKNOWN_STEP


def is_test(name: str, around: str, decorators: tuple[str, ...]) -> bool:
    """Tell whether a method is a test of JUnit or TestNG."""
    return any(_TEST.match(one) for one in decorators)


DESCRIPTION = Description(
    types={
        "class_declaration": "class",
        "interface_declaration": "interface",
        "enum_declaration": "enum",
        "record_declaration": "record",
        "annotation_type_declaration": "annotation",
    },
    functions={
        "method_declaration": "method",
        "constructor_declaration": "constructor",
        "compact_constructor_declaration": "constructor",
    },
    rules={
        "package_declaration": NodeRule("by", by=_package),
        "import_declaration": NodeRule("by", by=_import),
        "method_invocation": NodeRule("call", of="object", name="name"),
        "field_access": NodeRule("by", by=_field),
        "argument_list": NodeRule("argument", by=_arguments),
        "ternary_expression": NodeRule("either", of="consequence", value="alternative"),
        "method_reference": NodeRule("by", by=_method_reference),
        "object_creation_expression": NodeRule("new", type="type"),
        "array_creation_expression": NodeRule("same", of="type"),
        "identifier": NodeRule("name"),
        "this": NodeRule("this"),
        "super": NodeRule("super"),
        "local_variable_declaration": NodeRule("declare", type="type", each="variable_declarator", name="name", value="value"),
        "field_declaration": NodeRule("declare", type="type", each="variable_declarator", name="name", value="value"),
        "constant_declaration": NodeRule("declare", type="type", each="variable_declarator", name="name", value="value"),
        "resource": NodeRule("declare", type="type", name="name", value="value"),
        "enhanced_for_statement": NodeRule("loop", type="type", name="name", value="value"),
        "catch_formal_parameter": NodeRule("typed", type="@catch_type", name="name"),
        "instanceof_expression": NodeRule("typed", type="right", name="name"),
        "type_pattern": NodeRule("typed", type="#0", name="#1"),
        "cast_expression": NodeRule("cast", type="type"),
        "class_literal": NodeRule("class"),
        "lambda_expression": NodeRule("lambda", name="parameters"),
        "return_statement": NodeRule("return"),
        "block": NodeRule("block"),
        "for_statement": NodeRule("block"),
        "try_with_resources_statement": NodeRule("block"),
        "catch_clause": NodeRule("block"),
        "parenthesized_expression": NodeRule("same", of="#0"),
        "array_access": NodeRule("element", of="array"),
        "labeled_statement": NodeRule("same", of="#-1"),
        "break_statement": NodeRule("nothing"),
        "continue_statement": NodeRule("nothing"),
        "switch_label": NodeRule("by", by=_label),
        "enum_constant": NodeRule("constant", name="name"),
        "marker_annotation": NodeRule("class", type="name"),
        "annotation": NodeRule("class", type="name"),
        "type_parameters": NodeRule("nothing"),
    },
    parameters={
        "formal_parameter": NodeRule("", name="name", type="type"),
        "spread_parameter": NodeRule("", name="@variable_declarator", type="#0"),
    },
    named_types=frozenset({"type_identifier", "scoped_type_identifier"}),
    arguments=frozenset({"type_arguments"}),
    bases=frozenset({"superclass", "super_interfaces", "extends_interfaces"}),
    annotations=frozenset({"marker_annotation", "annotation"}),
    routes=no_routes,
    is_test=is_test,
)
