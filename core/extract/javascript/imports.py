"""The imports and exports of a module, of both kinds: `import`/`export` and `require`/`module.exports`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import tree_sitter

from core.extract.parse import Parsed


@dataclass(frozen=True, slots=True)
class ScriptImport:
    """One imported name: `name` is `default`, `*` for the whole module, empty for an import without names.

    `alias` is the name that the importing module gets, for a re-export the name that others can import from it.
    """

    line: int
    module: str
    name: str
    alias: str


def imports(parsed: Parsed, nodes: Sequence[tree_sitter.Node]) -> tuple[list[ScriptImport], list[ScriptImport]]:
    """Return what `import` statements bring in and what `export … from` passes on."""
    brought: list[ScriptImport] = []
    passed: list[ScriptImport] = []
    for node in nodes:
        source = node.child_by_field_name("source")
        if source is None:
            continue
        module, line = parsed.code(source)[1:-1], parsed.line(node.start_byte)
        clause = next((child for child in node.named_children if child.type in ("import_clause", "export_clause")), None)
        if node.type == "import_statement":
            brought.extend(
                _clause(parsed, clause, module, line) if clause is not None else [ScriptImport(line, module, "", "")]
            )
        elif clause is not None:
            passed.extend(_specifiers(parsed, clause, module, line))
        else:
            space = next((child for child in node.named_children if child.type == "namespace_export"), None)
            alias = parsed.code(space.named_children[0]) if space is not None else "*"
            passed.append(ScriptImport(line, module, "*", alias))
    return brought, passed


def required(parsed: Parsed, nodes: Sequence[tree_sitter.Node], values: Sequence[tree_sitter.Node]) -> list[ScriptImport]:
    """Return what `require` and `import()` bring in, with the names that their results are given."""
    by_end = {}
    for value in values:
        name = value.child_by_field_name("name")
        if name is not None:
            by_end[value.end_byte] = name
    found: list[ScriptImport] = []
    for node in nodes:
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or arguments is None or parsed.code(function) not in ("require", "import"):
            continue
        module, line = parsed.code(arguments.named_children[0])[1:-1], parsed.line(node.start_byte)
        target = by_end.get(node.end_byte)
        if target is None:
            found.append(ScriptImport(line, module, "", ""))
        elif target.type == "object_pattern":
            found.extend(ScriptImport(line, module, name, alias) for name, alias in _pattern(parsed, target))
        elif target.type == "identifier":
            found.append(ScriptImport(line, module, "*", parsed.code(target)))
    return found


def exports(
    parsed: Parsed, captures: Mapping[str, Sequence[tree_sitter.Node]], values: Sequence[tree_sitter.Node]
) -> dict[str, str]:
    """Return the module's own name for every exported one, except for definitions that are exported where they stand."""
    found: dict[str, str] = {}
    for clause in captures.get("export", ()):
        for one in _specifiers(parsed, clause, "", 0):
            found[one.alias] = one.name
    for node in captures.get("default", ()):
        found["default"] = parsed.code(node)
    for value in values:
        left, right = value.child_by_field_name("left"), value.child_by_field_name("right")
        if left is None or right is None:
            continue
        name = parsed.code(left)
        if name in ("module.exports", "exports") and right.type == "identifier":
            found["default"] = parsed.code(right)
        elif name in ("module.exports", "exports") and right.type == "object":
            found.update((one, one) for one in _shorthands(parsed, right))
        elif name.startswith(("module.exports.", "exports.")) and right.type == "identifier":
            found[name.rpartition(".")[2]] = parsed.code(right)
    return found


def _clause(parsed: Parsed, clause: tree_sitter.Node, module: str, line: int) -> Iterator[ScriptImport]:
    for child in clause.named_children:
        if child.type == "identifier":
            yield ScriptImport(line, module, "default", parsed.code(child))
        elif child.type == "namespace_import":
            yield ScriptImport(line, module, "*", parsed.code(child.named_children[0]))
        elif child.type == "named_imports":
            yield from _specifiers(parsed, child, module, line)


def _specifiers(parsed: Parsed, clause: tree_sitter.Node, module: str, line: int) -> Iterator[ScriptImport]:
    for child in clause.named_children:
        name = child.child_by_field_name("name")
        if name is not None:
            alias = child.child_by_field_name("alias")
            yield ScriptImport(line, module, parsed.code(name), parsed.code(alias or name))


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
