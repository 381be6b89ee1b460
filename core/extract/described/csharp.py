"""C#, and the routes of ASP.NET's minimal form."""

from __future__ import annotations

import re

import tree_sitter

from core.extract.described.reading import Description, NodeRule, TreeReading, part
from core.extract.described.routes import joined
from core.extract.described.steps import UNKNOWN_STEP, Step

_TEST = re.compile(r"\b(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod|TestCaseSource)(?:Attribute)?\b")
_VERBS = {"MapGet": "GET", "MapPost": "POST", "MapPut": "PUT", "MapPatch": "PATCH", "MapDelete": "DELETE", "Map": ""}
_NAMES = ("identifier", "qualified_name", "alias_qualified_name")


def _namespace(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    before, name = reading.package, reading.code(part(node, "name"))
    reading.package = f"{before}.{name}" if before else name
    if node.type == "file_scoped_namespace_declaration":
        return UNKNOWN_STEP
    reading.children(node, (part(node, "name"),))
    reading.package = before
    return UNKNOWN_STEP


def _using(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    names = [child for child in node.named_children if child.type in (*_NAMES, "generic_name")]
    if not names:
        return UNKNOWN_STEP
    name, line = reading.code(names[-1]), reading.line(node)
    alias = part(node, "name")
    marks = {child.type for child in node.children}
    if alias is not None:
        reading.imports.append([reading.code(alias), name, line])
    else:
        reading.imports.append(["**" if "global" in marks else "*", name, line])
    return UNKNOWN_STEP


def _conditional(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `a?.b`, in which what follows the question mark stands below a node of its own."""
    base, rest = part(node, "condition"), part(node, "#-1")
    step = reading.visit(base)
    if rest is None or rest.type != "member_binding_expression":
        return reading.visit(rest) if rest is not None and base is not None and rest.id != base.id else step
    name = part(rest, "name")
    return reading.add(".", step, reading.code(name).partition("<")[0], reading.line(rest), mode)


def _initializer(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `{ Name = value }`, whose left sides are names of what is made."""
    for child in node.named_children:
        if child.type == "assignment_expression":
            reading.visit(part(child, "right"))
        else:
            reading.visit(child)
    return UNKNOWN_STEP


def _receiver(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the type of the first parameter of an extension method."""
    parameters = part(node, "parameters")
    first = next((one for one in parameters.named_children if one.type == "parameter"), None) if parameters else None
    is_extended = first is not None and any(child.text == b"this" for child in first.children)
    return part(first, "type") if first is not None and is_extended else None


def _routes(reading: TreeReading, node: tree_sitter.Node, name: str, made: int) -> None:
    """Note `app.MapGet("/x", Show)`, below the prefix of `MapGroup`."""
    arguments = part(node, "arguments")
    given = [one.named_children[-1] for one in arguments.named_children if one.named_children] if arguments else []
    step = reading.frame.steps[made]
    called = reading.frame.steps[int(step[1])] if int(step[1]) >= 0 else ("",)
    base = int(called[1]) if called[0] == "." else UNKNOWN_STEP
    prefix = reading.prefixes.get(base, "")
    text = reading.code(given[0])[1:-1] if given and given[0].type == "string_literal" else None
    if name == "MapGroup" and text is not None:
        reading.prefixes[made] = joined(prefix, text)
    elif name in _VERBS and len(given) > 1 and text is not None:
        steps = reading.frame.steps
        handler = [at for at in range(made, len(steps)) if _is_named(steps[at], reading.code(given[1]))]
        end = ["step", handler[-1]] if handler and given[1].type in ("identifier", "member_access_expression") else []
        lines = [reading.line(node), reading.parsed.last_line(node)]
        reading.routes.append([_VERBS[name], joined(prefix, text), *lines, reading.frame.number, *end])
    elif prefix and base >= 0:
        reading.prefixes[made] = prefix


def _is_named(step: Step, text: str) -> bool:
    """Tell whether a step is of the name that a text ends with."""
    at = {"n": 1, ".": 2}.get(str(step[0]))
    return at is not None and step[at] == text.rpartition(".")[2]


def _is_test(name: str, around: str, decorators: tuple[str, ...]) -> bool:
    return any(_TEST.search(one) for one in decorators)


def _result(node: tree_sitter.Node) -> tree_sitter.Node | None:
    return part(node, "returns") or part(node, "type")


def _local(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read a function inside of a function: its name is a local one."""
    reading.bind(reading.code(part(node, "name")), UNKNOWN_STEP)
    reading.use_type(part(node, "type"))
    reading.inner(node, (part(node, "name"), part(node, "type")))
    return UNKNOWN_STEP


def _constraints(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    for child in node.named_children:
        reading.use_type(part(child, "type"))
    return UNKNOWN_STEP


def _base_list(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    for child in node.named_children:
        if child.type == "primary_constructor_base_type":
            reading.use_type(part(child, "#0"))
            reading.children(child, (part(child, "#0"),))
        elif child.type == "argument_list":
            reading.children(child)
        else:
            reading.use_type(child)
    return UNKNOWN_STEP


DESCRIPTION = Description(
    types={
        "class_declaration": "class",
        "interface_declaration": "interface",
        "struct_declaration": "struct",
        "record_declaration": "record",
        "record_struct_declaration": "record",
        "enum_declaration": "enum",
    },
    functions={"method_declaration": "method", "constructor_declaration": "constructor"},
    rules={
        "namespace_declaration": NodeRule("by", by=_namespace),
        "file_scoped_namespace_declaration": NodeRule("by", by=_namespace),
        "using_directive": NodeRule("by", by=_using),
        "invocation_expression": NodeRule("apply", of="function"),
        "member_access_expression": NodeRule("member", of="expression", name="name"),
        "conditional_access_expression": NodeRule("by", by=_conditional),
        "object_creation_expression": NodeRule("new", type="type"),
        "anonymous_object_creation_expression": NodeRule("by", by=_initializer),
        "initializer_expression": NodeRule("by", by=_initializer),
        "argument": NodeRule("argument", name="name"),
        "identifier": NodeRule("name"),
        "generic_name": NodeRule("name"),
        "this": NodeRule("this"),
        "this_expression": NodeRule("this"),
        "base": NodeRule("super"),
        "base_expression": NodeRule("super"),
        "variable_declaration": NodeRule("declare", type="type", each="variable_declarator", name="name", value="#-1"),
        "property_declaration": NodeRule("declare", type="type", name="name", value="value"),
        "event_declaration": NodeRule("declare", type="type", name="name"),
        "foreach_statement": NodeRule("loop", type="type", name="left", value="right"),
        "declaration_pattern": NodeRule("typed", type="type", name="name"),
        "declaration_expression": NodeRule("typed", type="type", name="name"),
        "recursive_pattern": NodeRule("typed", type="type", name="name"),
        "constant_pattern": NodeRule("class"),
        "catch_declaration": NodeRule("typed", type="type", name="name"),
        "cast_expression": NodeRule("cast", type="type"),
        "as_expression": NodeRule("cast", type="right"),
        "is_expression": NodeRule("cast", type="right"),
        "typeof_expression": NodeRule("class", type="type"),
        "array_creation_expression": NodeRule("cast", type="type"),
        "attribute": NodeRule("class", type="name"),
        "await_expression": NodeRule("await", of="#0"),
        "lambda_expression": NodeRule("lambda", name="parameters"),
        "local_function_statement": NodeRule("by", by=_local),
        "block": NodeRule("block"),
        "for_statement": NodeRule("block"),
        "using_statement": NodeRule("block"),
        "catch_clause": NodeRule("block"),
        "switch_section": NodeRule("block"),
        "parenthesized_expression": NodeRule("same", of="#0"),
        "postfix_unary_expression": NodeRule("same", of="#0"),
        "element_access_expression": NodeRule("element", of="expression"),
        "type_parameter_list": NodeRule("nothing"),
        "delegate_declaration": NodeRule("nothing"),
        "enum_member_declaration": NodeRule("constant", name="name"),
        "goto_statement": NodeRule("nothing"),
        "labeled_statement": NodeRule("same", of="#-1"),
        "preproc_region": NodeRule("nothing"),
        "preproc_endregion": NodeRule("nothing"),
        "name_colon": NodeRule("nothing"),
        "type_parameter_constraints_clause": NodeRule("by", by=_constraints),
        "base_list": NodeRule("by", by=_base_list),
        "explicit_interface_specifier": NodeRule("nothing"),
    },
    parameters={"parameter": NodeRule("", name="name", type="type")},
    named_types=frozenset({"identifier", "generic_name", "qualified_name"}),
    arguments=frozenset({"type_argument_list"}),
    bases=frozenset({"base_list"}),
    annotations=frozenset({"attribute"}),
    result=_result,
    receiver=_receiver,
    routes=_routes,
    is_test=_is_test,
)
