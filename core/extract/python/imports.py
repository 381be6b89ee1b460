"""The import statements of a module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter

from core.extract.parse import Parsed


@dataclass(frozen=True, slots=True)
class PythonImport:
    """One imported name: `module` keeps its leading dots, `name` is empty for `import module` and `*` for all names.

    `alias` is the name that the importing scope gets; `scope` is a position in the definitions, -1 for the module.
    """

    scope: int
    line: int
    module: str
    name: str
    alias: str


def imports(parsed: Parsed, node: tree_sitter.Node, scope: int) -> Iterator[PythonImport]:
    """Yield what one import statement brings in."""
    module_node = node.child_by_field_name("module_name")
    module = _dotted(parsed, module_node) if module_node is not None else ""
    if node.type == "future_import_statement":
        return
    if any(child.type == "wildcard_import" for child in node.children):
        yield PythonImport(scope, parsed.line(node.start_byte), module, "*", "*")
        return
    for child in node.children_by_field_name("name"):
        line = parsed.line(child.start_byte)
        alias_node = child.child_by_field_name("alias")
        name_node = child.child_by_field_name("name") if alias_node is not None else child
        if name_node is None:
            continue
        name = _dotted(parsed, name_node)
        alias = parsed.code(alias_node) if alias_node is not None else ""
        if module_node is not None:
            yield PythonImport(scope, line, module, name, alias or name)
        else:
            # `import a.b` binds `a`, but what follows is written `a.b.c`; with an alias it binds `a.b` itself.
            yield PythonImport(scope, line, name, "", alias or name.split(".")[0])


def _dotted(parsed: Parsed, node: tree_sitter.Node) -> str:
    return "".join(parsed.code(node).replace("\\\n", "").split())
