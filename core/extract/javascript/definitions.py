"""The classes, functions, components, types and tests of a module."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import tree_sitter

from core.extract.facts import Definition
from core.extract.javascript.imports import MODULE_ITSELF
from core.extract.javascript.types import lends, parts, type_expression
from core.extract.meaning import MODULE
from core.extract.parse import Defined, Extents, Parsed
from core.extract.strings import notable

_BETWEEN = re.compile(r"^(?:export|default|declare|abstract|async|const|let|var|\s)*$")
_TESTS = re.compile(r"^(?:Deno\.test|describe|context|suite|it|test|specify|fdescribe|fit|xdescribe|xit)(?:\.\w+)*$")
_SPACES = re.compile(r"\s+")
_COMMENT_MARKS = re.compile(r"^\s*(?:/\*+|\*+/|\*|//+)[ \t]?|\s*\*+/\s*$", re.MULTILINE)
_MEMBER = re.compile(r"^(?:module\.)?exports\.|\.prototype(?=\.)|^this\.")
CLASSES = ("class", "component", "interface", "object", "enum", "type")
CONTAINERS = ("class", "component", "interface", "object", "test")
_LONGEST_SIGNATURE = 300
_FUNCTIONS = ("arrow_function", "function_expression")
_BODIES = (*_FUNCTIONS, "function_declaration", "generator_function_declaration", "method_definition")
_TITLES = ("string", "template_string", "array", "identifier")
_QUOTES = re.compile(r"[\"'`\[\]]")
VERBS = {
    **{verb: verb.upper() for verb in ("get", "post", "put", "patch", "delete", "head", "options")},
    "del": "DELETE", "all": "ANY",
}  # fmt: skip
"""Methods of routers by the verb of HTTP that they answer."""
PROCEDURES = {"query": "QUERY", "mutation": "MUTATION", "subscription": "SUBSCRIPTION", "handler": "CALL"}
"""What a procedure is given its handler by, and the verb by which its route is named."""
_OF_PROCEDURES = (b"rocedure", b"outer({", b".router(", b"Query: {", b"Mutation: {")
_ROUTED = (b"outer", b"express", b"fastify", b"Hono", b"hono", b"Koa", b"koa", b"GlobalPrefix", b"app.")
_CALLS = (b".get(", b".post(", b".put(", b".patch(", b".delete(", b".all(", b".use(", b".register(", b".route(", b"Prefix(")
_DECORATED = (b"ontroller(", b"@Route(", b"@Resolver(", b"applyDecorators(")
_LISTENS = frozenset(
    ("on", "once", "addEventListener", "addListener", "prependListener", "subscribe", "psubscribe", "consume", "listen",
     "process", "register", "handle", "hook", "addHook", "tap", "tapAsync", "tapPromise", "command", "task", "cron", "schedule",
     "use")
)  # fmt: skip
"""What registers its last argument inside of a function; what other calls are given there may run at once."""
_RUN_AT_ONCE = frozenset(("define", "require", "requirejs", "emit", "send", "log", "replace", "setTimeout", "setInterval"))
_LONGEST_TITLE = 80
_ROUTER = re.compile(r"(?:router|routes?|app|api|server|fastify|hono|koa)$", re.IGNORECASE)


def definitions(
    parsed: Parsed, heritage: Sequence[tree_sitter.Node], renders: Sequence[tree_sitter.Node], *, routed: bool
) -> Defined:
    """Return the definitions of a module in the order of their lines; `export` and `const` belong to their extents.

    The functions that routes are given are definitions where the module may have routes (`routed`).
    """
    found = parsed.captures("units")
    listeners = {} if parsed.file.is_test else parsed.captures("listeners")
    units = _units(parsed, {**found, **(parsed.captures("handlers") if routed else {}), **listeners})
    starts = sorted(units)
    outer = _widened(parsed, found.get("outer", ()), units, starts)
    by_extent = {outer.get(start, (start, units[start][1].end_byte)): units[start] for start in starts}
    outline = Extents(by_extent)
    nodes = tuple(by_extent[extent][1] for extent in outline.extents)
    details = _Details(parsed, outline, found.get("comment", ()), heritage, renders)
    made: list[Definition] = []
    for number, extent in enumerate(outline.extents):
        made.append(_definition(parsed, number, by_extent[extent], made, details))
    return Defined(tuple(made), nodes, outline)


def _units(parsed: Parsed, found: Mapping[str, Sequence[tree_sitter.Node]]) -> dict[int, tuple[str, tree_sitter.Node]]:
    """Return kind and node by the byte where the node starts; calls with a title count only in test files."""
    units: dict[int, tuple[str, tree_sitter.Node]] = {}
    for capture, nodes in sorted(found.items()):
        kind = capture.removeprefix("unit.")
        if kind == capture:
            continue
        for node in nodes:
            if kind in _TITLED:
                function = routed_function(node) if kind == "handler" else _last_function(node)
                if function is None or parsed.file.is_test or not _TITLED[kind](parsed, function):
                    continue
                node = function
            if kind != "test" or (parsed.file.is_test and _is_test_call(parsed, node)):
                units.setdefault(node.start_byte, (kind, node))
    return units


def owner_of_this(definitions: Sequence[Definition], scope: int) -> int:
    """Return the class or object that `this` means in a scope, -1 for none; an object gives it to its methods alone."""
    inner: Definition | None = None
    while scope >= 0:
        definition = definitions[scope]
        given = definition.kind != "object" or (inner is not None and "arrow" not in inner.metadata)
        if has_members(definition) and given:
            return scope
        inner, scope = definition, definition.parent
    return -1


def may_route(parsed: Parsed) -> bool:
    """Tell whether a module may declare routes, by what it writes at all; tests declare none."""
    data = parsed.data
    if parsed.file.is_test:
        return False
    called = any(one in data for one in _ROUTED) and (any(one in data for one in _CALLS) or b"](" in data)
    own = b" extends " in data and any(b"this" + one in data for one in _CALLS)
    if any(one in data for one in _OF_PROCEDURES):
        return True
    return called or own or (b"handler" in data and b"path:" in data) or any(one in data for one in _DECORATED)


def routed_function(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the function that is written where a router is given a handler, bare or in a call that wraps it."""
    if node.type == "call_expression":
        arguments = node.child_by_field_name("arguments")
        node = arguments.named_children[0] if arguments is not None and arguments.named_children else node
    return node if node.type in _FUNCTIONS else None


