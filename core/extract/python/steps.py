"""List the steps of each body of a module in evaluation order, with the branch of each step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import tree_sitter

from core.extract.meaning import MODULE
from core.extract.parse import Defined, Extents, Parsed
from core.extract.python.definitions import unquoted
from core.extract.python.expressions import value_of
from core.extract.python.frameworks import route_verb
from core.extract.python.scopes import PythonScopes

_LONGEST = 60  # letters of a condition
_TRANSACTIONS = ("atomic", "transaction", "begin", "begin_nested")
RAISE, RETURN, DEPENDS = "raise", "return", "depends"
_DEPENDS = re.compile(r"\b(?:Depends|Security)\(\s*([A-Za-z_][\w.]*)")
_ANNOTATION = re.compile(r"[A-Za-z_][\w.]*$")


class PythonStep(NamedTuple):
    """One call, `raise` or `return`: `name` is the expression that is called or raised, `at` its branch in the function.

    `said` is the first argument where that is a plain text, `given` where it is a name; `written` is the call as it stands,
    where `name` is what its variables hold.
    """

    scope: int
    line: int
    name: str
    at: int
    kind: str = "call"
    said: str = ""
    given: str = ""
    written: str = ""


Called = tuple[int, int, int, str, str]
"""A call: its scope, the bytes where it starts and ends, the expression that is called, and the same as it is written."""


def steps(
    parsed: Parsed, defined: Defined, scopes: PythonScopes, calls: Sequence[Called],
    captures: Mapping[str, Sequence[tree_sitter.Node]], branches: PythonBranches,
) -> list[PythonStep]:  # fmt: skip
    """Return the steps of all functions, those of one in the order in which they are evaluated."""
    nodes = {(node.start_byte, node.end_byte): node for node in captures.get("call", ())}
    found: list[tuple[int, PythonStep]] = []
    for scope, start, end, name, written in calls:
        if scope != MODULE and start < defined.nodes[scope].start_byte:
            continue  # a decorator is called where the function is defined
        said, given = _first(parsed, scopes, nodes.get((start, end)), scope, name)
        step = PythonStep(scope, parsed.line(start), name, branches.at(start, scope), "call", said, given, written)
        found.append((end, step))
    found += _dependencies(parsed, defined)
    for kind, capture in ((RAISE, "raise"), (RETURN, "ends")):
        for node in captures.get(capture, ()):
            scope = scopes.outline.at(node.start_byte)
            if scope != MODULE:
                raised = next(iter(node.named_children), None) if kind == RAISE else None
                name = parsed.code(raised).partition("(")[0] if raised is not None else ""
                at = branches.at(node.start_byte, scope)
                found.append((node.end_byte, PythonStep(scope, parsed.line(node.start_byte), name, at, kind)))
    return [step for _, step in sorted(found, key=lambda row: (row[1].scope, row[0]))]


def _dependencies(parsed: Parsed, defined: Defined) -> Iterator[tuple[int, PythonStep]]:
    """Yield what FastAPI runs before a view: what its decorators and parameters depend on, also by a name for that."""
    for scope, definition in enumerate(defined.definitions):
        parameters = defined.nodes[scope].child_by_field_name("parameters") if definition.kind != "class" else None
        written = parsed.code(parameters) if parameters is not None else ""
        is_view = any(map(route_verb, definition.decorators))
        if parameters is None or not (is_view or "Depends(" in written or "Security(" in written):
            continue
        names = [(parsed.line(parameters.start_byte), name) for one in definition.decorators for name in _DEPENDS.findall(one)]
        for node in parameters.named_children:
            code, type_ = parsed.code(node), node.child_by_field_name("type")
            named = _DEPENDS.findall(code)
            annotation = parsed.code(type_) if type_ is not None and is_view else ""
            named = named or ([annotation] if _ANNOTATION.fullmatch(annotation) else [])
            names += [(parsed.line(node.start_byte), name) for name in named]
        for place, (line, name) in enumerate(names):
            yield place - len(names), PythonStep(scope, line, name, -1, DEPENDS)


def _first(
    parsed: Parsed, scopes: PythonScopes, node: tree_sitter.Node | None, scope: int, name: str
) -> tuple[str, str]:  # fmt: skip
    """Return the first argument of a call that is made for what it is given: a text, or the expression of a name."""
    if node is None or not _GIVEN.search(name):
        return "", ""
    arguments = node.child_by_field_name("arguments")
    given = [one for one in arguments.named_children if one.type != "comment"] if arguments is not None else []
    if name.endswith(_PLAIN):
        given = [one for one in given if one.type != "keyword_argument"]
    if name.endswith(_BY_TARGET):  # `Thread(target=work)`
        named = [one for one in given if parsed.code(one).startswith("target=")]
        given = [one.named_children[-1] for one in named]
    first = next(iter(given[1:] if name.endswith("render") else given), None)
    if first is None:
        return "", ""
    if first.type == "string":
        return unquoted(parsed.code(first))[:_LONGEST], ""
    value = value_of(parsed, first)
    found = scopes.value(value.text, scope, value.start) if value.text else None
    return "", found or (_UNKNOWN if name.endswith(_PLAIN) else "")


_BY_TARGET = ("Thread", "Process")
_PLAIN = (".save", ".asave", ".delete", ".adelete")  # of a record they are given nothing but options
_UNKNOWN = "?"
_GIVEN = re.compile(
    r"(?:^|[._])(?:add|add_all|add_task|a?save|a?delete|merge|execute|send|send_task|send_event|enqueue\w*|publish\w*|dispatch\w*|\w*_task|\w*_job"
    r"|on_commit|submit|get|post|put|patch|request|urlopen|Thread|Process|render|redirect|run_in_executor)$"
)


class PythonBranches:
    """The branches of a module by function, each as its kind, condition, line and the branch around it."""

    def __init__(self, parsed: Parsed, defined: Defined, captures: Mapping[str, Sequence[tree_sitter.Node]]) -> None:
        self._outline = defined.outline
        found = [one for node in captures.get("branching", ()) for one in _branches(parsed, node)]
        self._extents = Extents(span for span, *_ in found)
        told = {span: (kind, condition, line) for span, kind, condition, line in found}
        self.rows: dict[int, list[list[str | int]]] = {}
        self._places: list[tuple[int, int]] = []
        for number, span in enumerate(self._extents.extents):
            kind, condition, line = told[span]
            scope, around = self._outline.at(span[0]), self._extents.parents[number]
            outer = self._places[around] if around >= 0 else (MODULE, -1)
            rows = self.rows.setdefault(scope, [])
            rows.append([kind, condition, line, outer[1] if outer[0] == scope else -1])
            self._places.append((scope, len(rows) - 1))

    def at(self, position: int, scope: int) -> int:
        """Return the innermost branch around a byte of a function, -1 for none."""
        number = self._extents.at(position)
        place = self._places[number] if number >= 0 else (scope, -1)
        return place[1] if place[0] == scope else -1


_Branch = tuple[tuple[int, int], str, str, int]


def _branches(parsed: Parsed, node: tree_sitter.Node) -> Iterator[_Branch]:
    if node.type in ("if_statement", "elif_clause"):
        kind = "if" if node.type == "if_statement" else "when"
        condition = _said(parsed, node.child_by_field_name("condition"))
        yield from _branch(parsed, node.child_by_field_name("consequence"), kind, condition)
        for other in node.children_by_field_name("alternative"):
            if other.type == "else_clause":
                yield from _branch(parsed, other.child_by_field_name("body"), "else", condition)
    elif node.type == "for_statement":
        over = _said(parsed, node.child_by_field_name("right"))
        yield from _branch(parsed, node.child_by_field_name("body"), "each", f"{over}.each")
    elif node.type == "while_statement":
        said = _said(parsed, node.child_by_field_name("condition"))
        yield from _branch(parsed, node.child_by_field_name("body"), "while", said)
    elif node.type in ("except_clause", "finally_clause"):
        kind = "rescue" if node.type == "except_clause" else "ensure"
        caught = next((one for one in node.named_children if one.type != "block"), None)
        yield from _branch(parsed, node.named_children[-1] if node.named_children else None, kind, _said(parsed, caught))
    elif node.type == "case_clause":
        pattern = _said(parsed, node.named_children[0] if node.named_children else None)
        yield from _branch(parsed, node.child_by_field_name("consequence"), "when", pattern)
    elif node.type == "with_statement":
        body = node.child_by_field_name("body")
        head = parsed.text(node.start_byte, body.start_byte if body is not None else node.end_byte)
        if any(f".{word}(" in head or f" {word}(" in head for word in _TRANSACTIONS):
            yield from _branch(parsed, body, "block", "with.transaction")


def _branch(parsed: Parsed, body: tree_sitter.Node | None, kind: str, condition: str) -> Iterator[_Branch]:
    if body is not None:
        yield (body.start_byte, body.end_byte), kind, condition, parsed.line(body.start_byte)


def _said(parsed: Parsed, node: tree_sitter.Node | None) -> str:
    text = " ".join(parsed.code(node).split()) if node is not None else ""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


_NAMED = re.compile(r"^(\w+)\s*(?::[^=\n]*)?=\s*(?:typing\.|t\.)?Annotated\[", re.MULTILINE)


def depending(text: str) -> dict[str, list[str]]:
    """Return the names that a module gives to types with what they depend on: `User = Annotated[str, Depends(user)]`."""
    found = {}
    for match in _NAMED.finditer(text):
        end = text.find("\n]", match.end()) if text[match.end()] == "\n" else text.find("\n", match.end())
        if names := _DEPENDS.findall(text, match.end(), end if end >= 0 else len(text)):
            found[match[1]] = names
    return found
