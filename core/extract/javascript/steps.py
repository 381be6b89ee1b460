"""The steps of a body: its calls in evaluation order, with the branches around them.

Flows read the first columns of a row (`core.flow.acts`): line, name, receiver, branch, description. After them come the called
expression and its scope. The linker replaces these two by the action and its object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import tree_sitter

from core.extract.chains import Chain
from core.extract.facts import Definition
from core.extract.javascript.definitions import units_of
from core.extract.javascript.effects import TELLING, answering, effect_by_name
from core.extract.javascript.scopes import ScriptScopes
from core.extract.javascript.values import EACH, THEN
from core.extract.parse import Defined, Extents, Parsed

_WRITTEN = ("arrow_function", "function_expression")
_LONGEST = 80
_MOST = 400  # steps of one definition: a longer one is data
_ANSWERED = (".body", ".status")  # what a context of Koa is told in answer
_CONTEXTS = ("ctx", "context")
_DECIDED = {"&&": "if", "||": "unless", "??": "unless"}
_WHOLE = {"switch_case": "when", "switch_default": "else", "catch_clause": "rescue", "finally_clause": "ensure"}
_LOOPS = {"while_statement": "while", "do_statement": "while", "for_statement": "each", "for_in_statement": "each"}


class CalledStep(NamedTuple):
    """A chain of names with a call in it: its root as `written`, the name in it, and what that `stands` for, if known."""

    chain: Chain
    written: str
    root: str
    stands: str | None


class Branch(NamedTuple):
    """A part that runs only in some cases, or several times; the condition is `written` in a node, with what is `after` it."""

    start: int
    end: int
    kind: str
    written: tree_sitter.Node | None = None
    after: str = ""


class _Row(NamedTuple):
    """A step at the byte where it has been evaluated."""

    end: int
    start: int
    named: int  # where the name that tells its line ends
    name: str
    receiver: str
    said: str = ""
    expression: str = ""


def steps(
    parsed: Parsed, defined: Defined, called: Sequence[CalledStep], returns: Sequence[tree_sitter.Node],
    scopes: ScriptScopes,
) -> dict[str, dict[str, list[list[object]]]]:  # fmt: skip
    """Return `steps` and `branches` of each unit by its number as a text; of tests nothing."""
    if parsed.file.is_test or not defined.definitions:
        return {}
    found = parsed.captures("details")
    branches = [one for node in (*found.get("branch", ()), *found.get("decides", ())) for one in _branches(node)]
    lent = [one for kind in ("lending", "passing") for node in found.get(kind, ()) for one in _lent(parsed, node)]
    branches += [branch for _, branch in lent if branch.kind]
    rows = [row for node, _ in lent if node.type not in _WRITTEN for row in _passed(parsed, node, scopes.stands(node))]
    rows += [*_calls(parsed, called), *_thrown(parsed, found), *_answered(parsed, found)]
    rows += _returned(parsed, scopes, returns)
    return _arranged(parsed, defined, branches, sorted(rows))


def _branches(node: tree_sitter.Node) -> Iterator[Branch]:
    type_ = node.type
    if type_ in ("if_statement", "ternary_expression"):
        condition = node.child_by_field_name("condition")
        for field, kind in (("consequence", "if"), ("alternative", "else")):
            part = node.child_by_field_name(field)
            if part is not None:
                yield Branch(part.start_byte, part.end_byte, kind, condition)
    elif type_ == "binary_expression":
        operator, right = node.child_by_field_name("operator"), node.child_by_field_name("right")
        if operator is not None and right is not None:
            left = node.child_by_field_name("left")
            yield Branch(right.start_byte, right.end_byte, _DECIDED[operator.type], left)
    elif type_ in _WHOLE:
        yield Branch(node.start_byte, node.end_byte, _WHOLE[type_], node.child_by_field_name("value"))
    else:
        body, right = node.child_by_field_name("body"), node.child_by_field_name("right")
        if body is not None:
            written = right or node.child_by_field_name("condition")
            yield Branch(body.start_byte, body.end_byte, _LOOPS[type_], written, ".of" if right is not None else "")


def _lent(parsed: Parsed, call: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, Branch]]:
    """Yield the functions that a call runs for each element, in a transaction, or after an error."""
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    named = function.child_by_field_name("property") if function is not None else None
    if function is None or named is None or arguments is None:
        return
    name = parsed.code(named)
    is_transaction = name.lower().lstrip("$").endswith(("transaction", "transactional"))
    if name not in EACH and name not in ("catch", *THEN) and not is_transaction:
        return
    receiver = function.child_by_field_name("object") if name != "catch" else None
    kind = "rescue" if name == "catch" else "block" if is_transaction else "each" if name in EACH else ""  # once, in its turn
    after = "" if kind == "rescue" else f".{'transaction' if is_transaction else name}"
    for number, one in enumerate(arguments.named_children):
        if one.type in _WRITTEN or (number == 0 and one.type in ("identifier", "member_expression")):
            yield one, Branch(one.start_byte, one.end_byte, kind, receiver, after)


def _passed(parsed: Parsed, node: tree_sitter.Node, expression: str) -> Iterator[_Row]:
    """Yield the call of a function that another one is given by its name: `save` of `notes.forEach(save)`."""
    receiver, _, name = parsed.code(node).rpartition(".")
    if expression:
        yield _Row(node.end_byte, node.start_byte, node.end_byte, name, receiver, "", expression)


def _calls(parsed: Parsed, called: Sequence[CalledStep]) -> Iterator[_Row]:
    for one in called:
        text, written, last = one.chain.root, one.written, one.chain.root_end
        for end, sign in one.chain.steps:
            if sign == "()":
                before, _, name = written.rpartition(".")
                expression = one.stands + text[len(one.root) :] if one.stands is not None else ""
                if expression or effect_by_name(before, name):
                    start = one.chain.start
                    said = _address(parsed, start, end, name) if name in TELLING else ""
                    yield _Row(end, start, last, name, before.replace("()", ""), said, expression)
            text, written, last = text + sign, written + sign, end


def _address(parsed: Parsed, start: int, end: int, name: str) -> str:
    """Return the text that a call is given first, where it is one: an address, a path, the name of a job."""
    code = parsed.text(start, min(end, start + 4 * _LONGEST))
    given = code[code.find(f"{name}(") + len(name) + 1 :] if f"{name}(" in code else ""
    quote = given[:1]
    if quote not in ("'", '"', "`") or (close := given.find(quote, 1)) < 0:
        return ""
    return given[: close + 1][:_LONGEST]


def _thrown(parsed: Parsed, found: Mapping[str, Sequence[tree_sitter.Node]]) -> Iterator[_Row]:
    for node in found.get("throw", ()):
        yield _Row(
            node.end_byte,
            node.start_byte,
            node.start_byte + 1,
            "throw",
            "",
            _said(parsed, node.named_children[0]).removeprefix("new "),
        )


def _answered(parsed: Parsed, found: Mapping[str, Sequence[tree_sitter.Node]]) -> Iterator[_Row]:
    """Yield what a context is told in answer: `ctx.body = …`."""
    for node in found.get("assigned", ()):
        left = node.child_by_field_name("left")
        written = parsed.code(left) if left is not None else ""
        if written.endswith(_ANSWERED) and written.partition(".")[0] in _CONTEXTS:
            receiver, _, name = written.rpartition(".")
            yield _Row(node.end_byte, node.start_byte, node.start_byte + 1, name, receiver)


def _returned(parsed: Parsed, scopes: ScriptScopes, returns: Sequence[tree_sitter.Node]) -> Iterator[_Row]:
    """Yield the returns of definitions themselves, but for those of callbacks in them."""
    extents = scopes.functions
    for node in returns:
        at = extents.at(node.start_byte)
        if at >= 0 and extents.extents[at] in scopes.by_function:
            yield _Row(node.end_byte, node.start_byte, node.start_byte + 1, "return", "")


def _arranged(
    parsed: Parsed, defined: Defined, branches: Sequence[Branch], rows: Sequence[_Row]
) -> dict[str, dict[str, list[list[object]]]]:
    """Return the rows by the unit that they are in, and of the branches those around a row."""
    by_span = {(one.start, one.end): one for one in reversed(branches)}
    extents = Extents(by_span)
    units = units_of(defined.definitions)
    found: dict[str, dict[str, list[list[object]]]] = {}
    numbers: dict[tuple[int, int], int] = {}
    for row in rows:
        scope = defined.outline.at(row.start)
        unit = _unit_around(scope, defined.definitions, units)
        if unit < 0 or ((not row.expression or "@" in row.expression) and not _may_answer(row, scope, defined.definitions)):
            continue
        kept = found.setdefault(str(unit), {"steps": [], "branches": []})
        within = [at for at in _around(extents, row.start) if extents.extents[at][0] >= defined.outline.extents[unit][0]]
        place = -1
        for at in reversed(within):
            if (unit, at) not in numbers:
                branch = by_span[extents.extents[at]]
                numbers[unit, at] = len(kept["branches"])
                condition = _said(parsed, branch.written) + branch.after
                kept["branches"].append([branch.kind, condition, parsed.line(branch.start), place])
            place = numbers[unit, at]
        if len(kept["steps"]) < _MOST and not (row.name == "return" and place < 0):
            kept["steps"].append([parsed.line(row.named - 1), row.name, row.receiver, place, row.said, row.expression, scope])
    return found


def _may_answer(row: _Row, scope: int, definitions: Sequence[Definition]) -> bool:
    """Tell whether a call answers the request that its function is given; `response.json()` of a client answers nobody."""
    name = answering(row.receiver, row.name)
    while name and scope >= 0:
        if re.search(rf"(?:^|[(,{{\s]){re.escape(name)}\b", definitions[scope].signature):
            return True
        scope = definitions[scope].parent
    return not name


def _around(extents: Extents, position: int) -> list[int]:
    """Return the branches around a position, innermost first."""
    found = []
    at = extents.at(position)
    while at >= 0:
        found.append(at)
        at = extents.parents[at]
    return found


def _unit_around(scope: int, definitions: Sequence[Definition], units: set[int]) -> int:
    while scope >= 0 and scope not in units:
        scope = definitions[scope].parent
    return scope


def _said(parsed: Parsed, node: tree_sitter.Node | None) -> str:
    if node is None:
        return ""
    if node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    text = " ".join(parsed.code(node).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
