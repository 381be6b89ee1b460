"""The imports and exports of a module, of both kinds: `import`/`export` and `require`/`module.exports`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import tree_sitter

from core.extract.parse import Parsed

MODULE_ITSELF = ("module.exports", "exports")
WHOLE = "="
"""The name under which a module exports what it gives as a whole: `module.exports = …` or `export = …`."""
_FUNCTIONS = ("function_expression", "arrow_function", "class")
_CLAUSES = ("import_clause", "export_clause", "import_require_clause")
_NAMED = (
    "identifier", "function_declaration", "generator_function_declaration", "class_declaration", "abstract_class_declaration",
    "interface_declaration", "enum_declaration", "type_alias_declaration", "function_signature", "function_expression",
    "generator_function", "class",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScriptImport:
    """One imported name: `name` is `default`, `*` for all names of the module, `=` for what `require` gives, empty for no name.

    `alias` is the name that the importing module gets, for a re-export the name that others can import from it. One `for_types`
    is gone when the program runs.
    """

    line: int
    module: str
    name: str
    alias: str
    for_types: bool = False

    def row(self) -> list[object]:
        """Return the import as the values of its fields."""
        return [self.line, self.module, self.name, self.alias, self.for_types]


def imports(parsed: Parsed, nodes: Sequence[tree_sitter.Node]) -> tuple[list[ScriptImport], list[ScriptImport]]:
    """Return what `import` statements bring in and what `export … from` passes on."""
    brought: list[ScriptImport] = []
    passed: list[ScriptImport] = []
    for node in nodes:
        clause = next((child for child in node.named_children if child.type in _CLAUSES), None)
        whole = clause is not None and clause.type == "import_require_clause"
        source = (clause if whole and clause is not None else node).child_by_field_name("source")
        if source is None:
            continue
        module, line = parsed.code(source)[1:-1], parsed.line(node.start_byte)
        found: list[ScriptImport] = []
        if node.type == "import_statement":
            found = list(_clause(parsed, clause, module, line)) if clause is not None else [ScriptImport(line, module, "", "")]
        elif clause is not None:
            found = list(_specifiers(parsed, clause, module, line))
        else:
            space = next((child for child in node.named_children if child.type == "namespace_export"), None)
            alias = parsed.code(space.named_children[0]) if space is not None else "*"
            found = [ScriptImport(line, module, "*", alias)]
        if _is_for_types(node):
            found = [replace(one, for_types=True) for one in found]
        (brought if node.type == "import_statement" else passed).extend(found)
    return brought, passed


def _is_for_types(node: tree_sitter.Node) -> bool:
    """Tell whether a statement, or one name in it, is of types alone: `import type { A }`, `import { type A }`."""
    return any(child.type in ("type", "typeof") for child in node.children)


def required(parsed: Parsed, nodes: Sequence[tree_sitter.Node], values: Sequence[tree_sitter.Node]) -> list[ScriptImport]:
    """Return what `require` and `import()` bring in, with the names that their results are given."""
    nodes = [node for node in nodes if _requires(parsed, node)]
    by_end = _named(values) if nodes else {}
    found: list[ScriptImport] = []
    for node in nodes:
        arguments = node.child_by_field_name("arguments")
        if arguments is None:
            continue
        module, line = parsed.code(arguments.named_children[0])[1:-1], parsed.line(node.start_byte)
        target = by_end.get(node.end_byte)
        if target is None:
            found.extend(ScriptImport(line, module, name, "") for name in _taken(parsed, node) or ("",))
        elif target.type == "object_pattern":
            found.extend(ScriptImport(line, module, name, alias) for name, alias in _pattern(parsed, target))
        elif target.type == "identifier":
            found.append(ScriptImport(line, module, WHOLE, parsed.code(target)))
    return found


def required_at(parsed: Parsed, nodes: Sequence[tree_sitter.Node], values: Sequence[tree_sitter.Node]) -> set[int]:
    """Return the bytes at which names begin that are given to what `require` and `import()` bring in."""
    nodes = [node for node in nodes if _requires(parsed, node)]
    by_end = _named(values) if nodes else {}
    targets = [by_end[node.end_byte] for node in nodes if node.end_byte in by_end]
    return {byte for target in targets for byte in range(target.start_byte, target.end_byte)}


def _named(values: Sequence[tree_sitter.Node]) -> dict[int, tree_sitter.Node]:
    """Return the names that declarations give, by the bytes where their values end."""
    names = ((value.end_byte, value.child_by_field_name("name")) for value in values)
    return {end: name for end, name in names if name is not None}


def _requires(parsed: Parsed, node: tree_sitter.Node) -> bool:
    function = node.child_by_field_name("function")
    return function is not None and parsed.code(function) in ("require", "import")


def _taken(parsed: Parsed, node: tree_sitter.Node) -> list[str]:
    """Return the names that are taken of what `import()` gives where it stands, by `.then`, after `await` or as default."""
    around = node.parent
    if around is not None and around.type == "arrow_function":
        return ["default"]  # of a component or a page that is loaded late
    while around is not None and around.type in ("await_expression", "parenthesized_expression"):
        node, around = around, around.parent
    name = around.child_by_field_name("property") if around is not None and around.type == "member_expression" else None
    if around is None or name is None or around.child_by_field_name("object") != node:
        return []
    call = around.parent
    arguments = call.child_by_field_name("arguments") if call is not None and call.type == "call_expression" else None
    if parsed.code(name) != "then" or arguments is None:
        return [] if parsed.code(name) == "then" else [parsed.code(name)]
    then = next(iter(arguments.named_children), None)
    given = then and (then.child_by_field_name("parameter") or then.child_by_field_name("parameters"))
    if not then or not given:
        return []
    while given.type not in ("identifier", "object_pattern") and given.named_children:
        given = given.named_children[0]
    if given.type == "object_pattern":
        return [key for key, _ in _pattern(parsed, given)]
    used = re.findall(rf"(?<![\w$.]){re.escape(parsed.code(given))}\.([\w$]+)", parsed.code(then))
    return list(dict.fromkeys(used))


def exports(
    parsed: Parsed, captures: Mapping[str, Sequence[tree_sitter.Node]], values: Sequence[tree_sitter.Node]
) -> dict[str, str]:
    """Return the module's own name for every exported one, except for definitions that are exported where they stand."""
    found: dict[str, str] = {}
    for clause in captures.get("export", ()):
        if clause.parent is None or clause.parent.child_by_field_name("source") is not None:
            continue  # passed on: no name of this module
        for one in _specifiers(parsed, clause, "", 0):
            found[one.alias] = one.name
    for value in values:
        left, right = value.child_by_field_name("left"), value.child_by_field_name("right")
        if value.type == "export_statement":
            found.update(_as_default(parsed, default_export(value), value.children[1].type == WHOLE))
        if left is None or right is None:
            continue
        name = parsed.code(left)
        while right is not None and right.type == "assignment_expression":  # module.exports = exports = …
            right = right.child_by_field_name("right")
        if right is None:
            continue
        if name in MODULE_ITSELF and right.type == "object":
            found.update((one, one) for one in _shorthands(parsed, right))
        elif name in MODULE_ITSELF:
            found.update(_as_default(parsed, right, True))
        elif name.startswith(("module.exports.", "exports.")) and right.type == "identifier":
            found[name.rpartition(".")[2]] = parsed.code(right)
    return found


