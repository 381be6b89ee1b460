"""PHP, and the routes of Laravel."""

from __future__ import annotations

import re

import tree_sitter

from core.extract.described.blade import as_php
from core.extract.described.laravel import argument_values, note_relations, related_by_name, routes
from core.extract.described.reading import Description, NodeRule, TreeReading, part
from core.extract.described.rules import RULES
from core.extract.described.steps import UNKNOWN_STEP

_TYPE = r"\??[\\\w]+(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>)?(?:\[\])*"
_TYPES = rf"({_TYPE}(?:\|{_TYPE})*)"
_VAR = re.compile(rf"@(?:phpstan-|psalm-)?var\s+{_TYPES}(?:\s+\$(\w+))?")
_RETURN = re.compile(rf"@(?:phpstan-|psalm-)?return\s+{_TYPES}")
_PARAM = re.compile(rf"@(?:phpstan-|psalm-)?param\s+{_TYPES}\s+(?:\.\.\.)?&?\$(\w+)")
_PROPERTY = re.compile(rf"@property(?:-read|-write)?\s+{_TYPES}\s+\$(\w+)")
_METHOD = re.compile(rf"@method\s+(?:static\s+)?{_TYPES}\s+(\w+)\s*\(")
_KEYS = re.compile(r"<\s*(?:int|string|array-key|mixed|TKey|int\|string)\s*,\s*")
_MAKERS = frozenset(
    ("app", "resolve", "make", "makeWith", "build", "get", "mock", "partialMock", "spy", "createMock", "createStub",
     "createPartialMock", "instance", "getMock", "getService", "newInstance")
)  # fmt: skip
"""Functions and methods of containers and test doubles that give a value of the class that they are given."""
_CALLING = frozenset(
    ("array_map", "array_filter", "array_walk", "array_reduce", "usort", "uasort", "uksort", "call_user_func",
     "call_user_func_array", "is_callable", "register_shutdown_function", "spl_autoload_register", "set_error_handler",
     "set_exception_handler", "ob_start", "iterator_apply", "add_action", "add_filter", "add_shortcode", "remove_action",
     "remove_filter", "register_activation_hook", "register_deactivation_hook", "array_any", "array_all", "array_find")
)  # fmt: skip
"""Functions that call those whose names they are given as texts."""
_CALLABLE = re.compile(r"^\\?((?:\w+\\+)+\w+)(?:::|@)(\w+)$")


def _told_type(text: str) -> str:
    """Return a type of a comment as one of the language: without the types of keys."""
    return _KEYS.sub("<", text)


def _told_result(text: str) -> str:
    found = _RETURN.search(text) if "@" in text else None
    return _told_type(found.group(1)) if found is not None else ""


def _told_parameters(text: str) -> dict[str, str]:
    return {name: _told_type(type_) for type_, name in _PARAM.findall(text)} if "@" in text else {}


def _told_members(text: str) -> list[list[str]]:
    """Return the properties that a comment tells, and the methods with parentheses behind their names."""
    if "@" not in text:
        return []
    fields = [[name, _told_type(type_)] for type_, name in _PROPERTY.findall(text)]
    return fields + [[f"{name}()", _told_type(type_)] for type_, name in _METHOD.findall(text)]


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
    if not is_named:
        step = reading.visit(function, "c")
    made = reading.add("(", step)
    reading.given(node, (function,), UNKNOWN_STEP, text)
    if text in _CALLING:
        for one in argument_values(node):
            if one.type in _TEXTS and (name := reading.code(one)[1:-1]).isidentifier():
                reading.add("n", name, reading.line(one), "r")
    return _made(reading, node, text, reading.answer(made, UNKNOWN_STEP, text))


_TEXTS = ("string", "encapsed_string")


def _made(reading: TreeReading, node: tree_sitter.Node, name: str, step: int) -> int:
    """Return the step of what a call gives: of a container an instance of the class that it is given."""
    first = next(iter(argument_values(node)), None)
    if name not in _MAKERS or first is None or first.type != "class_constant_access_expression":
        return step
    text = reading.code(first)
    return reading.either(step, reading.add("t", text.removesuffix("::class"))) if text.endswith("::class") else step


