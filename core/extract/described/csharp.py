"""C#, and the routes of ASP.NET's minimal form."""

from __future__ import annotations

import re

import tree_sitter

from core.extract.described.reading import Description, NodeRule, TreeReading, part
from core.extract.described.routes import joined
from core.extract.described.rules import RULES
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


def _variables(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `T a = x, b`, `var (a, b) = x`; the grammar may put the value of the latter behind the names."""
    names = next((part(one, "@tuple_pattern") for one in node.named_children if one.type == "variable_declarator"), None)
    if names is None:
        return RULES["declare"](reading, node, _VARIABLES, mode)
    inside = names.next_named_sibling
    parent = names.parent
    value = inside if inside is not None or parent is None else parent.next_named_sibling
    reading.bind_parts(names.named_children, reading.visit(value))
    return UNKNOWN_STEP


_VARIABLES = NodeRule("declare", type="type", each="variable_declarator", name="name", value="#-1")


def _assignment(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `a = x`, and `(a, var b) = x`, which names the parts of a value; what a local name stands for is the latest."""
    left, right = part(node, "left"), part(node, "right")
    step = reading.visit(right)
    if left is not None and left.type == "tuple_expression":
        for place, one in enumerate(left.named_children):
            declared = part(one, "@declaration_expression")
            type_ = part(declared, "type") if declared is not None else None
            name = part(declared, "name") if declared is not None else None
            if name is not None and type_ is not None and type_.type == "implicit_type":
                reading.bind(reading.code(name), reading.add("p", step, place) if step >= 0 else UNKNOWN_STEP)
            else:
                reading.visit(one)
        return step
    if left is not None and left.type == "identifier" and step >= 0 and reading.local(reading.code(left)) == UNKNOWN_STEP:
        reading.bind(reading.code(left), step)
    reading.visit(left)
    return step


def _declared(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `out T x` and `out var x`, which a method hands out by the argument that this is."""
    type_, name = part(node, "type"), part(node, "name")
    if type_ is not None and type_.type != "implicit_type":
        reading.bind(reading.code(name), reading.typed(type_))
        return UNKNOWN_STEP
    argument = node.parent
    arguments = argument.parent if argument is not None else None
    place = [one.id for one in arguments.named_children].index(argument.id) if argument is not None and arguments else 0
    over, called = reading.over
    call = arguments.parent if arguments is not None else None
    if over < 0 and call is not None:
        over, called = reading.add("y"), reading.code(part(call, "function"))
    reading.bind(reading.code(name), reading.add("o", over, called, place))
    return UNKNOWN_STEP


def _matches(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `x is P`."""
    step = reading.visit(part(node, "expression"))
    _pattern(reading, part(node, "pattern"), step)
    return UNKNOWN_STEP


def _pattern(reading: TreeReading, node: tree_sitter.Node | None, step: int) -> None:
    """Read a pattern that a value is compared with: its names stand for the value, or for parts and members of it."""
    if node is None:
        return
    type_, name = part(node, "type"), part(node, "name")
    if type_ is not None and type_.type != "implicit_type":
        step = reading.typed(type_)
    if node.type in _NAMING_PATTERNS and name is not None:
        reading.bind(reading.code(name), step)
    if node.type == "constant_pattern":
        reading.visit(node)
        return
    for child in node.named_children:
        if child.type == "positional_pattern_clause":
            for place, one in enumerate(child.named_children):
                _pattern(reading, part(one, "#-1"), reading.add("p", step, place) if step >= 0 else UNKNOWN_STEP)
        elif child.type == "property_pattern_clause":
            for one in child.named_children:
                _property_pattern(reading, one, step)
        elif "pattern" in child.type:
            _pattern(reading, child, reading.add("[", step) if node.type == "list_pattern" and step >= 0 else step)
        elif (type_ is None or child.id != type_.id) and (name is None or child.id != name.id):
            reading.visit(child)


_NAMING_PATTERNS = ("declaration_pattern", "recursive_pattern", "var_pattern", "list_pattern")


def _property_pattern(reading: TreeReading, node: tree_sitter.Node, step: int) -> None:
    """Read `Name: P` or `Owner.Name: P` in a pattern."""
    children = node.named_children
    names = reading.code(children[0]).split(".") if len(children) > 1 else []
    for name in names:
        step = reading.add(".", step, name, reading.line(node), "r") if step >= 0 else UNKNOWN_STEP
    _pattern(reading, children[-1] if children else None, step)


def _switch(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `switch (x) { case P: … }` and `x switch { P => … }`."""
    value = part(node, "value") or part(node, "#0")
    step, result = reading.visit(value), UNKNOWN_STEP
    body = part(node, "body") or node
    for one in body.named_children:
        if one.type not in ("switch_section", "switch_expression_arm"):
            continue
        reading.frame.names.append({})
        patterns = [child for child in one.named_children if "pattern" in child.type]
        for pattern in patterns:
            _pattern(reading, pattern, step)
        taken, given = {pattern.id for pattern in patterns}, UNKNOWN_STEP
        for child in one.named_children:
            given = reading.visit(child) if child.id not in taken else UNKNOWN_STEP
        if one.type == "switch_expression_arm":
            result = reading.either(result, given)
        reading.frame.names.pop()
    return result


def _query(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `from x in xs where … select y`, which is a list of what it selects."""
    reading.frame.names.append({})
    result = UNKNOWN_STEP
    for clause in node.named_children:
        names = [one for one in clause.named_children if one.type != "type"]
        if clause.type in ("from_clause", "join_clause", "let_clause") and len(names) > 1:
            step = reading.visit(names[1])
            element = step if clause.type == "let_clause" or step < 0 else reading.add("*", step)
            reading.bind(reading.code(names[0]), element)
            for one in names[2:]:
                reading.visit(one)
        elif clause.type == "select_clause":
            result = reading.visit(part(clause, "#0"))
        else:
            reading.visit(clause)
    reading.frame.names.pop()
    return reading.add("l", result) if result >= 0 else UNKNOWN_STEP


def _array(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `new T[3]`, a value of `T[]`."""
    type_ = part(node, "type")
    reading.children(node, (type_,))
    reading.use_type(type_)
    return reading.add("t", re.sub(r"\[[^\]]*\]", "[]", reading.code(type_)))


def _foreach(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `foreach (var x in xs)`, and with `(a, b)` the parts of each."""
    names = part(node, "left")
    if names is None or names.type != "tuple_pattern":
        return RULES["loop"](reading, node, NodeRule("loop", type="type", name="left", value="right"), mode)
    reading.frame.names.append({})
    value = part(node, "right")
    step = reading.visit(value)
    reading.bind_parts(names.named_children, reading.add("*", step) if step >= 0 else UNKNOWN_STEP)
    reading.children(node, (part(node, "type"), names, value))
    reading.frame.names.pop()
    return UNKNOWN_STEP


def _property(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read a property or an indexer, in whose accessors `value` is one of its type."""
    type_, name, value = part(node, "type"), part(node, "name"), part(node, "value")
    reading.use_type(type_)
    for child in node.named_children:
        if child.type == "bracketed_parameter_list":
            reading.frame.names.append({})
            for one in child.named_children:
                given = part(one, "type")
                reading.bind(reading.code(part(one, "name")), reading.typed(given) if given is not None else UNKNOWN_STEP)
    step = reading.visit(value)
    reading.frame.names.append({"value": reading.add("t", reading.code(type_))})
    reading.children(node, (type_, name, value, part(node, "parameters")))
    reading.frame.names.pop()
    if node.type == "indexer_declaration":
        reading.frame.names.pop()
    reading.declare(reading.code(name) or "[]", type_, step, reading.line(node))
    return UNKNOWN_STEP


def _initializer(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `{ Name = value }`, whose left sides are names of what is made."""
    for child in node.named_children:
        if child.type == "assignment_expression":
            reading.visit(part(child, "right"))
        else:
            reading.visit(child)
    return UNKNOWN_STEP


def _list(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `new[] { a, b }`, a list of what its first element is."""
    elements = part(node, "#-1")
    steps = [reading.visit(one) for one in elements.named_children] if elements is not None else []
    return reading.add("l", steps[0]) if steps and steps[0] >= 0 else UNKNOWN_STEP


def _binary(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `a ?? b`, which is one of both; what other operators give is not known."""
    first, second = reading.visit(part(node, "left")), reading.visit(part(node, "right"))
    return reading.either(first, second) if any(child.type == "??" for child in node.children) else UNKNOWN_STEP


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
        end: list[str | int] = (
            ["step", handler[-1]] if handler and given[1].type in ("identifier", "member_access_expression") else []
        )
        if given[1].type in ("lambda_expression", "anonymous_method_expression"):
            end = ["inside", reading.line(given[1]), reading.parsed.last_line(given[1])]
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
    type_ = part(node, "type")
    gives = type_ is not None and type_.type != "predefined_type"
    reading.bind(reading.code(part(node, "name")), reading.add("g", reading.code(type_)) if gives else UNKNOWN_STEP)
    reading.use_type(type_)
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
        "variable_declaration": NodeRule("by", by=_variables),
        "assignment_expression": NodeRule("by", by=_assignment),
        "property_declaration": NodeRule("by", by=_property),
        "indexer_declaration": NodeRule("by", by=_property),
        "event_declaration": NodeRule("declare", type="type", name="name"),
        "foreach_statement": NodeRule("by", by=_foreach),
        "declaration_expression": NodeRule("argument", by=_declared),
        "is_pattern_expression": NodeRule("by", by=_matches),
        "switch_statement": NodeRule("by", by=_switch),
        "switch_expression": NodeRule("by", by=_switch),
        "query_expression": NodeRule("by", by=_query),
        "with_expression": NodeRule("same", of="#0"),
        "conditional_expression": NodeRule("either", of="consequence", value="alternative"),
        "binary_expression": NodeRule("by", by=_binary),
        "implicit_array_creation_expression": NodeRule("by", by=_list),
        "constant_pattern": NodeRule("class"),
        "catch_declaration": NodeRule("typed", type="type", name="name"),
        "cast_expression": NodeRule("cast", type="type"),
        "as_expression": NodeRule("cast", type="right"),
        "is_expression": NodeRule("cast", type="right"),
        "typeof_expression": NodeRule("class", type="type"),
        "array_creation_expression": NodeRule("by", by=_array),
        "attribute": NodeRule("class", type="name"),
        "await_expression": NodeRule("await", of="#0"),
        "lambda_expression": NodeRule("lambda", name="parameters"),
        "return_statement": NodeRule("return"),
        "local_function_statement": NodeRule("by", by=_local),
        "block": NodeRule("block"),
        "for_statement": NodeRule("block"),
        "using_statement": NodeRule("block"),
        "catch_clause": NodeRule("block"),
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