def default_export(node: tree_sitter.Node) -> tree_sitter.Node | None:
    """Return what `export default …` or `export = …` exports: a declaration or a value."""
    return node.child_by_field_name("declaration") or next(iter(node.named_children), None)


def _as_default(parsed: Parsed, node: tree_sitter.Node | None, whole: bool) -> dict[str, str]:
    """Return the own name of what a module exports as default, also as the whole of it; a value is called `default`."""
    while node is not None and node.type in ("call_expression", "parenthesized_expression"):  # memo(function Card() { … })
        inner = node.child_by_field_name("arguments") or node
        given = inner.named_children[0] if inner.named_children else None
        if given is None or given.type not in _FUNCTIONS:
            break
        node = given
    named = node if node is None or node.type == "identifier" else node.child_by_field_name("name")
    if named is not None and node is not None and node.type in _NAMED:
        return dict.fromkeys(("default", WHOLE) if whole else ("default",), parsed.code(named))
    return {WHOLE: "default"} if whole else {}


def _clause(parsed: Parsed, clause: tree_sitter.Node, module: str, line: int) -> Iterator[ScriptImport]:
    for child in clause.named_children:
        if child.type == "identifier":
            whole = clause.type == "import_require_clause"
            yield ScriptImport(line, module, WHOLE if whole else "default", parsed.code(child))
        elif child.type == "namespace_import":
            yield ScriptImport(line, module, "*", parsed.code(child.named_children[0]))
        elif child.type == "named_imports":
            yield from _specifiers(parsed, child, module, line)


def _specifiers(parsed: Parsed, clause: tree_sitter.Node, module: str, line: int) -> Iterator[ScriptImport]:
    for child in clause.named_children:
        name = child.child_by_field_name("name")
        if name is not None:
            alias = child.child_by_field_name("alias")
            yield ScriptImport(line, module, parsed.code(name), parsed.code(alias or name), _is_for_types(child))


def _pattern(parsed: Parsed, pattern: tree_sitter.Node) -> Iterator[tuple[str, str]]:
    for child in pattern.named_children:
        if child.type == "shorthand_property_identifier_pattern":
            yield parsed.code(child), parsed.code(child)
        elif child.type == "pair_pattern":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if key is not None and value is not None and value.type == "identifier":
                yield parsed.code(key), parsed.code(value)


def _shorthands(parsed: Parsed, node: tree_sitter.Node) -> Iterator[str]:
    for child in node.named_children:
        if child.type == "shorthand_property_identifier":
            yield parsed.code(child)
        elif child.type == "pair":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            if key is not None and value is not None and parsed.code(key) == parsed.code(value):
                yield parsed.code(key)
