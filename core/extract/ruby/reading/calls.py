"""Calls, as the reader meets them: declarations in class bodies, loops unrolled, references elsewhere."""

from __future__ import annotations

import re
from dataclasses import replace

from tree_sitter import Node

from core.extract.facts import Declaration
from core.extract.ruby.reading import defining, steps
from core.extract.ruby.reading.context import BODY, CODE, MACRO, Enclosing
from core.extract.ruby.reading.given import add_to_built, refer_to_given
from core.extract.ruby.reading.loops import plain_parameters, unrolled
from core.extract.ruby.reading.passing import note_passed
from core.extract.ruby.reading.said import note_call
from core.extract.ruby.reading.state import Reading
from core.extract.ruby.reading.terms import ANYTHING, PASSING_ON, SENDERS, passed_symbol, term_of, then
from core.extract.ruby.reading.values import Value, arguments_of, key_of, value_of
from core.extract.ruby.reading.vocabulary import BLOCK_IS_A_BODY, COMMON, DECLARING, MODULE_FUNCTION, SILENT, VISIBILITIES
from core.extract.ruby.syntax.parse import text_of
from core.extract.ruby.words.library import tells

_QUALIFIED = re.compile(r"^(::)?[A-Z]\w*(::[A-Z]\w*)+$")
_SINGLE = re.compile(r"^[A-Z][a-z]\w*$")
_SIMPLE_RECEIVER = re.compile(r"^(?:::)?[A-Za-z_][\w:]*(\.\w+[?!]?)*$")
_LOOPS = frozenset({"each", "each_with_index", "each_pair", "map", "each_key"})
_REOPENING = frozenset({"class_eval", "module_eval", "class_exec", "instance_eval"})
_UNRECORDED = frozenset({"included", "prepended", "class_methods", "with_options", "to_prepare", "if", "unless", "then"})
_SPECS = frozenset({"describe", "context", "feature"})
_DEFINING = frozenset({"define_method", "define_singleton_method"})
_MERGING = frozenset({"update", "merge!", "reverse_merge!"})
_REQUESTS = frozenset({"get", "post", "put", "patch", "delete", "head"})
_REPLACING = frozenset({"receive", "should_receive", "expects", "stubs"})  # of RSpec and Mocha
_TESTING = _REQUESTS | SENDERS | _REPLACING
_NAMING = frozenset({"method", "public_method"})  # `method(:name)` gives a method as a value
_VARIABLES = frozenset({"identifier", "instance_variable"})
_MADE = re.compile(r"(?:::)?[A-Z]\w*(?:::[A-Z]\w*)*\.new")  # the term of a variable that was given a new object
_MAX_RECEIVER = 60
_MAX_LISTS = 10  # lists in lists of class names
_MAX_CHAIN = 30  # calls in a row; of a longer chain nothing is known
_MAX_INLINE = 300  # nodes deep: a method after `private` is read within the reading of what is around it


