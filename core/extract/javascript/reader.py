"""Read a JavaScript or TypeScript module into facts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from core.extract.chains import Chain, chain_steps, chains, chains_on
from core.extract.facts import FileFacts, Reference, SourceFile
from core.extract.javascript.definitions import comment_text, definitions, may_route
from core.extract.javascript.imports import ScriptImport, exports, imports, required
from core.extract.javascript.routing import routing
from core.extract.javascript.scopes import ScriptScopes
from core.extract.javascript.steps import CalledStep, steps
from core.extract.javascript.types import FUNCTION, split_root
from core.extract.meaning import ANYTHING
from core.extract.parse import Defined, Parsed, references

_HARMLESS = ("!",)  # before the text of a tag with types: styled.div<{ wide: boolean }>`…`
_TYPE_OF_IMPORT = re.compile(rb"(\btypeof\s+)(import\(\s*(?:'[^'\n]*'|\"[^\"\n]*\")\s*\))")
_TYPE_STAR = re.compile(rb"\bexport\s+type(?=\s*\*)")
_LONE_AND = re.compile(rb" & ")
_CALL = "()"
_WITH_ELEMENTS = ("javascript", "tsx")


def read(file: SourceFile, shown: Container[int] = ()) -> FileFacts:
    """Return the facts of a module; lines that are `shown` are of a template, where the members of the component have names.

    References are expressions; `extra` holds `imports` and `passed` (rows of `ScriptImport`), `exports` (own name by exported
    name), `values` (expressions of the module's variables), `attributes` (expressions by class and field) and `tallies`.
    """
    facts = _read(Parsed(file), shown)
    if not facts.problems:
        return facts
    # The grammar of TSX knows more of what JavaScript has by now, and attributes that are called like keywords.
    wider = replace(file, language="tsx") if file.language == "javascript" else file
    again = _read(Parsed(wider, _spelled), shown)
    return facts if again.problems else replace(again, language=file.language)


def _spelled(data: bytes) -> bytes:
    """Return a text as the grammars read it, each byte in its place: `typeof import("x")`, `export type *`, a lone `&`."""
    data = _TYPE_OF_IMPORT.sub(lambda found: found[1] + b"_" * len(found[2]), data)
    return _LONE_AND.sub(b" | ", _TYPE_STAR.sub(lambda found: b"export" + b" " * (len(found[0]) - 6), data))


def _read(parsed: Parsed, shown: Container[int]) -> FileFacts:
    file = parsed.file
    routed = may_route(parsed)
    components = ("components",) if file.language in _WITH_ELEMENTS else ()
    listeners = () if file.is_test else ("listeners",)
    parsed.capture("units", "references", "details", *components, *listeners)
    captures = parsed.captures("references")
    renders = captures.get("render", ())
    defined = definitions(parsed, captures.get("heritage", ()), renders, routed=routed)
    values = captures.get("value", ())
    brought, passed = imports(parsed, captures.get("import", ()))
    brought += required(parsed, captures.get("require", ()), values)
    steps_of = chain_steps(captures)
    found = chains(parsed, captures, steps_of)
    scopes = ScriptScopes(parsed, defined, captures, {one.alias for one in brought if one.alias}, found)
    found.update(chains_on(parsed, captures.get("start", ()), steps_of, scopes.values.expression))
    tallies: Counter[str] = Counter()
    kinds = {node.start_byte: "render" for node in renders}
    kinds.update((node.start_byte, "call") for node in captures.get("new", ()))
    starts = sorted(found)
    for node in captures.get("heritage", ()):  # base classes are facts of the class
        for start in starts[bisect_left(starts, node.start_byte) : bisect_left(starts, node.end_byte)]:
            found.pop(start, None)
    called: list[CalledStep] = []
    used = _references(parsed, defined, scopes, found, kinds, tallies, shown, called)
    return FileFacts(
        path=file.path,
        language=file.language,
        sha=file.sha,
        lines=parsed.lines,
        is_test=file.is_test,
        docstring=_opening_comment(parsed),
        definitions=defined.definitions,
        references=used,
        problems=parsed.problems(_HARMLESS),
        extra={
            **_extra(scopes, brought, passed, exports(parsed, captures, values), tallies),
            "routes": routing(parsed, defined, scopes) if routed else [],
            "steps": steps(parsed, defined, called, captures.get("return", ()), scopes),
        },
    )


def _references(
    parsed: Parsed,
    defined: Defined,
    scopes: ScriptScopes,
    found: Mapping[int, Chain],
    kinds: Mapping[int, str],
    tallies: Counter[str],
    shown: Container[int],
    called: list[CalledStep],
) -> tuple[Reference, ...]:
    """Return every use of a name that may lead out of its function, once per line, scope and kind."""
    rows: dict[tuple[str, str, int, int], bool] = {}
    lent_names, scope_at = scopes.values.lent, defined.outline.at
    for start, chain in found.items():
        scope = scope_at(start)
        written = chain.root
        lent = scopes.values.root(written, start) if written in lent_names else None
        if lent:
            chain = chain._replace(root=lent)
        root = chain.root if chain.root.isidentifier() else split_root(chain.root)[0]
        is_known, stands = scopes.use(root, scope)
        if shown and not is_known and (line := parsed.line(start)) in shown and scopes.is_of_component(root):
            rows.update(((f"default.{expression}", kind, line, scope), True) for kind, expression in chain.uses(through=True))
            continue
        stands = stands if lent != "" else None
        if chain.steps and _CALL in [sign for _, sign in chain.steps]:
            called.append(CalledStep(chain, written, root, stands))
        if not is_known:
            tallies["external"] += 1
            continue
        if stands is None and not chain.steps:
            tallies["local"] += 1
            continue
        for kind, expression, end in chain.uses_at(through=True):
            line = parsed.line(end - 1)
            value = None if stands is None else expression if stands == root else stands + expression[len(root) :]
            if value is None and kind == "call" and "." in expression:
                named = written + expression[len(chain.root) :]
                rows.setdefault((ANYTHING + ".".join(named.split(".")[-2:]), kind, line, scope), False)
            elif value is None or (value != expression and expression == chain.root and (kind != "call" or _is_type(value))):
                tallies["local"] += 1  # nothing is known of it, or it is only named: its value was seen where it was made
            elif value not in ("this", "super"):
                actual = kinds.get(start, kind) if kind == "reference" else kind
                rows.setdefault((value, actual, line, scope), value == expression and lent is None)
    return references(rows)


def _is_type(value: str) -> bool:
    """Tell whether of a function only its type is known."""
    return value.startswith(FUNCTION) and value.endswith(">")


def _opening_comment(parsed: Parsed) -> str:
    """Return the comment that opens the file if it is not that of the first definition."""
    first = next(iter(parsed.root.named_children), None)
    if first is None or first.type != "comment":
        return ""
    following = first.next_named_sibling
    apart = following is None or following.start_point[0] > first.end_point[0] + 1 or following.type == "import_statement"
    text = parsed.code(first)
    return comment_text(text) if apart and text.startswith("/*") else ""


def _extra(
    scopes: ScriptScopes,
    brought: Sequence[ScriptImport],
    passed: Sequence[ScriptImport],
    exported: Mapping[str, str],
    tallies: Counter[str],
) -> dict[str, object]:
    return {
        "imports": [one.row() for one in brought],
        "passed": [one.row() for one in passed],
        "exports": dict(sorted(exported.items())),
        "values": {name: value for (scope, name), value in sorted(scopes.types.items()) if scope == -1 and value},
        "attributes": {str(number): dict(sorted(found.items())) for number, found in sorted(scopes.attributes.items())},
        "returns": {str(number): value for number, value in scopes.returns.items()},
        "tallies": dict(sorted(tallies.items())),
    }
