"""What the rules of descriptions do with a node, see `NodeRule`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import tree_sitter

from core.extract.described.reading import NodeRule, TreeReading, part
from core.extract.described.steps import UNKNOWN_STEP


def _call(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    of, name = part(node, rule.of), part(node, rule.name)
    text, line = _plain(reading, name), reading.line(name) if name is not None else reading.line(node)
    base = reading.visit(of) if of is not None else UNKNOWN_STEP
    if of is not None:
        step = reading.add(".", base, text, line, "c")
    else:
        step = UNKNOWN_STEP if reading.local(text) is not None else reading.add("n", text, line, "c")
    made = _called(reading, step, node)
    reading.given(node, (of, name), base, text)
    reading.description.routes(reading, node, text, made)
    return reading.answer(made, base, text)


def _called(reading: TreeReading, step: int, *nodes: tree_sitter.Node | None) -> int:
    """Write that a step is called, with the types that one of these nodes gives it."""
    for node in nodes:
        for arguments in node.named_children if node is not None else ():
            if arguments.type in reading.description.arguments:
                return reading.add("(", step, reading.code(arguments)[1:-1])
    return reading.add("(", step)


def _apply(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    of = part(node, rule.of)
    step = reading.visit(of, "c")
    made = _called(reading, step, of, part(of, "name") if of is not None else None)
    called = reading.frame.steps[step] if step >= 0 else ("",)
    is_member = called[0] == "."
    reading.given(node, (of,), int(called[1]) if is_member else UNKNOWN_STEP, str(called[2]) if is_member else "")
    if called[0] in (".", "n"):
        reading.description.routes(reading, node, str(called[2 if is_member else 1]), made)
    if called[0] not in (".", "n"):
        return made
    return reading.answer(made, int(called[1]) if is_member else UNKNOWN_STEP, str(called[2 if is_member else 1]))


def _member(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    of, name = part(node, rule.of), part(node, rule.name)
    base = reading.visit(of)
    for arguments in name.named_children if name is not None else ():
        if arguments.type in reading.description.arguments:
            reading.use_type(arguments)
    return reading.add(".", base, _plain(reading, name), reading.line(name or node), mode)


def _name(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    text = _plain(reading, node)
    found = reading.local(text)
    for arguments in node.named_children:
        if arguments.type in reading.description.arguments:
            reading.use_type(arguments)
    if found is not None:
        return found
    return reading.add("n", text, reading.line(node), mode, *([reading.receiver] if reading.receiver >= 0 else []))


def _variable(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    text = reading.code(node).removeprefix("$")
    if text == "this":
        return UNKNOWN_STEP if reading.nameless else reading.add("y")
    found = reading.local(text)
    return found if found is not None else UNKNOWN_STEP


def _new(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    type_ = part(node, rule.type)
    if type_ is None:
        return reading.children(node)
    names = list(reading.names_in(type_))
    for one in names[1:]:
        reading.add("u", reading.code(one).partition("<")[0], reading.line(one))
    step = reading.add("N", reading.code(type_), reading.line(type_))
    reading.nameless_body(node, (type_,))
    return step


def _object(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    reading.nameless_body(node)
    return UNKNOWN_STEP


def _cast(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    type_ = part(node, rule.type)
    reading.children(node, (type_,))
    return reading.typed(type_) if type_ is not None else UNKNOWN_STEP


def _typed(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    type_, name = part(node, rule.type), part(node, rule.name)
    step = reading.typed(type_) if type_ is not None else UNKNOWN_STEP
    if name is not None:
        reading.bind(reading.code(name).removeprefix("$"), step)
    return reading.children(node, (type_, name))


_IMPLICIT = ("var", "implicit_type", "val")


def _declare(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    type_ = part(node, rule.type)
    reading.use_type(type_)
    told = None if type_ is None or type_.type in _IMPLICIT or reading.code(type_) == "var" else type_
    ones = [child for child in node.named_children if child.type == rule.each] if rule.each else [node]
    for one in ones:
        name, value = part(one, rule.name), part(one, rule.value)
        if value is not None and name is not None and value.id == name.id:
            value = None
        if told is not None and value is not None and "lambda" in value.type:
            reading.over = (reading.add("t", reading.code(told)), "")
        step = reading.visit(value)
        reading.children(one, (name, value, type_))
        reading.declare(reading.code(name).removeprefix("$"), told, step, reading.line(one))
    return reading.children(node, (*ones, type_)) if rule.each else UNKNOWN_STEP


def _loop(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    type_, name, value = part(node, rule.type), part(node, rule.name), part(node, rule.value)
    reading.frame.names.append({})
    step = reading.visit(value)
    is_told = type_ is not None and reading.code(type_) != "var" and type_.type not in _IMPLICIT
    if type_ is not None and is_told:
        reading.bind(reading.code(name).removeprefix("$"), reading.typed(type_))
    elif name is not None:
        reading.bind(reading.code(name).removeprefix("$"), reading.add("*", step))
    reading.children(node, (type_, name, value))
    reading.frame.names.pop()
    return UNKNOWN_STEP


def _assign(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    name, value = part(node, rule.name), part(node, rule.value)
    step = reading.visit(value)
    if name is not None and name.type == "variable_name":
        reading.bind(reading.code(name).removeprefix("$"), step)
    else:
        reading.visit(name)
    return step


def _lambda(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    (over, called), reading.over = reading.over, (UNKNOWN_STEP, "")
    reading.frame.names.append({})
    parameters = part(node, rule.name) if rule.name else None
    names = list(_untyped(parameters)) if parameters is not None else []
    bound = [reading.code(one).removeprefix("$") for one in names] or (
        list(reading.description.implicit) if parameters is None else []
    )
    for place, name in enumerate(bound):
        reading.bind(name, reading.add("e", over, called, place, int(len(bound) > 1)) if over >= 0 else UNKNOWN_STEP)
    body = part(node, "body")
    reading.children(node, (parameters if names else None, body))
    reading.returns.append(UNKNOWN_STEP)
    step = reading.visit(body)
    returned = reading.returns.pop()
    reading.frame.names.pop()
    reading.given_step = step if step >= 0 else returned
    return UNKNOWN_STEP


def _return(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    reading.returned(reading.visit(part(node, "#0")))
    return UNKNOWN_STEP


_BARE = ("identifier", "simple_identifier", "implicit_parameter", "variable_name")


def _untyped(parameters: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """Yield the names of parameters of a function that is given to another, none if one of them has a type."""
    if parameters.type in _BARE:
        yield parameters
        return
    for one in parameters.named_children:
        inner = [child for child in one.named_children if child.type != "modifier"]
        if one.type in _BARE:
            yield one
        elif len(inner) == 1:
            yield from _untyped(one)


def _block(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    reading.inner(node)
    return UNKNOWN_STEP


def _class(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    type_ = part(node, rule.type or "#0")
    for one in (list(reading.names_in(type_)) or [type_]) if type_ is not None else []:
        reading.add("u", reading.code(one).partition("<")[0], reading.line(one))
    return UNKNOWN_STEP


def _constant(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    name = part(node, rule.name)
    reading.frame.fields.append([reading.code(name), "", reading.line(node), reading.add("y")])
    reading.nameless_body(node, (name,))
    return UNKNOWN_STEP


def _argument(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    name = part(node, rule.name)
    children = [child for child in node.named_children if name is None or child.id != name.id]
    for child in children:
        step = reading.visit(child)
        reading.given_step = step if step >= 0 else reading.given_step
    return UNKNOWN_STEP


def _either(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    of, value = part(node, rule.of), part(node, rule.value)
    reading.children(node, (of, value))
    return reading.either(reading.visit(of), reading.visit(value))


def _scope(reading: TreeReading, node: tree_sitter.Node | None) -> int:
    """Return the step of what stands before `::`: a type, the class itself, what is above it, or a value."""
    text = reading.code(node)
    if node is None or text in ("self", "static"):
        return reading.add("y")
    if text == "parent":
        return reading.add("^")
    if node.type in ("name", "qualified_name"):
        reading.add("u", text, reading.line(node))
        return reading.add("@", text)
    return reading.visit(node)


def _static(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    of, name = part(node, rule.of), part(node, rule.name)
    base, text = _scope(reading, of), reading.code(name).removeprefix("$")
    is_call = rule.value == "call"
    if text == "class" and not is_call:
        return base
    step = reading.add(".", base, text, reading.line(name or node), "c" if is_call else mode)
    if not is_call:
        return step
    made = reading.add("(", step)
    reading.given(node, (of, name), base, text)
    reading.description.routes(reading, node, text, made)
    return reading.answer(made, base, text)


def _plain(reading: TreeReading, node: tree_sitter.Node | None) -> str:
    """Return a name without what it is given: `Find` of `Find<Order>`."""
    return reading.code(node).partition("<")[0].strip("`").removeprefix("$") if node is not None else ""


def _element(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    of = part(node, rule.of)
    step = reading.visit(of)
    reading.children(node, (of,))
    return reading.add("[", step)


def _same(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    of = part(node, rule.of)
    step = reading.visit(of, mode)
    reading.children(node, (of,))
    return step


def _await(reading: TreeReading, node: tree_sitter.Node, rule: NodeRule, mode: str) -> int:
    return reading.add("a", reading.visit(part(node, rule.of)))


RULES: dict[str, Callable[[TreeReading, tree_sitter.Node, NodeRule, str], int]] = {
    "call": _call,
    "apply": _apply,
    "member": _member,
    "static": _static,
    "name": _name,
    "variable": _variable,
    "new": _new,
    "object": _object,
    "cast": _cast,
    "typed": _typed,
    "declare": _declare,
    "loop": _loop,
    "assign": _assign,
    "lambda": _lambda,
    "return": _return,
    "block": _block,
    "class": _class,
    "argument": _argument,
    "constant": _constant,
    "element": _element,
    "either": _either,
    "same": _same,
    "await": _await,
    "this": lambda reading, node, rule, mode: UNKNOWN_STEP if reading.nameless else reading.add("y"),
    "super": lambda reading, node, rule, mode: reading.add("^"),
    "nothing": lambda reading, node, rule, mode: UNKNOWN_STEP,
}
