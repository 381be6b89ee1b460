"""The import statements of a module."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter

from core.extract.parse import Parsed

_CHECKING = re.compile(r"(?P<not>not\s+)?(?:\w+\.)*TYPE_CHECKING$")


@dataclass(frozen=True, slots=True)
class PythonImport:
    """One imported name: `module` keeps its leading dots, `name` is empty for `import module` and `*` for all names.

    `alias` is the name that the importing scope gets; `scope` is a position in the definitions, -1 for the module. One
    `for_types` lies under `if TYPE_CHECKING`.
    """

    scope: int
    line: int
    module: str
    name: str
    alias: str
    for_types: bool = False


def imports(parsed: Parsed, node: tree_sitter.Node, scope: int) -> Iterator[PythonImport]:
    """Yield what one import statement brings in."""
    module_node = node.child_by_field_name("module_name")
    module = _dotted(parsed, module_node) if module_node is not None else ""
    if node.type == "future_import_statement":
        return
    for_types = _is_for_types(parsed, node)
    if any(child.type == "wildcard_import" for child in node.children):
        yield PythonImport(scope, parsed.line(node.start_byte), module, "*", "*", for_types)
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
            yield PythonImport(scope, line, module, name, alias or name, for_types)
        else:
            # `import a.b` binds `a`, but what follows is written `a.b.c`; with an alias it binds `a.b` itself.
            yield PythonImport(scope, line, name, "", alias or name.split(".")[0], for_types)


def _is_for_types(parsed: Parsed, node: tree_sitter.Node) -> bool:
    """Tell whether a statement is read by type checkers alone: under `if TYPE_CHECKING`, or where its opposite fails."""
    inner, outer = node, node.parent
    while outer is not None:
        condition = outer.child_by_field_name("condition")
        if condition is not None and outer.type in ("if_statement", "elif_clause"):
            found = _CHECKING.match(parsed.code(condition))
            if found and inner.type == ("else_clause" if found["not"] else "block"):
                return True
        inner, outer = outer, outer.parent
    return False


def _dotted(parsed: Parsed, node: tree_sitter.Node) -> str:
    return "".join(parsed.code(node).replace("\\\n", "").split())