def _call(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    kind = "static" if node.type == "scoped_call_expression" else "call"
    rule = (
        NodeRule("static", of="scope", name="name", value="call")
        if kind == "static"
        else NodeRule(kind, of="object", name="name")
    )
    return _made(reading, node, reading.code(part(node, "name")), RULES[rule.kind](reading, node, rule, mode))


def _array(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read an array; `[X::class, "run"]` and `[$this, "run"]` name a method."""
    elements = [one.named_children for one in node.named_children if one.type == "array_element_initializer"]
    if len(elements) == 2 and all(len(one) == 1 for one in elements) and elements[1][0].type in _TEXTS:
        owner, name = elements[0][0], reading.code(elements[1][0])[1:-1]
        if name.isidentifier() and owner.type in ("class_constant_access_expression", "variable_name"):
            return reading.add(".", reading.visit(owner), name, reading.line(elements[1][0]), "m") and UNKNOWN_STEP
    steps = [reading.visit(one[-1]) for one in elements if one]
    for one in elements:
        for key in one[:-1]:
            reading.visit(key)
    known = [step for step in steps if step >= 0]
    return reading.add("l", known[0]) if known else UNKNOWN_STEP


def _string(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read a text; `"App\\Jobs::run"` and `"App\\Jobs@run"` name a method."""
    found = _CALLABLE.match(reading.code(node)[1:-1])
    if found is None:
        return reading.children(node)
    base = reading.add("@", "\\" + re.sub(r"\\+", r"\\", found.group(1)))
    reading.add(".", base, found.group(2), reading.line(node), "m")
    return UNKNOWN_STEP


def _assign(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `$x = value`; the comment above may tell its type."""
    left, right = part(node, "left"), part(node, "right")
    step = reading.visit(right)
    if left is None or left.type != "variable_name":
        reading.visit(left)
        return step
    name = reading.code(left).removeprefix("$")
    above = node.parent.prev_named_sibling if node.parent is not None and node.parent.type == "expression_statement" else None
    told = _VAR.search(reading.code(above)) if above is not None and above.type == "comment" else None
    if told is not None and told.group(2) in (None, name):
        step = reading.add("t", _told_type(told.group(1)))
    elif node.type == "augmented_assignment_expression":
        step = reading.either(reading.local(name) or UNKNOWN_STEP, step)
    reading.bind(name, step)
    return step


def _comment(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `/** @var T $x */` inside of a body."""
    text = reading.code(node)
    if "@var" in text and not reading.frame.is_type:
        for type_, name in _VAR.findall(text):
            reading.bind(name, reading.add("t", _told_type(type_)))
    return UNKNOWN_STEP


def _if(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `if ($x instanceof T) { … }`: `$x` is a `T` in its body, and after one that leaves where it is none."""
    condition, body = part(node, "condition"), part(node, "body")
    before, narrowed = dict(reading.frame.names[-1]), len(reading.narrowed)
    reading.visit(condition)
    checks, reading.narrowed = reading.narrowed[narrowed:], reading.narrowed[:narrowed]
    text = reading.code(condition)
    is_negated = re.match(r"\(\s*!", text) is not None and len(checks) == 1
    if is_negated:
        _restore(reading, checks, before)
    reading.visit(body)
    leaves = body is not None and re.search(
        r"\b(?:return|throw|continue|break|exit|abort\w*)\b[^;{}]*;\s*\}?\s*$", reading.code(body)
    )
    if not is_negated:
        _restore(reading, checks, before)
    reading.children(node, (condition, body))
    if is_negated and leaves:
        for name, step in checks:
            reading.bind(name, step)
    return UNKNOWN_STEP


def _restore(reading: TreeReading, checks: list[tuple[str, int]], before: dict[str, int]) -> None:
    for name, step in checks:
        if reading.frame.names[-1].get(name) == step:
            reading.bind(name, before.get(name, UNKNOWN_STEP))


def _match(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `match (…) { a => b, … }`, which is one of what its arms give."""
    reading.visit(part(node, "condition"))
    body, result = part(node, "body"), UNKNOWN_STEP
    for arm in body.named_children if body is not None else ():
        before, narrowed = dict(reading.frame.names[-1]), len(reading.narrowed)
        value = part(arm, "return_expression")
        reading.children(arm, (value,))
        result = reading.either(result, reading.visit(value))
        checks, reading.narrowed = reading.narrowed[narrowed:], reading.narrowed[:narrowed]
        _restore(reading, checks, before)
    return result


def _conditional(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Read `a ? b : c` and `b ?: c`, which are a `b` or a `c`."""
    condition, body = part(node, "condition"), part(node, "body")
    before, narrowed = dict(reading.frame.names[-1]), len(reading.narrowed)
    first = reading.visit(condition)
    first = reading.visit(body) if body is not None else first
    checks, reading.narrowed = reading.narrowed[narrowed:], reading.narrowed[:narrowed]
    _restore(reading, checks, before)
    return reading.either(first, reading.visit(part(node, "alternative")))


_RELATIONS = frozenset(("with", "withCount", "touches"))
"""Properties of models that list relations by name."""


def _property(reading: TreeReading, node: tree_sitter.Node, mode: str) -> int:
    """Note the fields of a declaration; where no type is written, that of its comment counts."""
    type_ = part(node, "type")
    reading.use_type(type_)
    comment = node.prev_named_sibling
    told = _VAR.search(reading.code(comment)) if comment is not None and comment.type == "comment" else None
    for one in node.named_children:
        if one.type == "property_element":
            value = part(one, "default_value")
            step = reading.visit(value)
            name = reading.code(part(one, "name")).removeprefix("$")
            if value is not None and name in _RELATIONS:
                note_relations(reading, reading.add("y"), name, value)
            written = _told_type(told.group(1)) if told is not None else ""
            text = written if "<" in written or "[]" in written else reading.code(type_) or written
            reading.frame.fields.append([name, text, reading.line(one), step])
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
        if left is not None and left.type == "variable_name":
            name, told = reading.code(left).removeprefix("$"), reading.add("t", reading.code(right))
            reading.bind(name, told)
            reading.narrowed.append((name, told))
        return UNKNOWN_STEP
    other = reading.visit(right)
    operator = next((child.type for child in node.children if not child.is_named), "")
    return reading.either(step, other) if operator == "??" else UNKNOWN_STEP


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


def _named_in_texts(reading: TreeReading, node: tree_sitter.Node, name: str, made: int) -> None:
    """Note what a call of Laravel names in texts."""
    routes(reading, node, name, made)
    related_by_name(reading, node, name, made)


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
        "member_call_expression": NodeRule("by", by=_call),
        "nullsafe_member_call_expression": NodeRule("by", by=_call),
        "scoped_call_expression": NodeRule("by", by=_call),
        "class_constant_access_expression": NodeRule("static", of="#0", name="#1"),
        "scoped_property_access_expression": NodeRule("static", of="scope", name="name"),
        "member_access_expression": NodeRule("member", of="object", name="name"),
        "nullsafe_member_access_expression": NodeRule("member", of="object", name="name"),
        "function_call_expression": NodeRule("by", by=_function_call),
        "object_creation_expression": NodeRule("by", by=_new),
        "variable_name": NodeRule("variable"),
        "assignment_expression": NodeRule("by", by=_assign),
        "augmented_assignment_expression": NodeRule("by", by=_assign),
        "conditional_expression": NodeRule("by", by=_conditional),
        "match_expression": NodeRule("by", by=_match),
        "if_statement": NodeRule("by", by=_if),
        "return_statement": NodeRule("return"),
        "array_creation_expression": NodeRule("by", by=_array),
        "string": NodeRule("by", by=_string),
        "encapsed_string": NodeRule("by", by=_string),
        "comment": NodeRule("by", by=_comment),
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
    told=_told_result,
    told_parameters=_told_parameters,
    told_members=_told_members,
    signs=("\\", "::"),
    routes=_named_in_texts,
    spelled=as_php,
    is_test=_is_test,
)
