"""The value that a piece of Ruby has as far as its own text tells: literals, variables and harmless methods on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.extract.ruby.bounds import is_larger
from core.extract.ruby.evaluate.kinds import Block, Code, Const, Frame, Options, Regex, Symbol, Value, code, is_known
from core.extract.ruby.evaluate.methods import METHODS, combine
from core.extract.ruby.syntax.literals import constant_name, decimal, integer, pieces
from core.extract.ruby.syntax.nodes import Call, call_of, named, parameter_name, parameters_of, statements
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.syntax.tree import Node

_MAX_UNROLLED = 500  # a loop over a longer literal is data, not declarations
_MAX_DEPTH = 60  # of expressions in expressions
_MAX_SIZE = 50_000  # letters and items of a value
_depth = [0]  # of the expression that is being evaluated


def evaluate(node: Node, frame: Frame) -> Value:
    """Return the value of an expression: Python's own for literals, `Code` for what only a running Ruby knows.

    Expressions that are nested too deeply, and values that grow too large, are code too: analysed code may double a string
    or a list on every line.
    """
    reader = _READERS.get(node.type)
    if reader is None or _depth[0] >= _MAX_DEPTH:
        return code(node)
    _depth[0] += 1
    try:
        value = reader(node, frame)
    finally:
        _depth[0] -= 1
    return code(node) if is_larger(value, _MAX_SIZE) else value


def arguments(call: Call, frame: Frame) -> tuple[list[Value], Options]:
    """Return the positional values and the options (loose pairs, `**hash`, a last literal hash) of a call."""
    positional: list[Value] = []
    options: Options = {}
    for argument in call.arguments:
        if argument.type == "pair":
            _add_pair(argument, frame, options)
        elif argument.type == "hash_splat_argument":
            spread = evaluate(named(argument)[0], frame) if named(argument) else None
            options.update(spread if isinstance(spread, dict) else {})
        elif argument.type == "splat_argument":
            spread = evaluate(named(argument)[0], frame) if named(argument) else []
            positional.extend(spread if isinstance(spread, list) else [spread])
        else:
            positional.append(evaluate(argument, frame))
    if not options and positional and isinstance(last := positional[-1], dict):
        return positional[:-1], dict(last)
    return positional, options


def _add_pair(node: Node, frame: Frame, into: Options) -> None:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    if key is None:
        return
    name: Value = Symbol(text_of(key)) if key.type == "hash_key_symbol" else evaluate(key, frame)
    if key.type == "string" and node.children[1].type == ":":
        name = Symbol(name) if isinstance(name, str) else name
    name = tuple(name) if isinstance(name, list) else name  # `task :x, [:days] => :environment`
    if isinstance(name, (str, int, Const, Code)) or (isinstance(name, tuple) and all(isinstance(one, str) for one in name)):
        into[name] = evaluate(value, frame) if value else frame.variables.get(str(name), Code(str(name)))


def _string(node: Node, frame: Frame) -> Value:
    parts: list[str] = []
    for piece in pieces(node):
        if isinstance(piece, str):
            parts.append(piece)
            continue
        inner = named(piece)
        value = evaluate(inner[-1], frame) if inner else ""
        if not isinstance(value, (str, int)) or isinstance(value, bool):
            return code(node)
        parts.append(str(value))
    return "".join(parts)


def _symbol(node: Node, frame: Frame) -> Value:
    value = _string(node, frame)
    return Symbol(value) if isinstance(value, str) else value


def _chained(node: Node, frame: Frame) -> Value:
    parts = [evaluate(part, frame) for part in named(node)]
    texts = [part for part in parts if isinstance(part, str)]
    return "".join(texts) if len(texts) == len(parts) else code(node)


def _array(node: Node, frame: Frame) -> Value:
    found: list[Value] = []
    for part in named(node):
        if part.type == "pair":
            last = found[-1] if found and isinstance(found[-1], dict) else None
            if last is None:
                found.append(last := {})
            _add_pair(part, frame, last)
        elif part.type == "splat_argument":
            spread = evaluate(named(part)[0], frame)
            found.extend(spread if isinstance(spread, list) else [spread])
        else:
            found.append(evaluate(part, frame))
    return found


def _hash(node: Node, frame: Frame) -> Value:
    found: Options = {}
    for part in named(node):
        if part.type == "pair":
            _add_pair(part, frame, found)
        elif part.type == "hash_splat_argument" and named(part):
            spread = evaluate(named(part)[0], frame)
            found.update(spread if isinstance(spread, dict) else {})
    return found


def _range(node: Node, frame: Frame) -> Value:
    begin, end = node.child_by_field_name("begin"), node.child_by_field_name("end")
    first, last = (evaluate(side, frame) if side else None for side in (begin, end))
    if isinstance(first, int) and isinstance(last, int) and abs(last - first) < _MAX_UNROLLED:
        inclusive = text_of(node.child_by_field_name("operator")) == ".."
        return list(range(first, last + inclusive))
    return code(node)


def _name(node: Node, frame: Frame) -> Value:
    if text_of(node) == "block_given?":
        return "&" in frame.variables
    return frame.variables.get(text_of(node), code(node))


def _constant(node: Node, frame: Frame) -> Value:
    name = constant_name(node).removeprefix("::")  # programs that are run stand outside of all classes
    if name in frame.variables:
        return frame.variables[name]
    known = frame.constant(name)
    return Const(name) if known is None else known


def _binary(node: Node, frame: Frame) -> Value:
    left, right = (node.child_by_field_name(side) for side in ("left", "right"))
    if left is None or right is None:
        return code(node)
    operator = text_of(node.child_by_field_name("operator"))
    try:
        value = combine(operator, evaluate(left, frame), evaluate(right, frame))
    except TypeError:  # `%w[a] | [{}]`: Python cannot look for a hash among others
        value = None
    return code(node) if value is None else value


def _element(node: Node, frame: Frame) -> Value:
    parts = [evaluate(part, frame) for part in named(node)]
    if len(parts) == 2 and isinstance(parts[0], dict) and isinstance(parts[1], str):
        return parts[0].get(parts[1])
    if len(parts) == 2 and isinstance(parts[0], list) and isinstance(parts[1], int) and parts[1] < len(parts[0]):
        return parts[0][parts[1]] if -parts[1] <= len(parts[0]) else None
    return code(node)


def _unary(node: Node, frame: Frame) -> Value:
    value = evaluate(node.named_children[-1], frame)
    operator = text_of(node.child_by_field_name("operator"))
    if operator == "-" and isinstance(value, (int, float)):
        return -value
    return not value if operator in ("!", "not") and isinstance(value, (bool, type(None))) else code(node)


def _call(node: Node, frame: Frame) -> Value:
    call = call_of(node)
    if call is None:
        return code(node)
    if call.receiver is None:
        return _bare_call(call, frame)
    receiver = evaluate(call.receiver, frame)
    if isinstance(receiver, list) and call.name in ("map", "flat_map", "each_with_object"):
        return _mapped(call, receiver, frame)
    method = METHODS.get((type(receiver), call.name))
    if method is None and isinstance(receiver, str):
        method = METHODS.get((str, call.name))
    positional, _ = arguments(call, frame)
    if method is None or not is_known(positional):
        return code(node)
    try:
        return method(receiver, frame, *positional)
    except (TypeError, ValueError, AttributeError, IndexError):
        return code(node)  # values for which Ruby's method does something else, or fails


def _bare_call(call: Call, frame: Frame) -> Value:
    if call.name in ("lambda", "proc") and call.block is not None:
        return Block(call.block, frame)
    if call.name == "redirect":
        return code(call.node)
    if not call.arguments and call.name in frame.variables:
        return frame.variables[call.name]
    return code(call.node)


def _mapped(call: Call, values: list[Value], frame: Frame) -> Value:
    if call.block_argument is not None:
        method = text_of(call.block_argument).lstrip("&:")
        pairs = [METHODS.get((str if isinstance(value, str) else type(value), method)) for value in values]
        if not all(pairs):
            return code(call.node)
        try:
            return [how(value, frame) for how, value in zip(pairs, values, strict=True) if how]
        except (TypeError, ValueError, AttributeError, IndexError):
            return code(call.node)
    if call.block is None or call.name != "map":
        return code(call.node)
    body = statements(call.block)
    if len(body) != 1:
        return code(call.node)
    found = [evaluate(body[0], enter(Block(call.block, frame), [value])) for value in values]
    return found if is_known(found) else code(call.node)


def enter(block: Block, given: list[Value], options: Mapping[Value, Value] | None = None) -> Frame:
    """Return the frame inside a block or method that is called with these values; what was not given has its default."""
    parameters = parameters_of(block.node)
    values = list(given)
    if len(values) == 1 and isinstance(values[0], list) and len(parameters) > 1 and block.node.type != "method":
        values = list(values[0])
    bound: dict[str, Value] = {}
    for parameter in parameters:
        _bind(parameter, values, dict(options or {}), bound, block.frame)
    if not parameters and given:
        bound |= {"it": given[0], "_1": given[0]}
    return block.frame.bind(bound)


def _bind(parameter: Node, values: list[Value], options: Options, bound: dict[str, Value], frame: Frame) -> None:
    name = parameter_name(parameter)
    default = parameter.child_by_field_name("value")
    if parameter.type == "splat_parameter":
        bound[name], values[:] = list(values), []
    elif parameter.type == "hash_splat_parameter":
        bound[name] = options
    elif parameter.type == "keyword_parameter":
        bound[name] = options.get(name, evaluate(default, frame.bind(bound)) if default else None)
    elif parameter.type == "destructured_parameter":
        inner = values.pop(0) if values else []
        for part, value in zip(named(parameter), inner if isinstance(inner, list) else [inner], strict=False):
            bound[text_of(part)] = value
    elif parameter.type != "block_parameter":
        fallback = evaluate(default, frame.bind(bound)) if default else (options or None)
        bound[name] = values.pop(0) if values else fallback


def _parenthesised(node: Node, frame: Frame) -> Value:
    inner = named(node)
    return evaluate(inner[0], frame) if len(inner) == 1 else code(node)


def _words(made: type[str]) -> Callable[[Node, Frame], Value]:
    def read(node: Node, frame: Frame) -> Value:
        return [made(word) if isinstance(word := _string(part, frame), str) else word for part in named(node)]

    return read


_READERS: dict[str, Callable[[Node, Frame], Value]] = {
    "string": _string,
    "chained_string": _chained,
    "simple_symbol": lambda node, _frame: Symbol(text_of(node)[1:]),
    "delimited_symbol": _symbol,
    "hash_key_symbol": lambda node, _frame: Symbol(text_of(node)),
    "string_array": _words(str),
    "symbol_array": _words(Symbol),
    "array": _array,
    "hash": _hash,
    "integer": lambda node, _frame: code(node) if (value := integer(node)) is None else value,
    "float": lambda node, _frame: code(node) if (value := decimal(node)) is None else value,
    "true": lambda _node, _frame: True,
    "false": lambda _node, _frame: False,
    "nil": lambda _node, _frame: None,
    "range": _range,
    "regex": lambda node, _frame: Regex(text_of(node)),
    "identifier": _name,
    "constant": _constant,
    "scope_resolution": _constant,
    "lambda": Block,
    "binary": _binary,
    "element_reference": _element,
    "call": _call,
    "parenthesized_statements": _parenthesised,
    "unary": _unary,
}
