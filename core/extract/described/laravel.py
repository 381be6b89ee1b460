"""What calls of Laravel name in texts: routes (`Route::get("/x", [Orders::class, "show"])`) and relations of models."""

from __future__ import annotations

import tree_sitter

from core.extract.described.reading import TreeReading, part
from core.extract.described.routes import joined

_VERBS = {verb: verb.upper() for verb in ("get", "post", "put", "patch", "delete", "options")} | {"any": ""}
_RESOURCES = ("resource", "apiResource", "singleton", "apiSingleton")
_ACTIONS = {
    "index": ("GET", ""),
    "create": ("GET", "/create"),
    "store": ("POST", ""),
    "show": ("GET", "/{}"),
    "edit": ("GET", "/{}/edit"),
    "update": ("PUT", "/{}"),
    "destroy": ("DELETE", "/{}"),
}
_FORMS = ("create", "edit")
_STRINGS = ("string", "encapsed_string")
_NAMED_LISTS = frozenset(
    ("with", "without", "withOnly", "load", "loadMissing", "withCount", "loadCount", "withExists", "loadExists")
)
_NAMED_FIRST = frozenset(
    ("has", "orHas", "doesntHave", "orDoesntHave", "whereHas", "orWhereHas", "whereDoesntHave", "orWhereDoesntHave",
     "withWhereHas", "whereRelation", "orWhereRelation", "withSum", "withAvg", "withMin", "withMax", "withAggregate", "loadSum",
     "loadAvg", "loadMin", "loadMax", "relationLoaded", "getRelation", "setRelation", "unsetRelation", "whereHasMorph",
     "whereDoesntHaveMorph", "hasMorph")
)  # fmt: skip
"""Methods of models and their queries that are given relations by name: any number of them, or the first argument alone."""


def related_by_name(reading: TreeReading, node: tree_sitter.Node, name: str, made: int) -> None:
    """Note the relations that a call names in texts, lists and keys; what they belong to is known when the types are."""
    if name not in _NAMED_LISTS and name not in _NAMED_FIRST:
        return
    called = reading.frame.steps[int(reading.frame.steps[made][1])]
    if called[0] != "." or int(called[1]) < 0:
        return
    given = argument_values(node)
    for one in given if name in _NAMED_LISTS else given[:1]:
        note_relations(reading, int(called[1]), name, one)


def note_relations(reading: TreeReading, base: int, name: str, node: tree_sitter.Node, prefix: str = "") -> None:
    """Note the relations of a value in a text, or in a list of texts, keys and lists below keys."""
    path = _text(reading, node)
    if path is not None:
        reading.add("s", base, name, prefix + path.partition(":")[0].partition(" ")[0], reading.line(node))
    elif node.type == "array_creation_expression":
        for one in node.named_children:
            key = _text(reading, one.named_children[0]) if one.named_children else None
            if key is None and one.named_child_count == 2:
                continue
            if one.named_children:
                note_relations(reading, base, name, one.named_children[0], prefix)
            if one.named_child_count == 2 and one.named_children[1].type == "array_creation_expression":
                note_relations(reading, base, name, one.named_children[1], f"{prefix}{key}.")


def routes(reading: TreeReading, node: tree_sitter.Node, name: str, made: int) -> None:
    """Note the routes of a call, where it is one of the facade `Route`; below the prefixes of the groups around it."""
    if (name not in _VERBS and name not in (*_RESOURCES, "match")) or not _is_of_route(reading, node):
        return
    given = argument_values(node)
    if name == "match" and given:
        verbs = [reading.code(one)[1:-1].upper() for one in _elements(given[0])]
        given = given[1:]
    else:
        verbs = [_VERBS.get(name, "")]
    path = _text(reading, given[0]) if given else None
    if path is None:
        return
    prefix, controller, space = _around(reading, node)
    lines = [reading.line(node), reading.parsed.last_line(node)]
    if name in _RESOURCES:
        _resource(reading, node, name, joined(prefix, path), _class_of(reading, given[1]) if len(given) > 1 else "", lines)
        return
    handler = _handler(reading, given[1], controller, space) if len(given) > 1 else []
    for verb in verbs:
        reading.routes.append([verb, joined(prefix, path), *lines, reading.frame.number, *handler])


def _resource(reading: TreeReading, node: tree_sitter.Node, name: str, path: str, controller: str, lines: list[int]) -> None:
    """Note the seven routes of a resource, or those that `only` and `except` leave."""
    actions = [action for action in _ACTIONS if name == "resource" or action not in _FORMS]
    if name.endswith("ingleton"):
        actions = [action for action in ("show", "edit", "update") if name == "singleton" or action not in _FORMS]
    for word, chosen in _chained(reading, node):
        if word == "only":
            actions = [action for action in actions if action in chosen]
        if word == "except":
            actions = [action for action in actions if action not in chosen]
    names = path.rpartition("/")[2].split(".")  # `albums.songs` are songs of an album
    before = path.rpartition("/")[0]
    whole = f"{before}/" + "/".join(f"{one}/{{{_singular(one)}}}" for one in names[:-1]) + ("/" if len(names) > 1 else "")
    for action in actions:
        verb, rest = _ACTIONS[action]
        member = f"/{{{_singular(names[-1])}}}" if not name.endswith("ingleton") else ""
        handler = ["member", controller, action, lines[0]] if controller else []
        reading.routes.append([verb, whole + names[-1] + rest.replace("/{}", member), *lines, reading.frame.number, *handler])