def _route_name(parsed: Parsed, function: tree_sitter.Node) -> str:
    """Return verb and path of the route that a function answers; empty where the call around it is none of a router."""
    node: tree_sitter.Node | None = function
    for _ in range(2):  # its own call, or that around the call that wraps it
        node = node.parent.parent if node is not None and node.parent is not None else None
        called = node.child_by_field_name("function") if node is not None else None
        verb = called.child_by_field_name("property") if called is not None else None
        if node is not None and called is not None and verb is not None and parsed.code(verb) in VERBS:
            return _named_route(parsed, node, called, parsed.code(verb))
    return ""


def _named_route(parsed: Parsed, call: tree_sitter.Node, called: tree_sitter.Node, verb: str) -> str:
    while call is not None:  # router.route("/x").get(…), router.get("/x", …).post("/x", …)
        arguments = call.child_by_field_name("arguments")
        first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
        receiver = called.child_by_field_name("object")
        if first is not None and first.type == "array" and first.named_children:
            first = first.named_children[0]
        if first is not None and first.type in ("string", "template_string"):
            path = parsed.code(first)[1:-1]
            root = receiver
            while root is not None and root.type == "call_expression":
                root = root.child_by_field_name("function")
                root = root.child_by_field_name("object") or root if root is not None else None
            known = root is not None and _ROUTER.search(parsed.code(root)) is not None
            return f"{verb} {path}" if path[:1] in ("/", "*") or known else ""
        if receiver is None or receiver.type != "call_expression":
            return ""
        inner = receiver.child_by_field_name("function")
        if inner is None or inner.child_by_field_name("property") is None:
            return ""
        call, called = receiver, inner
    return ""


