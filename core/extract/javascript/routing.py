"""What a module says of routes: calls of routers (Express, Koa, Fastify, Hono) and decorators of controllers (Nest)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

import tree_sitter

from core.extract.javascript.definitions import PROCEDURES, VERBS, routed_function
from core.extract.javascript.scopes import ScriptScopes
from core.extract.javascript.types import split_root
from core.extract.parse import Defined, Parsed

Row = dict[str, object]

_TEXTS = ("string", "template_string")
_FUNCTIONS = ("arrow_function", "function_expression")
_OF_ROUTER = (".routes()", ".middleware()", ".bind()")  # what stands for a router, or a handler, in its place
_MOUNTS = ("use", "route", "register")
_SETTINGS = ("setGlobalPrefix", "enableVersioning")
_CONTROLLERS = ("Controller", "JsonController", "RestController", "Route", "controller")
_BEFORE = ("onRequest", "preHandler", "middleware", "middlewares")
_CONSTANT = re.compile(r"^(?:export )?const (\w+)(?:: string)? = (['\"`])([^'\"`$\n]*)\2;?$", re.MULTILINE)
_GUARDS = ("UseGuards", "Authorized", "UseBefore")


def routing(parsed: Parsed, defined: Defined, scopes: ScriptScopes) -> list[Row]:
    """Return the rows of a module: `route`, `mount`, `prefix`, `controller` and `setting`, each with its line."""
    found = parsed.captures("routes")
    reading = _Reading(parsed, defined, scopes)
    rows = [row for node in found.get("routing", ()) for row in reading.calls(node)]
    rows += [row for node in found.get("handed", ()) for row in reading.handed(node)]
    made = [row for node in found.get("made", ()) for row in reading.made(node)]
    rows += [row for node in found.get("procedure", ()) for row in reading.procedure(node)]
    rows += [row for node in found.get("table", ()) for row in reading.table(node)]
    rows += [row for node in found.get("resolvers", ()) for row in reading.resolvers(node)]
    rows += [row for node in found.get("composed", ()) for row in reading.composed(node)]
    return [*made, *rows, *reading.decorated(found.get("decorator", ()))]


class _Reading:
    def __init__(self, parsed: Parsed, defined: Defined, scopes: ScriptScopes) -> None:
        self._parsed, self._defined, self._scopes = parsed, defined, scopes
        self._starts = {extent[0]: number for number, extent in enumerate(defined.outline.extents)}
        text = parsed.data.decode("utf-8", "replace")
        self._constants = {found[1]: found[3] for found in _CONSTANT.finditer(text)}
        self._by_node = {node.start_byte: number for number, node in enumerate(defined.nodes)}

    def calls(self, node: tree_sitter.Node) -> Iterator[Row]:
        """Yield what a call of a router says, if it is one as far as the call alone tells."""
        function, given = node.child_by_field_name("function"), _arguments(node)
        called = function.child_by_field_name("property") if function is not None else None
        if function is None or called is None:
            return
        name = self._parsed.code(called)
        place: Row = {
            "line": self._parsed.line(called.start_byte),
            "end": self._parsed.last_line(node),
            **self._receiver(function.child_by_field_name("object"), node),
        }
        path = self._path(given[0]) if given else None
        if name in _SETTINGS:
            yield {"do": "setting", **place, **self._options(given[:1]), "name": name, "value": path or ""}
        elif name in ("prefix", "basePath") and path is not None:
            yield {"do": "prefix", "path": path, **place}
        elif name in VERBS:
            before = self._route_around(function.child_by_field_name("object"))
            handlers = given if before is not None else given[1:]
            paths = [before] if before is not None else self._paths(given[0]) if given else []
            if paths and handlers:
                run = self._handlers(handlers)
                yield from ({"do": "route", "verb": VERBS[name], "path": one, "handlers": run, **place} for one in paths)
        elif name == "route" and given and given[0].type == "object":
            yield from self._described(given[0], place)
        elif name in _MOUNTS and given:
            yield from self._mounts(given, path, place)

    def handed(self, node: tree_sitter.Node) -> Iterator[Row]:
        """Yield a route that a method may hand on to a router: `own` where it is given a path, else `delegate`."""
        function, given = node.child_by_field_name("function"), _arguments(node)
        receiver = function.child_by_field_name("object") if function is not None else None
        if function is None or receiver is None:
            return
        scope = self._defined.outline.at(node.start_byte)
        called = function.child_by_field_name("property")
        name = self._parsed.code(called) if called is not None else ""
        fields = self._fields(given[0])
        described = fields.get("path") or fields.get("url")
        if fields and not (described or "path" in self._shorthands(given[0])):
            return
        first = self._path(given[0]) if len(given) > 1 else None
        if first is not None and first.lower() in VERBS:  # add("get", "/x", list)
            name, given = first.lower(), given[1:]
        path = self._path(described) if described is not None else None if fields else self._path(given[0])
        how = "use" if name in _MOUNTS else ""
        may_delegate = fields or name in VERBS or how or function.type == "subscript_expression"
        if not (may_delegate if path is None else fields or (path[:1] in ("", "/") and len(given) > 1)):
            return
        verbs = self._paths(fields["method"]) if "method" in fields else [name] if name in VERBS and not fields else []
        expression = self._scopes.values.expression(function) if called is not None else ""
        row: Row = {
            "called": (self._scopes.value(expression, scope) or "") if expression else "",
            "within": scope,
            "described": bool(fields),
            "verbs": [VERBS.get(one.lower(), one.upper()) for one in verbs],
        }
        if path is None:
            yield {"do": "delegate", "how": how, "path": "/", **row, **self._receiver(receiver, node)}
        elif row["called"]:
            before = [one for key in _BEFORE if (one := fields.get(key)) is not None]
            run = [*before, *([fields["handler"]] if "handler" in fields else [])] if fields else given[1:]
            children = [child for one in given[1:] if (child := self._child(one)) is not None] if not fields else []
            place = {"line": self._parsed.line(node.start_byte), "end": self._parsed.last_line(node)}
            is_own = expression.startswith("this.") and expression.count(".") == 1
            owner = self._scopes.class_of(scope) if is_own else -1
            yield {
                "do": "own",
                "path": path,
                "owner": owner,
                "children": children,
                **row,
                **place,
                "handlers": self._handlers(run),
            }

    def _shorthands(self, node: tree_sitter.Node) -> list[str]:
        return [self._parsed.code(one) for one in node.named_children if one.type == "shorthand_property_identifier"]

    def made(self, node: tree_sitter.Node) -> Iterator[Row]:
        """Yield the prefix that a router is made with: `const router = new ScriptRouter({ prefix: "/x" })`."""
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        prefix = self._options(_arguments(value)).get("prefix") if value is not None else None
        if name is not None and prefix is not None:
            yield {"do": "prefix", "path": prefix, **self._variable(self._parsed.code(name), name.start_byte)}

    def _receiver(self, node: tree_sitter.Node | None, call: tree_sitter.Node) -> Row:
        """Return what a call is made on: the variable at the root of the chain, or the one that the whole chain is given to."""
        while node is not None and node.type == "call_expression":
            function = node.child_by_field_name("function")
            inner = function.child_by_field_name("object") if function is not None else None
            if inner is None:
                break
            node, call = inner, node
        if node is None:
            return {}
        if node.type in ("identifier", "member_expression", "this"):
            return self._variable(self._parsed.code(node), node.start_byte)
        value = self._scopes.values.expression(node)
        options = self._options(_arguments(node))
        return {**self._given_to(call), "value": value, "own": options.get("prefix", "")}

    def _variable(self, written: str, position: int) -> Row:
        name = written.removeprefix("this.")
        around = self._defined.outline.at(position)
        if name != written:
            owner = self._scopes.class_of(around)
            return {"name": name, "scope": owner, "value": self._scopes.attributes[owner].get(name, ""), "taken": False}
        scope = self._scopes.owner(name, around)
        key = (scope, name)
        return {
            "name": name,
            "scope": scope,
            "value": self._scopes.types.get(key, ""),
            "taken": self._is_parameter(scope, name),
        }

    def _is_parameter(self, scope: int, name: str) -> bool:
        return (
            scope >= 0
            and re.search(rf"\(\s*(?:\w+\s*,\s*)*{re.escape(name)}\b|^\w*\s*{re.escape(name)}\s*=>", self._signature(scope))
            is not None
        )

    def _signature(self, scope: int) -> str:
        return self._defined.definitions[scope].signature

    def _given_to(self, call: tree_sitter.Node) -> Row:
        """Return the variable that the result of a chain of calls is given to, or `default` where it is exported."""
        around = call.parent
        while around is not None and around.type in ("member_expression", "call_expression", "await_expression"):
            around = around.parent
        if around is None:
            return {"name": "", "scope": -1}
        scope = self._defined.outline.at(around.start_byte)
        name = around.child_by_field_name("name") or around.child_by_field_name("left")
        if around.type == "export_statement" or (name is not None and self._parsed.code(name) in ("module.exports", "exports")):
            return {"name": "default", "scope": -1}
        return {"name": self._parsed.code(name) if name is not None else "", "scope": scope}

    def _route_around(self, node: tree_sitter.Node | None) -> str | None:
        """Return the path of `router.route("/x")` before `.get(…)`."""
        while node is not None and node.type == "call_expression":
            function = node.child_by_field_name("function")
            called = function.child_by_field_name("property") if function is not None else None
            if function is None or called is None:
                return None
            given = _arguments(node)
            if self._parsed.code(called) == "route" and len(given) == 1:
                return self._path(given[0])
            node = function.child_by_field_name("object")
        return None

    def _path(self, node: tree_sitter.Node) -> str | None:
        if node.type == "array" and node.named_children:
            node = node.named_children[0]
        if node.type == "identifier":
            return self._constants.get(self._parsed.code(node))
        if node.type not in _TEXTS:
            return None
        written = self._parsed.code(node)[1:-1]
        return re.sub(r"\$\{([^}]*)\}", lambda found: self._constants.get(found[1], f"#{{{found[1]}}}"), written)

    def _paths(self, node: tree_sitter.Node) -> list[str]:
        nodes = node.named_children if node.type == "array" else [node]
        return [path for one in nodes if (path := self._path(one)) is not None]

    def _handlers(self, nodes: Sequence[tree_sitter.Node]) -> list[list[object]]:
        """Return what is run for a request, in order: a definition of the module, or an expression that means a function."""
        found: list[list[object]] = []
        for node in nodes:
            if node.type == "array":
                found += self._handlers(node.named_children)
            elif (inner := routed_function(node)) is not None:
                found.append([self._by_node.get(inner.start_byte, -1), "", self._defined.outline.at(node.start_byte)])
            elif node.type in ("identifier", "member_expression", "call_expression"):
                scope = self._defined.outline.at(node.start_byte)
                expression = self._scopes.values.expression(node)
                value = self._scopes.value(expression, scope) if expression else None
                found.append([-1, value or "", scope])
        return found

    def _described(self, node: tree_sitter.Node, place: Row) -> Iterator[Row]:
        """Yield the route of `fastify.route({ method, url, handler })`."""
        fields = self._fields(node)
        path, handler = fields.get("url") or fields.get("path"), fields.get("handler")
        methods = fields.get("method")
        written = self._path(path) if path is not None else None
        if written is None or handler is None or methods is None:
            return
        before = [one for name in ("onRequest", "preHandler") if (one := fields.get(name)) is not None]
        run = self._handlers([*before, handler])
        verbs = [verb.upper() for verb in self._paths(methods)]
        yield from ({"do": "route", "verb": verb, "path": written, "handlers": run, **place} for verb in verbs)

    def _mounts(self, given: Sequence[tree_sitter.Node], path: str | None, place: Row) -> Iterator[Row]:
        prefix = path or str(self._options(given[1:]).get("prefix", ""))
        for node in given[1:] if path is not None else given[:1] if place.get("name") and len(given) == 2 else given:
            if node.type == "call_expression" and (inner := _arguments(node)) and self._parsed.code(node).startswith("mount("):
                nested = self._path(inner[0]) if len(inner) > 1 else ""
                if (child := self._child(inner[-1])) is not None:
                    yield {"do": "mount", "path": f"{prefix}/{nested or ''}", **child, **place}
            elif (child := self._child(node)) is not None:
                yield {"do": "mount", "path": prefix, **child, **place}

    def _child(self, node: tree_sitter.Node) -> Row | None:
        """Return what is mounted: a variable, a module, or what a function gives or adds its routes to."""
        scope = self._defined.outline.at(node.start_byte)
        if node.type == "call_expression":
            function, given = node.child_by_field_name("function"), _arguments(node)
            if function is not None and self._parsed.code(function) in ("require", "import") and given:
                return {"child": self._path(given[0]) or "", "how": "module", "within": scope}
        if node.type not in ("identifier", "member_expression", "call_expression"):
            return None
        value = self._scopes.values.expression(node)
        held = self._scopes.value(value, scope) if "." in value else None
        if held is not None and not held.endswith("()"):  # of an object: `new UserRoutes().router`, `routes.router`
            return {"child": held, "how": "held", "within": scope}
        written = self._parsed.code(node)
        for ending in _OF_ROUTER:
            written = written.removesuffix(ending)
        name = re.match(r"^[\w$.]+", written)
        if name is None or written[name.end() :][:1] not in ("", "("):
            return None
        how = "variable" if name.end() == len(written) else "given"
        return {"child": name[0].removeprefix("this."), "how": how, "within": self._scopes.owner(split_root(name[0])[0], scope)}

    def _fields(self, node: tree_sitter.Node) -> dict[str, tree_sitter.Node]:
        pairs = [child for child in node.named_children if child.type == "pair"] if node.type == "object" else []
        found = {}
        for pair in pairs:
            key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
            if key is not None and value is not None:
                found[self._parsed.code(key).strip("\"'")] = value
        return found

    def _options(self, nodes: Sequence[tree_sitter.Node]) -> dict[str, str]:
        """Return the texts among the fields of the objects in arguments."""
        fields = {name: value for node in nodes for name, value in self._fields(node).items()}
        return {name: text for name, value in fields.items() if (text := self._path(value)) is not None}

    def procedure(self, node: tree_sitter.Node) -> Iterator[Row]:
        """Yield what a constant holds of a procedure: its verb and handler, or only what runs before those made from it."""
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        found = self._procedure(value, node) if value is not None else None
        if name is not None and found is not None and (found["verb"] or found["before"]):
            yield {"do": "procedure", "name": self._parsed.code(name), **found}

    def table(self, node: tree_sitter.Node) -> Iterator[Row]:
        """Yield the procedures of a router by their names, those of routers in it with the name of the router before."""
        around = node.parent.parent.parent if node.parent is not None and node.parent.parent is not None else None
        within = around is not None and around.type == "arguments" and around.parent is not None
        if self._is_table(node) and not (within and around is not None and self._is_table(around.parent)):
            yield {
                "do": "table",
                "name": self._given_to(node)["name"],
                "fields": list(self._procedures(_arguments(node)[-1], ())),
            }

    def resolvers(self, node: tree_sitter.Node) -> Iterator[Row]:
        """Yield the resolvers of a type of GraphQL: `Mutation: { addBook: async () => … }`."""
        type_, fields = (node.child_by_field_name(field) for field in ("key", "value"))
        verb = self._parsed.code(type_).upper() if type_ is not None else ""
        for path, found in self._procedures(fields, ()) if fields is not None else ():
            yield {"do": "resolver", "path": path, **found, "verb": verb}

    def _is_table(self, node: tree_sitter.Node | None) -> bool:
        function = node.child_by_field_name("function") if node is not None else None
        return function is not None and self._parsed.code(function).lower().endswith("router")

    def _procedures(self, node: tree_sitter.Node, names: tuple[str, ...]) -> Iterator[tuple[str, Row]]:
        """Yield the dotted names of a table with what each is: a procedure, a function, or an expression for one or a table."""
        for child in node.named_children:
            key = child.child_by_field_name("key") or child.child_by_field_name("name") or child
            value = child.child_by_field_name("value") if child.type == "pair" else child
            if child.type not in ("pair", "method_definition", "shorthand_property_identifier") or value is None:
                continue
            name = self._parsed.code(key).strip("\"'")
            path = names if names and name == "handler" else (*names, name)
            place: Row = {"line": self._parsed.line(child.start_byte), "end": self._parsed.last_line(child)}
            made = self._procedure(value, child)
            if value.type == "object" or self._is_table(value):
                yield from self._procedures(value if value.type == "object" else _arguments(value)[-1], path)
            elif value.type in (*_FUNCTIONS, "method_definition"):
                number = self._by_node.get(child.start_byte, -1)
                yield ".".join(path), {**place, "verb": PROCEDURES["handler"], "number": number, "before": [], "root": ""}
            elif made is not None and made["verb"]:
                yield ".".join(path), {**place, **made}
            elif value.type in ("identifier", "member_expression", "shorthand_property_identifier"):
                yield ".".join(path), {**place, "verb": "", "number": -1, "before": [], "root": self._parsed.code(value)}

    def _procedure(self, value: tree_sitter.Node, holder: tree_sitter.Node) -> Row | None:
        """Return verb, handler, what runs before and the root of a chain of calls: `base.use(check).mutation(…)`."""
        verb, before, node = "", list[list[object]](), value
        while node.type == "call_expression":
            function = node.child_by_field_name("function")
            called = function.child_by_field_name("property") if function is not None else None
            inner = function.child_by_field_name("object") if function is not None else None
            if called is None or inner is None:
                return None
            name = self._parsed.code(called)
            if node is value and name in PROCEDURES:
                verb = PROCEDURES[name]
            if name == "use":
                before = [*self._handlers(_arguments(node)), *before]
            node = inner
        if node is value or (verb and "rocedure" not in (root := self._parsed.code(node)) and root not in ("os", "t")):
            return None
        number = self._by_node.get(holder.start_byte, -1) if verb else -1
        return {
            "line": self._parsed.line(holder.start_byte), "end": self._parsed.last_line(holder),
            "verb": verb, "number": number, "before": before, "root": self._parsed.code(node),
        }  # fmt: skip

    def composed(self, node: tree_sitter.Node) -> Iterator[Row]:
        """Yield the guards of a decorator that a function makes of others, with the function."""
        for one in _arguments(node):
            function = one.child_by_field_name("function") if one.type == "call_expression" else None
            if function is not None and self._parsed.code(function) in _GUARDS:
                names = [self._parsed.code(guard) for guard in _arguments(one) if guard.type == "identifier"]
                yield {"do": "composed", "within": self._defined.outline.at(node.start_byte), "names": names}

    def decorated(self, decorators: Sequence[tree_sitter.Node]) -> Iterator[Row]:
        """Yield a row for each decorator with the class or method that it belongs to."""
        starts = sorted(self._starts)
        for node in decorators:
            around, call = node.parent, node.named_children[0] if node.named_children else None
            if call is None or around is None or around.type.endswith("_parameter"):
                continue
            function = call.child_by_field_name("function") if call.type == "call_expression" else call
            if function is None:
                continue
            if around.type in ("class_declaration", "abstract_class_declaration", "class"):
                number = self._by_node.get(around.start_byte, -1)
            else:
                position = bisect_left(starts, node.end_byte)
                number = self._starts[starts[position]] if position < len(starts) else -1
            given = _arguments(call) if call.type == "call_expression" else []
            yield {
                "do": "decorator",
                "name": self._parsed.code(function),
                "number": number,
                "line": self._parsed.line(node.start_byte),
                "paths": self._paths(given[0]) if given else [],
                "names": [self._parsed.code(one) for one in given if one.type == "identifier"],
                **self._options(given[:1]),
            }


def _arguments(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    arguments = node.child_by_field_name("arguments")
    return [one for one in arguments.named_children if one.type != "comment"] if arguments is not None else []
