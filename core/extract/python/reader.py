"""Read a Python module into facts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import tree_sitter

from core.extract.chains import Chain, chains
from core.extract.facts import FileFacts, Reference, SourceFile
from core.extract.meaning import ANYTHING, MODULE
from core.extract.parse import Defined, Extents, Parsed
from core.extract.python.declarations import class_lists, declarations, exports
from core.extract.python.definitions import definitions, docstring
from core.extract.python.expressions import STEP, PythonValue, reads, value_of
from core.extract.python.imports import PythonImport, imports
from core.extract.python.schedules import scheduled_names
from core.extract.python.scopes import BUILTINS, PythonScopes
from core.extract.python.steps import Called, PythonBranches, depending, steps
from core.extract.unique import tells


def read(file: SourceFile) -> FileFacts:
    """Return the facts of a module.

    References are expressions that other modules can explain; `extra` holds `imports` (rows of `PythonImport`), `values`
    (expressions of the module's own variables), `attributes` (expressions by class and attribute), `gives` (what functions
    without an annotation return), `exports`, `names` (all that the module defines), `constants` (name and line), `tallies` of
    the names that need no explanation, `dotted` (texts that may name code), `members` (texts of class bodies that may name
    methods of the class), `handed` (texts that calls are given and that may name code) and `scheduled` (what clocks
    start by name).
    """
    parsed = Parsed(file)
    details = parsed.captures("details")
    defined = definitions(parsed, details)
    captures = parsed.captures("references")
    imported = [
        one for node in captures.get("import", ()) for one in imports(parsed, node, defined.outline.at(node.start_byte))
    ]
    found = chains(parsed, captures)
    in_brackets = captures.get("group", ())
    groups = chains(parsed, {**captures, "id": in_brackets})
    values = {node.start_byte: value_of(parsed, node) for node in in_brackets}
    scopes = PythonScopes(parsed, defined, captures, imported)
    tallies: Counter[str] = Counter()
    calls: list[Called] = []
    decorators = frozenset(node.start_byte for node in captures.get("decorator", ()))
    references = _references(parsed, defined, scopes, found, groups, values, decorators, tallies, calls)
    branches = PythonBranches(parsed, defined, {} if file.is_test else details)
    done = {**details, "call": captures.get("call", ())}
    does = steps(parsed, defined, scopes, calls, done, branches) if not file.is_test else []
    values_of_names = captures.get("value", ())
    extra = _extra(parsed, scopes, imported, tallies, details.get("string", ()))
    extra["constants"] = [{"name": name, "line": line} for name, line in _constants(parsed, defined, values_of_names).items()]
    if lists := class_lists(parsed, defined, values_of_names):
        extra["lists"] = lists
    if does:
        extra["does"] = [list(one) for one in does]
        extra["branches"] = {str(scope): rows for scope, rows in branches.rows.items()}
    return FileFacts(
        path=file.path,
        language=file.language,
        sha=file.sha,
        lines=parsed.lines,
        is_test=file.is_test,
        docstring=docstring(parsed, parsed.root),
        definitions=defined.definitions,
        references=references,
        declarations=declarations(parsed, defined, captures),
        problems=parsed.problems(),
        extra=extra,
    )


def _references(
    parsed: Parsed,
    defined: Defined,
    scopes: PythonScopes,
    found: Mapping[int, Chain],
    groups: Mapping[int, Chain],
    values: Mapping[int, PythonValue],
    decorators: frozenset[int],
    tallies: Counter[str],
    calls: list[Called],
) -> tuple[Reference, ...]:
    """Return every use of a name that may lead out of its function, once per line, scope and kind; `calls` takes the calls."""
    rows: dict[tuple[str, str, int, int], Mapping[str, object]] = {}
    headers = _class_headers(defined)
    for start, chain in groups.items():
        scope, held = defined.outline.at(start), values[start]
        inside = scopes.value(held.text, scope, held.start) if held.text else None
        ends = [end for end, step in chain.steps if step == "()"]
        for kind, expression in chain.uses(through=True) if inside else ():
            rest = expression.removeprefix(chain.root)
            if kind == "call":
                calls.append((scope, start, ends.pop(0), f"{inside}{rest}", ""))
            rows.setdefault((f"{inside}{rest}", kind, parsed.line(start), scope), _typed(rest, inside or ""))
    for start, chain in found.items():
        scope = defined.outline.at(start)
        if start in range(*headers.get(scope, (0, 0))):
            continue  # base classes are facts of the class
        if chain.root != "super" and scopes.owner(chain.root, scope) is None:
            tallies["builtin" if chain.root in BUILTINS else "unexplained"] += 1
            continue
        line = parsed.line(start)
        ends = [end for end, step in chain.steps if step == "()"]
        for kind, expression in chain.uses(through=True):
            value = scopes.value(expression, scope, start)
            if kind == "call" and ends:
                known = value or ANYTHING + _end_of(expression)
                calls.append((scope, start, ends.pop(0), known, "" if expression == value else expression))
            unknown = [(name, used, line, scope) for name, used in _of_unknown(value, expression, kind)]
            if unknown:
                rows.update(dict.fromkeys(unknown, _TYPED))
            elif value is None or (value != expression and expression == chain.root):
                tallies["local"] += 1  # nothing is known of it, or it is only named: its value was seen where it was made
            elif value not in ("self", "cls"):
                row = (value, "decorate" if start in decorators else kind, line, scope)
                rows.setdefault(row, _WRITTEN if value == expression else _typed(expression, value))
    return tuple(Reference(*row, metadata=metadata) for row, metadata in rows.items())


def _of_unknown(value: str | None, expression: str, kind: str) -> Iterator[tuple[str, str]]:
    """Yield what a chain on a value of which nothing is known reads and calls, with the kind of each."""
    if value is None:
        yield from ((ANYTHING + name, "reference") for name, _ in reads(expression, kind))
        if kind == "call" and "." in expression:
            yield ANYTHING + _end_of(expression), kind


def _end_of(expression: str) -> str:
    """Return the last two names of an expression: of what a value is not known they are all that tells."""
    return ".".join(expression.split(".")[-2:])


_WRITTEN: Mapping[str, object] = {}
_TYPED: Mapping[str, object] = {"via": "type"}


def _typed(expression: str, value: str) -> Mapping[str, object]:
    """Return how many steps the line itself writes behind a value from elsewhere, and whether a type tells the value."""
    via = {} if value.startswith(("self", "cls")) else _TYPED
    return {**via, "steps": len(STEP.findall(expression))}


def _class_headers(defined: Defined) -> dict[int, tuple[int, int]]:
    """Return the bytes of the base classes by the number of their class."""
    found = {}
    for number, node in enumerate(defined.nodes):
        bases = node.child_by_field_name("superclasses")
        if bases is not None:
            found[number] = (bases.start_byte, bases.end_byte)
    return found


def _extra(
    parsed: Parsed,
    scopes: PythonScopes,
    imported: Sequence[PythonImport],
    tallies: Counter[str],
    strings: Sequence[tree_sitter.Node],
) -> dict[str, object]:
    return {
        "imports": [[one.scope, one.line, one.module, one.name, one.alias, one.for_types] for one in imported],
        "values": {name: value for (scope, name), value in sorted(scopes.types.items()) if scope == MODULE},
        "attributes": {str(number): dict(sorted(found.items())) for number, found in sorted(scopes.attributes.items())},
        "gives": {str(number): given for number, given in scopes.gives.items()},
        "exports": exports(parsed),
        "names": sorted(scopes.module_names()),
        "tallies": dict(sorted(tallies.items())),
        **({"depends": named} if (named := depending(parsed.file.text)) else {}),
        **({"templates": found} if (found := _texts(parsed, scopes.outline, _TEMPLATE, strings)) else {}),
        **({"dotted": found} if (found := _texts(parsed, scopes.outline, _DOTTED, strings)) else {}),
        **_named_members(parsed, scopes.outline, strings),
        **({"scheduled": found} if (found := scheduled_names(parsed.file.text)) else {}),
    }


_TEMPLATE = re.compile(rb"""(["'])((?:[\w.-]+/)*[\w.-]+\.(?:html?|jinja2?|j2|mjml|txt))\1""")
_DOTTED = re.compile(rb"""(?<![\w.\\])(["'])([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)\1""")


def _texts(
    parsed: Parsed, outline: Extents, wanted: re.Pattern[bytes], strings: Sequence[tree_sitter.Node]
) -> list[list[str | int]]:
    """Return the texts that look like names of code or of templates, each with its line and scope; comments have none."""
    matches = list(wanted.finditer(parsed.data))
    starts = {node.start_byte for node in strings} if matches else set()
    return [
        [match[2].decode(), parsed.line(match.start()), outline.at(match.start())]
        for match in matches
        if match.start() in starts or match.start() - 1 in starts
    ]


_LABELS = frozenset(
    ("alias", "back_populates", "backref", "column_name", "db_column", "db_table", "default", "description", "field_name",
     "help_text", "label", "lookup_expr", "lookup_field", "name", "queryset", "related_name", "related_query_name",
     "serialization_alias", "slug_field", "source", "title", "to_field", "validation_alias", "verbose_name",
     "verbose_name_plural")
)  # fmt: skip
"""Arguments that give a label, a column or a name of another class: a method called like it is another thing."""
_LISTS = ("list", "tuple", "set", "expression_list")


_READS_KEY = frozenset(("get", "getall", "getlist", "get_list", "pop", "setdefault"))
"""Methods whose first argument is a key of data."""


def _named_members(parsed: Parsed, outline: Extents, strings: Sequence[tree_sitter.Node]) -> dict[str, list[list[str | int]]]:
    """Return the texts that may name code, each with its line and scope.

    `members` are what a class body lists or gives to a call. `handed` are arguments of calls, each with what is called.
    """
    members: list[list[str | int]] = []
    handed: list[list[str | int]] = []
    for node in strings:
        text = parsed.code(node)[1:-1]
        if not text.isidentifier():
            continue
        row: list[str | int] = [text, parsed.line(node.start_byte), outline.at(node.start_byte)]
        if _may_name_member(parsed, node):
            members.append(row)
        elif tells(text) and (called := _called_with(parsed, node)) and called not in _READS_KEY:
            handed.append([*row, called])
    return {**({"members": members} if members else {}), **({"handed": handed} if handed else {})}


def _called_with(parsed: Parsed, node: tree_sitter.Node) -> str:
    """Return the last name of what is called with a text, empty if the text is no plain argument."""
    arguments = node.parent
    call = arguments.parent if arguments is not None and arguments.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    return parsed.code(function).rpartition(".")[2] if function is not None else ""


def _may_name_member(parsed: Parsed, node: tree_sitter.Node) -> bool:
    """Tell whether a text is in a list of a class attribute, or an argument of a call in the body of a class.

    What follows a first text is about another class, and a text behind `_name =` is the column that the attribute stores.
    """
    around = node.parent
    is_listed = around is not None and around.type in _LISTS
    around = around.parent if is_listed and around is not None else around
    while around is not None and around.type == "binary_operator":
        around = around.parent
    if around is None or around.type not in (_LISTING if is_listed else _GIVING):
        return False
    if around.type == "argument_list" and around.named_children[0] != node:
        return False
    label = around.child_by_field_name("name")
    if label is not None and parsed.code(label) in _LABELS:
        return False
    assigned = ""
    while around is not None and around.type not in _BODIES:
        left = around.child_by_field_name("left") if around.type == "assignment" else None
        assigned = parsed.code(left) if left is not None else assigned
        around = around.parent
    is_stored = assigned.startswith("_") and assigned.strip("_") == parsed.code(node)[1:-1]
    within = around.parent if around is not None and around.type == "block" else None
    return within is not None and within.type == "class_definition" and not is_stored


_LISTING = ("keyword_argument", "pair", "assignment")
_GIVING = ("keyword_argument", "argument_list")
_BODIES = ("block", "decorator", "class_definition", "lambda", "module")


def _constants(parsed: Parsed, defined: Defined, values: Sequence[tree_sitter.Node]) -> dict[str, int]:
    """Return the lines of the module's own variables that are written in capitals."""
    found: dict[str, int] = {}
    for node in values:
        left = node.child_by_field_name("left")
        if left is not None and left.type == "identifier" and defined.outline.at(node.start_byte) == MODULE:
            name = parsed.code(left)
            if name.isupper():
                found.setdefault(name, parsed.line(node.start_byte))
    return found
