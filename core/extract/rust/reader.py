"""Read a Rust file into facts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import astuple

import tree_sitter

from core.extract.chains import Chain, chains
from core.extract.facts import FileFacts, Reference, SourceFile
from core.extract.meaning import ANYTHING
from core.extract.parse import Defined, Parsed, references
from core.extract.rust.definitions import definitions, inner_docs
from core.extract.rust.scopes import RustScopes
from core.extract.rust.uses import uses

# What every module sees without a `use`, as far as programs name it often.
_PRELUDE = frozenset(
    ("Some", "None", "Ok", "Err", "Vec", "String", "Box", "Option", "Result", "Iterator", "IntoIterator", "Into", "From",
     "Default", "Clone", "Copy", "Debug", "Drop", "Fn", "FnMut", "FnOnce", "Send", "Sync", "Sized", "Unpin", "ToString",
     "ToOwned", "AsRef", "AsMut", "Eq", "PartialEq", "Ord", "PartialOrd", "Extend", "DoubleEndedIterator", "TryFrom",
     "TryInto", "std", "core", "alloc")
)  # fmt: skip
_STANDARD_MACROS = frozenset(
    ("println", "print", "eprintln", "eprint", "format", "vec", "panic", "assert", "assert_eq", "assert_ne", "write",
     "writeln", "debug_assert", "debug_assert_eq", "unreachable", "unimplemented", "todo", "matches", "concat", "stringify",
     "include_str", "include_bytes", "env", "option_env", "cfg", "dbg", "line", "file", "thread_local", "compile_error")
)  # fmt: skip
_IN_MACRO = re.compile(rb"\s*(::|\.)\s*([A-Za-z_\x80-\xff][\w\x80-\xff]*)")
_OPEN, _CLOSE = b"()"
_LONGEST_CHAIN = 12
_LONGEST_ARGUMENTS = 1000  # bytes


def read(file: SourceFile) -> FileFacts:
    """Return the facts of a file.

    References are expressions such as `Cart::new().total`; `extra` holds `uses` (rows of `UsedPath`), `attributes` (expressions
    by struct and field) and `tallies`.
    """
    parsed = Parsed(file)
    defined = definitions(parsed)
    captures = parsed.captures("references")
    found = _with_macros(parsed, chains(parsed, captures), captures.get("tokens", ()))
    scopes = RustScopes(parsed, defined, captures, found)
    tallies: Counter[str] = Counter()
    used = [one for node in captures.get("use", ()) for one in uses(parsed, node, defined.outline.at(node.start_byte))]
    return FileFacts(
        path=file.path,
        language=file.language,
        sha=file.sha,
        lines=parsed.lines,
        is_test=file.is_test,
        docstring=inner_docs(parsed, parsed.root),
        definitions=defined.definitions,
        references=_references(parsed, defined, scopes, found, tallies),
        problems=parsed.problems(),
        extra={
            "uses": [list(astuple(one)) for one in used],
            "attributes": {str(number): dict(sorted(types.items())) for number, types in sorted(scopes.fields.items())},
            "tallies": dict(sorted(tallies.items())),
        },
    )


def _with_macros(parsed: Parsed, found: Mapping[int, Chain], tokens: Sequence[tree_sitter.Node]) -> dict[int, Chain]:
    """Join the names inside macro calls to chains: there the grammar has only tokens."""
    joined = dict(found)
    spans: list[tuple[int, int]] = []
    for node in tokens:
        if not spans or node.start_byte >= spans[-1][1]:
            spans.append((node.start_byte, node.end_byte))
    starts = sorted(found)
    position = 0
    for start in starts:
        while position < len(spans) and spans[position][1] <= start:
            position += 1
        if position == len(spans) or not spans[position][0] <= start:
            continue
        end = parsed.end_before(start)
        before = parsed.data[max(0, end - 2) : end]
        if before.endswith((b".", b"::")) and not before.endswith(b".."):
            del joined[start]
        else:
            joined[start] = _token_chain(parsed, found[start])
    return joined


def _token_chain(parsed: Parsed, chain: Chain) -> Chain:
    """Follow `::name`, `.name` and brackets behind a name among tokens."""
    steps: list[tuple[int, str]] = []
    end = chain.root_end
    while len(steps) < _LONGEST_CHAIN:
        if following := _IN_MACRO.match(parsed.data, end):
            end = following.end()
            steps.append((end, following.group(1).decode() + following.group(2).decode("utf-8", "replace")))
        elif parsed.data[end : end + 1] == b"(":
            end = _closing(parsed.data, end)
            steps.append((end, "()"))
        else:
            break
    return Chain(chain.root, chain.start, chain.root_end, tuple(steps))


def _closing(data: bytes, start: int) -> int:
    """Return the byte after the bracket that closes the one at `start`; brackets in strings come in pairs as a rule."""
    depth = 0
    for position in range(start, min(len(data), start + _LONGEST_ARGUMENTS)):
        depth += (data[position] == _OPEN) - (data[position] == _CLOSE)
        if depth == 0:
            return position + 1
    return start + 1


def _references(
    parsed: Parsed, defined: Defined, scopes: RustScopes, found: Mapping[int, Chain], tallies: Counter[str]
) -> tuple[Reference, ...]:
    """Return every use of a name that may lead out of its function, once per line, scope and kind."""
    rows: dict[tuple[str, str, int, int], bool] = defaultdict(bool)
    for start, chain in found.items():
        scope = defined.outline.at(start)
        if start in scopes.patterns:
            continue
        if chain.root in (_STANDARD_MACROS if any(step == "!" for _, step in chain.steps) else _PRELUDE):
            tallies["builtin"] += 1
            continue
        line = parsed.line(start)
        for kind, expression in chain.uses(through=True):
            value = scopes.value(expression, scope, start)
            if value is None and kind == "call" and "." in expression:
                rows[ANYTHING + ".".join(expression.split(".")[-2:]), kind, line, scope] |= False
            elif value is None or (value != expression and expression == chain.root):
                tallies["local"] += 1  # nothing is known of it, or it is only named: its value was seen where it was made
            elif value not in ("self", "Self", "crate", "super"):
                rows[value, kind, line, scope] |= value == expression
    return references(rows)