def call(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Read one call: what it declares, what it refers to, then its parts."""
    method, receiver = node.child_by_field_name("method"), node.child_by_field_name("receiver")
    block, arguments = node.child_by_field_name("block"), node.child_by_field_name("arguments")
    name = text_of(method) if method is not None else "call"
    if context.mode == BODY and receiver is None and name in VISIBILITIES:
        _visibility(reading, name, node, arguments, context)
        return
    if _special(reading, name, node, context):
        return
    note_call(reading, name, receiver, node, context)
    if name == "resolve" and receiver is None and block is not None and arguments is not None:
        for named in arguments.named_children[:1]:
            refer_to_strings(reading, named, context)  # in routes: the model whose records lead elsewhere
    if statement and context.mode == MACRO and name in _MERGING:
        _declare_merge(reading, name, node, context)
    declared = statement and _declares(name, receiver, context) and _declare(reading, name, node, context)
    steps.step(reading, name, node, receiver, context)
    on_constant = receiver is not None and receiver.type in ("constant", "scope_resolution")
    if context.mode != BODY or not declared or on_constant or context.scope < 0:
        _refer(reading, name, receiver, node, context)
        refer_to_given(reading, name, receiver, node, context)
        note_passed(reading, name, receiver, node, context)
        if name in _MERGING and arguments is not None and receiver is not None and receiver.type == "identifier":
            add_to_built(reading, text_of(receiver), [arguments], context)
    if reading.file.is_test and arguments is not None and name in _TESTING:
        _named_in_test(reading, name, receiver, arguments, context)
    if name in _NAMING and arguments is not None:
        _named(reading, receiver, node, arguments, context)
    if block is not None:
        _block(reading, name, receiver, node, block, context, declared)
    reading.later(arguments, context if context.mode == CODE else replace(context, mode=CODE) if declared else context)
    reading.later(receiver, context)


def _named(reading: Reading, receiver: Node | None, node: Node, arguments: Node, context: Enclosing) -> None:
    """Keep the method that `method(:name)` gives: as a call where a block is made of it, else as one that is only named."""
    given = arguments.named_children
    name = text_of(given[0])[1:] if len(given) == 1 and given[0].type == "simple_symbol" else ""
    if not name:
        return
    as_block = node.parent is not None and node.parent.type == "block_argument"
    _refer(reading, name, receiver, node, context, **({} if as_block else {"named": True}))
    if as_block:
        steps.step(reading, name, node, receiver, context)


def _named_in_test(reading: Reading, name: str, receiver: Node | None, arguments: Node, context: Enclosing) -> None:
    """Keep what a test names by a symbol: `get :show` of a controller, `cart.send(:total)`, `receive(:total)`."""
    given = next(iter(arguments.named_children), None)
    named = text_of(given)[1:] if given is not None and given.type == "simple_symbol" else ""
    if given is None or not named or (name not in _REQUESTS and not tells(named)):
        return
    if name in _REQUESTS:
        if receiver is None:
            reading.refer(named, "call", given, context, f"{ANYTHING}controller")
    elif name in _REPLACING or receiver is not None:
        term = term_of(receiver, reading.variables(context)) if receiver is not None else ANYTHING
        reading.refer(named, "call", given, context, term, **({"named": True} if name in _REPLACING else {}))


def _special(reading: Reading, name: str, node: Node, context: Enclosing) -> bool:
    """Read calls that define: methods, tasks, specs, reopened classes, loops over literals."""
    block = node.child_by_field_name("block")
    if block is None:
        return False
    receiver = node.child_by_field_name("receiver")
    if name in _DEFINING and context.mode != CODE:
        return defining.defined_method(reading, name, node, block, context)
    if name == "task" and receiver is None and context.mode == BODY:
        return defining.task(reading, node, block, context)
    if name in _SPECS and context.mode == BODY and reading.file.is_test and reading.outline.is_namespace(context.scope):
        return defining.spec(reading, node, block, context)
    if name in _REOPENING and context.mode == BODY and receiver is not None:
        return defining.reopened(reading, node, receiver, block, context)
    if name in _LOOPS and context.mode != CODE and receiver is not None:
        return unrolled(reading, name, receiver, block, context)
    return False


def assigned(reading: Reading, left: Node, context: Enclosing) -> None:
    """Read `record.name = value` as the call of `name=`."""
    method, receiver = left.child_by_field_name("method"), left.child_by_field_name("receiver")
    if method is not None:
        _refer(reading, f"{text_of(method)}=", receiver, left, context)
    reading.later(receiver, context)


def declare_bare(reading: Reading, name: str, node: Node, context: Enclosing) -> None:
    """Read a bare word in a class body: a visibility or a macro without arguments."""
    if context.mode == BODY and name == MODULE_FUNCTION:
        _declare_functions(reading, node, context)
    elif context.mode == BODY and name in VISIBILITIES:
        reading.outline.set_visibility(context.scope, name, (), context.singleton)
    elif _declares(name, None, context) and not reading.is_local(name, context):
        _keep(reading, name, [], {}, "", node, context)


def _declare_functions(reading: Reading, node: Node, context: Enclosing) -> None:
    """Keep `module_function` as `extend self`: the module answers its own methods, here those that are named or follow."""
    _keep(reading, "extend", [{"code": "self"}], {}, "", node, context)


def declare_alias(reading: Reading, node: Node, context: Enclosing, statement: bool) -> None:
    """Keep `alias new old` as `alias_method :new, :old`."""
    names = [node.child_by_field_name(field) for field in ("name", "alias")]
    symbols: list[Value] = [f":{text_of(one).removeprefix(':')}" for one in names if one is not None]
    if context.mode != CODE and len(symbols) == 2 and not any("$" in str(one) for one in symbols):
        _keep(reading, "alias_method", symbols, {}, "", node, context)


def declare_assignment(reading: Reading, left: Node, right: Node, node: Node, context: Enclosing) -> None:
    """Keep `self.table_name = "x"` as a declaration `table_name=`."""
    receiver, method = left.child_by_field_name("receiver"), left.child_by_field_name("method")
    if left.type == "call" and receiver is not None and method is not None and len(text_of(receiver)) <= _MAX_RECEIVER:
        on = "" if receiver.type == "self" else text_of(receiver)
        _keep(reading, f"{text_of(method)}=", [value_of(right, context.known)], {}, on, node, context)


def declare_local(reading: Reading, left: Node, right: Node, node: Node, context: Enclosing) -> None:
    """Keep `actions = args.dup` in a class-level method as a declaration `local=`: what follows may use it."""
    if not context.quiet:
        _keep(reading, "local=", [text_of(left), value_of(right, context.known)], {}, "", node, context)


def _declare_merge(reading: Reading, name: str, node: Node, context: Enclosing) -> None:
    """Keep `configuration.update(options)` in a class-level method as a declaration `local=` with what it then holds.

    What is merged only under a condition counts when it comes from a variable: the caller's options are taken where given.
    """
    receiver, arguments = node.child_by_field_name("receiver"), node.child_by_field_name("arguments")
    if receiver is None or receiver.type != "identifier" or not reading.is_local(text_of(receiver), context):
        return
    values, options = arguments_of(arguments, context.known)
    given = [{"hash": options}] if options else values
    certain = node.parent is not None and node.parent.type == "body_statement"
    if len(given) != 1 or context.quiet or not (certain or (arguments and arguments.named_children[0].type == "identifier")):
        return
    before = {"code": text_of(receiver)}
    parts = [given[0], before] if name == "reverse_merge!" else [before, given[0]]
    merged = {"code": text_of(node)[:_MAX_RECEIVER], "merge": parts}
    _keep(reading, "local=", [text_of(receiver), merged], {}, "", node, context)


def declare_append(reading: Reading, node: Node, context: Enclosing) -> None:
    """Keep `config.autoload_paths << x` as a declaration `<<`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is not None and right is not None and len(text_of(left)) <= _MAX_RECEIVER:
        _keep(reading, "<<", [value_of(right, context.known)], {}, text_of(left), node, context)


def refer_to_string(reading: Reading, node: Node, context: Enclosing, single: bool = False) -> None:
    """Keep a string that is written like a class name; a single word only where a class name is expected."""
    written = text_of(node)[1:-1]
    if _QUALIFIED.match(written) or (single and _SINGLE.match(written)):
        reading.refer(written, "string", node, context)


def refer_to_strings(reading: Reading, node: Node, context: Enclosing, depth: int = 0) -> None:
    """Keep what stands where class names are expected: a string, or the strings of a list."""
    if node.type in ("array", "pattern") and depth < _MAX_LISTS:
        for child in node.named_children:
            refer_to_strings(reading, child, context, depth + 1)
    elif node.type == "string_array":
        for child in node.named_children:
            if _QUALIFIED.match(text_of(child)) or _SINGLE.match(text_of(child)):
                reading.refer(text_of(child), "string", child, context)
    elif node.type == "string":
        refer_to_string(reading, node, context, single=True)


def _visibility(reading: Reading, name: str, node: Node, arguments: Node | None, context: Enclosing) -> None:
    values, _ = arguments_of(arguments, context.known)
    flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
    names = [key_of(value) for value in flat if isinstance(value, str)]
    inline = [child for child in arguments.named_children if child.type in ("method", "singleton_method")] if arguments else []
    if name == MODULE_FUNCTION:
        _declare_functions(reading, node, context)
    elif names:
        reading.outline.set_visibility(context.scope, name, names, context.singleton)
    if inline and name not in ("private_constant", MODULE_FUNCTION) and context.scope >= 0 and reading.depth < _MAX_INLINE:
        draft = reading.outline.drafts[context.scope]
        before, draft.default_visibility = draft.default_visibility, name.removesuffix("_class_method")
        reading.read_now(inline[0], context)
        draft.default_visibility = before
    else:
        reading.later(arguments, context)


def _declares(name: str, receiver: Node | None, context: Enclosing) -> bool:
    """Tell whether a statement is a declaration here."""
    if name in SILENT and receiver is None and not (name in ("before", "after") and context.takes_hooks):
        return False
    written = text_of(receiver) if receiver is not None else ""
    on_self = written in ("", "self") or written in context.selves
    if context.mode == BODY:
        return on_self or (len(written) <= _MAX_RECEIVER and bool(_SIMPLE_RECEIVER.match(written)))
    if context.mode == MACRO:
        return on_self or (name in DECLARING and receiver is not None and receiver.type in ("constant", "scope_resolution"))
    return False


def _declare(reading: Reading, name: str, node: Node, context: Enclosing) -> bool:
    """Keep a statement as a declaration; `send :has_many, …` is the call it sends."""
    receiver, block = node.child_by_field_name("receiver"), node.child_by_field_name("block")
    values, options = arguments_of(node.child_by_field_name("arguments"), context.known)
    on = "" if receiver is None or receiver.type == "self" or text_of(receiver) in context.selves else text_of(receiver)
    if isinstance(held := context.known.get(on), dict) and "const" in held:
        on = held["const"]  # in a loop over classes
    if name in SENDERS and values and isinstance(values[0], str):
        name, values = key_of(values[0]), values[1:]
    if block is not None and name not in BLOCK_IS_A_BODY:
        values.append({"proc": text_of(block)[:2000]})
    if name in _UNRECORDED or name in _REOPENING or (name in _LOOPS and receiver is not None):
        return False
    _keep(reading, name, values, options, on, node, context)
    return True


def _keep(
    reading: Reading, name: str, values: list[Value], options: dict[str, Value], on: str, node: Node, context: Enclosing
) -> None:
    merged = {**context.options, **options} if context.options else options
    start, end = node.start_point.row + 1, node.end_point.row + 1
    if name == "desc" and values and isinstance(values[0], str):
        reading.description = values[0]
    found = Declaration(name, tuple(values), merged, start, end, context.scope, on, context.nesting, context.condition)
    reading.declarations.append(found)


def _block(
    reading: Reading, name: str, receiver: Node | None, node: Node, block: Node, context: Enclosing, declared: bool
) -> None:
    if context.mode == CODE or name not in BLOCK_IS_A_BODY:
        reading.later(block, steps.block(reading, name, receiver, node, context.running()))
        return
    inner = context.nested(_block_name(name, node, context))
    parameters = plain_parameters(block)
    if name == "with_options":
        _, options = arguments_of(node.child_by_field_name("arguments"), context.known)
        inner = replace(inner, options={**context.options, **options}, selves=context.selves | set(parameters))
    reading.later(block.child_by_field_name("body"), inner, True)


def _block_name(name: str, node: Node, context: Enclosing) -> str:
    """Return how a block is named in a nesting: `namespace:orders` for rake, `view:short`, the call's name otherwise."""
    is_named = name in ("namespace", "view")
    values, _ = arguments_of(node.child_by_field_name("arguments"), context.known) if is_named else ([], {})
    return f"{name}:{key_of(values[0])}" if values and isinstance(values[0], str) else name


def _refer(reading: Reading, name: str, receiver: Node | None, node: Node, context: Enclosing, **said: Value) -> None:
    """Keep a call whose receiver can be known: none, `self`, a constant, or a chain that starts with one."""
    arguments = node.child_by_field_name("arguments")
    if receiver is None and name in ("render", "render_to_string", "t", "translate"):
        _refer_by_argument(reading, name, arguments, node, context)
    root, chain = _root(receiver)
    if name in ("constantize", "safe_constantize") and receiver is not None and receiver.type == "string":
        refer_to_string(reading, receiver, context, single=True)
    if root is None or (reading.file.is_test and root == ""):
        _refer_by_value(reading, name, receiver, node, context, **said)
        return
    facts: dict[str, Value] = {**said, **({"chain": chain} if chain else {})}
    called = node.child_by_field_name("method")
    reading.refer(name, "call", called if called is not None else node, context, root, **facts)
    if root and name not in PASSING_ON:
        _refer_by_value(reading, "", receiver, node, context)


def _refer_by_value(reading: Reading, name: str, receiver: Node | None, node: Node, context: Enclosing, **said: Value) -> None:
    """Keep a call on a value, with the term of it, and one that it passes on; in tests of constants, and by telling names."""
    passed = passed_symbol(node) if name not in SENDERS else ""
    if receiver is None or (name in COMMON and not passed and receiver.type not in _VARIABLES):
        return
    term, line = term_of(receiver, reading.variables(context)), node.child_by_field_name("method") or node
    if reading.file.is_test and not term[:1].isupper() and not (tells(name) and not passed):
        return
    if name and term[:1] != "!" and (name not in COMMON or _may_be_own(name, term)):
        reading.refer(name, "call", line, context, term, **said)
    if passed and passed not in COMMON:
        reading.refer(passed, "call", line, context, term if name in ("try", "try!") else then(term, "*"))


def _may_be_own(name: str, term: str) -> bool:
    """Tell whether a call that every value answers may mean a method of the application: `service = Make.new; service.call`."""
    return (name in ("call", "next") and term != ANYTHING) or _MADE.fullmatch(term) is not None


def _root(receiver: Node | None) -> tuple[str | None, list[str]]:
    """Return what a chain of calls starts with (None: nothing that a name tells) and the calls between."""
    chain: list[str] = []
    while receiver is not None and receiver.type == "call":
        method = receiver.child_by_field_name("method")
        if len(chain) >= _MAX_CHAIN:
            return None, []
        chain.append(text_of(method) if method is not None else "call")
        receiver = receiver.child_by_field_name("receiver")
    chain.reverse()
    if receiver is None:
        return "", chain
    if receiver.type in ("constant", "scope_resolution", "self"):
        return text_of(receiver), chain
    return None, chain


def _refer_by_argument(reading: Reading, name: str, arguments: Node | None, node: Node, context: Enclosing) -> None:
    values, options = arguments_of(arguments, context.known)
    if name in ("t", "translate"):
        if values and isinstance(values[0], str):
            reading.refer(key_of(values[0]), "i18n", node, context)
        return
    partial = options.get("partial")
    target = partial or options.get("template") or options.get("action") or (values[0] if values else None)
    if isinstance(target, str):
        reading.refer(key_of(target), "render", node, context, partial=bool(partial))