def _last_function(arguments: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return the last function that is written among arguments of several lines."""
    if arguments.start_point[0] == arguments.end_point[0]:
        return None  # most calls, and too short to be told apart
    for node in reversed(arguments.named_children):
        if (function := routed_function(node)) is not None:
            return function
    return None


def _listened(parsed: Parsed, function: tree_sitter.Node) -> str:
    """Return what a function is registered by, `on add`; empty without a title, and where it may run at once."""
    statement = _statement(function)
    call = statement.named_children[0]
    called, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if called is None or arguments is None:
        return ""
    receiver, verb = called.child_by_field_name("object"), parsed.code(called.child_by_field_name("property") or called)
    if verb in _RUN_AT_ONCE or _TESTS.match(parsed.code(called)) or (verb not in _LISTENS and _in_function(statement)):
        return ""
    own = [one for one in arguments.named_children if one.type in _TITLES and one.start_byte < function.start_byte]
    if not any(one.type != "identifier" for one in own):
        return ""
    within = receiver.child_by_field_name("arguments") if receiver is not None else None
    above = [one for one in within.named_children if one.type in _TITLES] if within is not None else []
    titles = (_QUOTES.sub("", parsed.code(one)) for one in (*above, *own))
    return _SPACES.sub(" ", " ".join((verb, *titles)))[:_LONGEST_TITLE].strip()


def _statement(function: tree_sitter.Node) -> tree_sitter.Node:
    """Return the statement whose call is given a function, bare or in a call that wraps it."""
    node = function
    while node.type != "expression_statement" and node.parent is not None:
        node = node.parent
    return node


def _in_function(node: tree_sitter.Node) -> bool:
    while node.parent is not None:
        node = node.parent
        if node.type in _BODIES:
            return True
    return False


_TITLED = {"handler": _route_name, "listener": _listened}
"""Functions without a name of their own, and what gives them one: the call around them."""


def _is_test_call(parsed: Parsed, node: tree_sitter.Node) -> bool:
    function = node.child_by_field_name("function")
    return function is not None and _TESTS.match(parsed.code(function)) is not None


def _widened(
    parsed: Parsed,
    outers: Sequence[tree_sitter.Node],
    units: Mapping[int, tuple[str, tree_sitter.Node]],
    starts: Sequence[int],
) -> dict[int, tuple[int, int]]:
    """Return by a unit's start the widest extent around it that adds only words like `export const`."""
    widened: dict[int, tuple[int, int]] = {}
    for node in outers:
        position = bisect_left(starts, node.start_byte)
        if position == len(starts) or starts[position] >= node.end_byte:
            continue
        start = starts[position]
        whole = units[start][1].end_byte >= node.end_byte - 1
        if start not in widened and whole and _BETWEEN.match(parsed.text(node.start_byte, start)):
            widened[start] = (node.start_byte, node.end_byte)
    return widened


def has_members(definition: Definition) -> bool:
    """Tell whether what is defined inside of a definition are its members; a component may be a class or a function."""
    is_function = definition.kind == "component" and "class" not in definition.metadata
    return definition.kind in CLASSES and not is_function


def units_of(definitions: Sequence[Definition]) -> set[int]:
    """Return which definitions are units: what is inside of a function or a test is part of it, an object is no unit."""
    units: set[int] = set()
    closed: set[int] = set()  # nothing inside of these is a unit
    tests: set[int] = set()  # only tests inside of these are
    given: set[tuple[int, str]] = set()  # functions in a function that gives them in an object, by the number of that function
    for number, definition in enumerate(definitions):
        parent = definition.parent
        inside = parent in closed, parent in tests
        is_titled = "title" in definition.metadata
        if is_titled and not inside[1]:
            units.add(number)
        if not inside[0] and (not inside[1] or definition.kind == "test") and definition.kind != "object" and definition.name:
            units.add(number)
        gives = definition.metadata.get("gives", ()) if parent == MODULE else ()
        given.update((number, name) for name in gives)
        if (parent, definition.name) in given:
            units.add(number)  # a function that a factory gives to others
        is_open = definition.kind in CONTAINERS and not definition.metadata.get("renders")
        if inside[0] or not (is_open or definition.metadata.get("title") == "listener"):
            closed.add(number)
        if inside[1] or definition.kind == "test":
            tests.add(number)
    return units


class _Details:
    """Branches, strings, comments, base classes and rendered elements by the definition that they belong to."""

    def __init__(
        self,
        parsed: Parsed,
        outline: Extents,
        comments: Sequence[tree_sitter.Node],
        heritage: Sequence[tree_sitter.Node],
        renders: Sequence[tree_sitter.Node],
    ) -> None:
        found = parsed.captures("details")
        self.outline = outline
        self.branches = Counter(outline.at(node.start_byte) for node in found.get("branch", ()))
        self.renders = Counter(outline.at(node.start_byte) for node in renders)
        self.heritage = {outline.at(node.start_byte): node for node in reversed(heritage)}
        self.strings: dict[int, list[str]] = {}
        for node in found.get("string", ()):
            self.strings.setdefault(outline.at(node.start_byte), []).append(parsed.code(node)[1:-1])
        self.comments = {node.end_byte: node for node in comments}
        self.titles: Counter[tuple[int, str]] = Counter()

    def comment_before(self, parsed: Parsed, start: int) -> str:
        """Return the text of the comments that end right above a byte."""
        texts: list[str] = []
        while True:
            end = parsed.end_before(start)
            node = self.comments.get(end)
            if node is None or parsed.data[end:start].count(b"\n") > 1:
                break
            texts.insert(0, parsed.code(node))
            start = node.start_byte
        return comment_text("\n".join(texts))


def comment_text(comment: str) -> str:
    """Return what a comment says, without its marks."""
    return "\n".join(line.rstrip() for line in _COMMENT_MARKS.sub("", comment).split("\n")).strip()


def _definition(
    parsed: Parsed, number: int, unit: tuple[str, tree_sitter.Node], made: Sequence[Definition], details: _Details
) -> Definition:
    kind, node = unit
    start, end = details.outline.extents[number]
    parent = details.outline.parents[number]
    if kind == "listener":  # its lines are those of the whole statement, and what is called there is called around it
        start, end = (statement := _statement(node)).start_byte, statement.end_byte
    first = _decorated(node, start) if kind == "method" else start
    name = _name(parsed, kind, node)
    bases = tuple(_bases(parsed, details.heritage[number])) if number in details.heritage else ()
    if kind == "method" and (parent < 0 or not has_members(made[parent])):
        kind = "function"
    metadata: dict[str, object] = {"renders": True} if details.renders[number] else {}
    if node.type == "method_definition" and "get" in parsed.text(node.start_byte, _name_start(node)).split():
        metadata["getter"] = True
    if strings := notable(details.strings.get(number, ())):
        metadata["strings"] = strings
    written = _written(node)
    function = _inside(node, written)
    annotation = written.child_by_field_name("return_type")
    if annotation is not None and (returns := type_expression(parsed.code(annotation))):
        metadata["returns"] = returns
    metadata.update(_types(parsed, kind, node, function, details.heritage.get(number)))
    if kind == "class":
        metadata["class"] = True
    if function.type == "arrow_function":
        metadata["arrow"] = True
    if kind == "function" and (gives := _gives_functions(parsed, function)):
        metadata["gives"] = gives
    if kind in _TITLED:
        metadata["title"] = kind
        kind = "function"
        details.titles[parent, name] += 1
        if details.titles[parent, name] > 1:
            name = f"{name} {details.titles[parent, name]}"
    separator = " > " if kind == "test" else "."
    qualified = f"{made[parent].qualified}{separator}{name}" if parent >= 0 else name
    return Definition(
        kind=_kind(kind, name, bases, metadata),
        name=name if kind == "test" or "title" in metadata else name.rpartition(".")[2],
        qualified=qualified,
        start_line=parsed.line(first),
        end_line=parsed.line(max(start, end - 1)),
        parent=parent,
        signature=_signature(parsed, node, function, start),
        docstring=details.comment_before(parsed, first),
        bases=bases,
        visibility="private" if name.startswith(("#", "_")) else "public",
        complexity=1 + details.branches[number],
        metadata=metadata,
    )


def _decorated(node: tree_sitter.Node, start: int) -> int:
    """Return where the decorators above a method start."""
    before = node.prev_named_sibling
    while before is not None and before.type == "decorator":
        start, before = before.start_byte, before.prev_named_sibling
    return start


def _name_start(node: tree_sitter.Node) -> int:
    name = node.child_by_field_name("name")
    return name.start_byte if name is not None else node.start_byte


def _kind(kind: str, name: str, bases: Sequence[str], metadata: Mapping[str, object]) -> str:
    if kind == "default":
        return "component" if metadata.get("renders") else "function"
    if kind == "function" and name[:1].isupper() and metadata.get("renders"):
        return "component"
    if kind == "class" and any(base.rpartition(".")[2] in ("Component", "PureComponent") for base in bases):
        return "component"
    return kind


def _name(parsed: Parsed, kind: str, node: tree_sitter.Node) -> str:
    if kind in _TITLED:
        return _TITLED[kind](parsed, node)
    if kind == "test":
        arguments = node.child_by_field_name("arguments")
        return parsed.code(arguments.named_children[0])[1:-1] if arguments is not None else ""
    if kind == "default" or node.type == "export_statement":
        named = function_of(node).child_by_field_name("name")
        return parsed.code(named) if named is not None else "default"
    for field in ("name", "property", "key", "left"):
        if (found := node.child_by_field_name(field)) is not None:
            text = parsed.code(found).strip("\"'`")
            if text not in MODULE_ITSELF:
                return _MEMBER.sub("", text)
            right = node.child_by_field_name("right")
            named = right.child_by_field_name("name") if right is not None else None
            return parsed.code(named) if named is not None else "default"
    return "default"


def _types(
    parsed: Parsed, kind: str, node: tree_sitter.Node, function: tree_sitter.Node, heritage: tree_sitter.Node | None
) -> dict[str, object]:
    """Return the types that a definition writes: of what it is another name, what it takes and gives to its bases."""
    found: dict[str, object] = {}
    if parsed.file.language == "javascript":
        return found
    if names := _type_parameters(parsed, node if kind in CLASSES else function):
        found["parameters"] = names
    if kind == "type" and (alias := node.child_by_field_name("value")) is not None:
        expression = type_expression(parsed.code(alias))
        if expression.endswith("()"):
            found["alias"] = [f"{one}()" for one in parts(expression.removesuffix("()"), "&")]
        elif expression:
            found["means"] = expression
    takes = dict(_taken(parsed, function)) if kind not in CLASSES else {}
    if takes:
        found["takes"] = takes
    given = [one for one in _generic_bases(parsed, heritage) if "<" in one] if heritage is not None else []
    if given:
        found["given"] = {one.partition("<")[0]: one for one in given}
    return found


def _gives_functions(parsed: Parsed, function: tree_sitter.Node) -> list[str]:
    """Return the names in the object that a function returns at its end: `return { insert, remove: drop }`."""
    body = function.child_by_field_name("body")
    last = body.named_children[-1] if body is not None and body.named_children else None
    given = last.named_children[0] if last is not None and last.type == "return_statement" and last.named_children else None
    if given is None or given.type != "object":
        return []
    values = (one.child_by_field_name("value") if one.type == "pair" else one for one in given.named_children)
    names = ("identifier", "shorthand_property_identifier")
    return [parsed.code(one) for one in values if one is not None and one.type in names]


def _type_parameters(parsed: Parsed, node: tree_sitter.Node) -> dict[str, str]:
    """Return the names of the parameters of a type or function, each with the type that it extends, if that is known."""
    found: dict[str, str] = {}
    written = node.child_by_field_name("type_parameters")
    for one in written.named_children if written is not None else ():
        name, constraint = one.child_by_field_name("name"), one.child_by_field_name("constraint")
        if name is not None:
            extends = parsed.code(constraint).removeprefix("extends") if constraint is not None else ""
            found[parsed.code(name)] = type_expression(extends)
    return found


def _taken(parsed: Parsed, function: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    """Yield the types of parameters that say what functions are given in their turn, by their positions."""
    written = function.child_by_field_name("parameters")
    if written is None or (b"<" not in (text := parsed.data[written.start_byte : written.end_byte]) and b"=>" not in text):
        return
    for position, one in enumerate(written.named_children):
        annotation = one.child_by_field_name("type")
        expression = type_expression(parsed.code(annotation)) if annotation is not None else ""
        if "<" in expression and lends(expression):
            yield str(position), expression


def _generic_bases(parsed: Parsed, node: tree_sitter.Node) -> Iterator[str]:
    """Yield the types after `extends` and `implements` with what their parameters are given."""
    value, arguments = node.child_by_field_name("value"), node.child_by_field_name("type_arguments")
    if node.type == "generic_type":
        yield type_expression(parsed.code(node))
    elif value is not None and arguments is not None:
        yield type_expression(parsed.code(value) + parsed.code(arguments))
    for child in node.named_children if node.type != "generic_type" else ():
        if child.type in ("class_heritage", "extends_clause", "implements_clause", "generic_type"):
            yield from _generic_bases(parsed, child)


def _bases(parsed: Parsed, node: tree_sitter.Node) -> Iterator[str]:
    """Yield the names after `extends` and `implements`, without type arguments."""
    for child in node.named_children:
        if child.type in ("extends_clause", "implements_clause"):
            yield from _bases(parsed, child)
        elif child.type in ("identifier", "type_identifier", "member_expression", "nested_type_identifier"):
            yield parsed.code(child)
        elif child.type == "generic_type" and (inner := child.child_by_field_name("name")) is not None:
            yield parsed.code(inner)


def function_of(node: tree_sitter.Node) -> tree_sitter.Node:
    """Return the function that a definition is, or the value that it gives a name to."""
    return _inside(node, _written(node))


def _written(node: tree_sitter.Node) -> tree_sitter.Node:
    return node.child_by_field_name("value") or node.child_by_field_name("right") or node


def _inside(node: tree_sitter.Node, written: tree_sitter.Node) -> tree_sitter.Node:
    """Return the function that a call wraps, first or last: `memo(() => …)`, `procedure.mutation(meta, () => …)`."""
    if written.type == "call_expression" and node.type != "call_expression":
        arguments = written.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else []
        return given[-1] if given and given[-1].type in _FUNCTIONS else given[0] if given else written
    return written


def _signature(parsed: Parsed, node: tree_sitter.Node, function: tree_sitter.Node, start: int) -> str:
    """Return the text up to the body, on one line."""
    body = function.child_by_field_name("body")
    if node.type == "call_expression" or body is None:
        return _SPACES.sub(" ", parsed.text(start, node.end_byte).split("\n", 1)[0])[:_LONGEST_SIGNATURE].rstrip(" {")
    text = _SPACES.sub(" ", parsed.text(start, body.start_byte)).strip()
    return text.removesuffix("=>").rstrip()[:_LONGEST_SIGNATURE]