def _singular(name: str) -> str:
    """Return the name of the parameter of a resource, as Laravel makes it of regular words."""
    plain = name.replace("-", "_")
    return f"{plain[:-3]}y" if plain.endswith("ies") else plain.removesuffix("s")


def _chained(reading: TreeReading, node: tree_sitter.Node) -> list[tuple[str, list[str]]]:
    """Return the calls that follow a call, with the texts that they are given."""
    found: list[tuple[str, list[str]]] = []
    here = node.parent
    while here is not None and here.type == "member_call_expression":
        texts = [reading.code(text)[1:-1] for one in argument_values(here) for text in (_elements(one) or [one])]
        found.append((reading.code(part(here, "name")), texts))
        here = here.parent
    return found


def _is_of_route(reading: TreeReading, node: tree_sitter.Node) -> bool:
    """Tell whether a call is of the facade, or of what a call of it gives."""
    here: tree_sitter.Node | None = node
    while here is not None and here.type == "member_call_expression":
        here = part(here, "object")
    return here is not None and reading.code(part(here, "scope")).rpartition("\\")[2] == "Route"


def _around(reading: TreeReading, node: tree_sitter.Node) -> tuple[str, str, str]:
    """Return the prefix, the controller and the namespace of the groups around a call, and of what it is called on."""
    prefixes: list[str] = []
    spaces: list[str] = []
    controller = ""
    here: tree_sitter.Node | None = node
    while here is not None:
        if here.type in ("member_call_expression", "scoped_call_expression") and _is_group(reading, here, node):
            for name, given in _calls_before(reading, here):
                if name == "prefix" and given:
                    prefixes.append(_text(reading, given[0]) or "")
                if name == "namespace" and given:
                    spaces.append(_text(reading, given[0]) or "")
                if name == "controller" and given and not controller:
                    controller = _class_of(reading, given[0])
                options = _options(reading, given[0]) if name == "group" and given else {}
                prefixes.append(_text(reading, options.get("prefix")) or "")
                spaces.append(_text(reading, options.get("namespace")) or "")
        here = here.parent
    if reading.parsed.file.path.endswith("routes/api.php"):
        prefixes.append("api")  # as Laravel does with that file
    prefix = joined("", "/".join(filter(None, (one.strip("/") for one in reversed(prefixes)))))
    return prefix, controller, "\\".join(filter(None, (one.strip("\\") for one in reversed(spaces))))


def _is_group(reading: TreeReading, here: tree_sitter.Node, node: tree_sitter.Node) -> bool:
    return here.id == node.id or reading.code(part(here, "name")) == "group"


def _calls_before(reading: TreeReading, node: tree_sitter.Node) -> list[tuple[str, list[tree_sitter.Node]]]:
    found = []
    here: tree_sitter.Node | None = node
    while here is not None and here.type in ("member_call_expression", "scoped_call_expression"):
        found.append((reading.code(part(here, "name")), argument_values(here)))
        here = part(here, "object")
    return found


def argument_values(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Return what a call is given, without the names of arguments."""
    arguments = part(node, "arguments")
    return [one.named_children[-1] for one in arguments.named_children if one.named_children] if arguments else []


def _elements(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    if node.type != "array_creation_expression":
        return []
    return [one.named_children[-1] for one in node.named_children if one.named_children]


def _options(reading: TreeReading, node: tree_sitter.Node) -> dict[str, tree_sitter.Node]:
    """Return the values of an array by their keys: `["prefix" => "shop", "uses" => "Orders@show"]`."""
    rows = [one.named_children for one in node.named_children] if node.type == "array_creation_expression" else []
    return {_text(reading, row[0]) or "": row[1] for row in rows if len(row) == 2}


def _text(reading: TreeReading, node: tree_sitter.Node | None) -> str | None:
    if node is None or node.type not in _STRINGS:
        return None
    return reading.code(node)[1:-1].replace("\\\\", "\\")


def _class_of(reading: TreeReading, node: tree_sitter.Node) -> str:
    """Return the class that `Orders::class` names; empty for all else."""
    is_class = node.type == "class_constant_access_expression" and reading.code(node).endswith("::class")
    return reading.code(node).removesuffix("::class") if is_class else ""


def _handler(reading: TreeReading, node: tree_sitter.Node, controller: str, space: str) -> list[str | int]:
    """Return what answers: a class, its method and the line that names it, or the lines of a function.

    The method may be `__invoke` of a class that is called, or one of the group's controller.

    A controller that is written as a text lies in the namespace of the groups, if these have one.
    """
    if (uses := _options(reading, node).get("uses")) is not None:
        node = uses
    if node.type in ("anonymous_function", "arrow_function"):
        return ["inside", reading.line(node), reading.parsed.last_line(node)]
    elements = _elements(node)
    if len(elements) == 2 and (named := _class_of(reading, elements[0])):
        return ["member", named, _text(reading, elements[1]) or "", reading.line(elements[1])]
    if named := _class_of(reading, node):
        return ["member", named, "__invoke", reading.line(node)]
    text = _text(reading, node)
    if text is not None and "@" in text:
        named, method = text.partition("@")[0], text.partition("@")[2]
        whole = f"{space}\\{named}" if space and not named.startswith("\\") else named.lstrip("\\")
        return ["member", f"\\{whole}", method, reading.line(node)]
    return ["member", controller, text, reading.line(node)] if text and controller else []
