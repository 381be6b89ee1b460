"""The code that gem macros add to a class, from the table `core/languages/rails/gems.toml`.

A gem that is not installed cannot be read, and neither can macros that write methods at run time. What the common ones add is
public knowledge. The table holds it, so that readers can check and extend it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from core.extract.ruby.words.inflect import RAILS, Inflections
from core.model.facts import Fact

_KINDS = {
    "associations": "association",
    "validations": "validation",
    "callbacks": "callback",
    "scopes": "scope",
    "methods": "method",
    "class_methods": "class_method",
    "column_writes": "column_write",
}
_PLACEHOLDER = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


@dataclass(frozen=True, slots=True)
class Macro:
    """One row of the table: when it holds and the lines it adds by kind."""

    name: str
    gem: str
    argument: str
    without: str
    inside: str
    each: bool
    since: str
    before: str
    lines: Mapping[str, tuple[str, ...]]


@cache
def functional() -> frozenset[str]:
    """Return the modules of gems that make all methods of a module that extends them its functions."""
    return frozenset(row["name"] for row in tomllib.loads(_table())["functions"])


def _table() -> str:
    return files("core.languages").joinpath("rails/gems.toml").read_text(encoding="utf-8")


@cache
def macros() -> Mapping[str, tuple[Macro, ...]]:
    """Return the rows of the table by the name of the macro, in the order of the table."""
    found: dict[str, tuple[Macro, ...]] = {}
    for row in tomllib.loads(_table())["macro"]:
        lines = {kind: tuple(row.get(key, ())) for key, kind in _KINDS.items() if row.get(key)}
        conditions = (row.get("argument", ""), row.get("unless", ""), row.get("inside", ""), row.get("each", False))
        macro = Macro(row["name"], row["gem"], *conditions, row.get("since", ""), row.get("before", ""), lines)
        found[macro.name] = (*found.get(macro.name, ()), macro)
    return found


@dataclass(frozen=True, slots=True)
class MacroCall:
    """A call in a class body: values as in `core.extract.facts.Declaration`, its place, and the class that calls.

    `versions` are those of the gems that the application locks; a gem that is not among them counts as its newest version.
    """

    name: str
    arguments: Sequence[object]
    options: Mapping[str, object]
    file_path: str
    line: int
    owner: str = ""
    nesting: Sequence[str] = ()
    versions: Mapping[str, str] = field(default_factory=dict)


def expand(call: MacroCall, inflections: Inflections | None = None) -> list[Fact]:
    """Return the facts that a macro of the table adds; none for any other call.

    Every fact has `name`, `kind` (association, validation, callback, scope, method, class_method,
    column_write), `macro` (the
    association's or callback's macro, the validator's rule), for associations `target` (empty where Rails infers the
    class), for validations the `options` that the table tells, and the evidence: place of the call, certainty
    `expanded`, via `gem:NAME`.
    """
    return [
        fact
        for macro in macros().get(call.name, ())
        if _holds(macro, call)
        for argument in _arguments(macro, call)
        for kind, lines in macro.lines.items()
        for line in lines
        for fact in _facts(macro, kind, _filled(line, argument, call, inflections or RAILS), call)
    ]


def _symbols(call: MacroCall) -> list[str]:
    flat = [part for value in call.arguments for part in (value if isinstance(value, list) else [value])]
    return [part.removeprefix(":") for part in flat if isinstance(part, str)]


def _holds(macro: Macro, call: MacroCall) -> bool:
    if macro.argument and macro.argument not in [*_symbols(call), *call.options]:
        return False
    if macro.without and call.options.get(macro.without, True) in (False, None):
        return False
    if not _is_of_version(macro, call.versions.get(macro.gem, "")):
        return False
    return macro.inside in call.nesting if macro.inside else True


def _is_of_version(macro: Macro, locked: str) -> bool:
    """Tell whether a row holds for a version of its gem: from `since` on, and only `before`; an unknown one is the newest."""
    if not locked:
        return not macro.before
    known = _numbers(locked)
    return not (macro.since and known < _numbers(macro.since)) and not (macro.before and known >= _numbers(macro.before))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def _arguments(macro: Macro, call: MacroCall) -> list[str]:
    symbols = _symbols(call)
    return symbols if macro.each else symbols[:1] or [""]


def _filled(line: str, argument: str, call: MacroCall, inflections: Inflections) -> str:
    """Return a line with its placeholders filled; empty when one of them has no value."""
    missing = False

    def fill(match: re.Match[str]) -> str:
        nonlocal missing
        default = _value(match[2] or "", argument, call, inflections) or match[2] or ""
        value = _value(match[1], argument, call, inflections) or default
        missing = missing or not value
        return value

    filled = _PLACEHOLDER.sub(fill, line)
    return "" if missing else filled


def _value(word: str, argument: str, call: MacroCall, inflections: Inflections) -> str:
    forms = {
        "name": argument,
        "names": inflections.pluralize(argument) if argument else "",
        "one": inflections.singularize(argument) if argument else "",
        "Name": inflections.classify(argument) if argument else "",
        "class": call.owner,
        "counter": f"{inflections.pluralize(inflections.underscore(call.owner.rpartition('::')[2]))}_count",
        "money": re.sub(r"_(?:cents|price)$", "", argument),
    }
    option = call.options.get(word)
    return forms.get(word) or (option.removeprefix(":") if isinstance(option, str) else "")


def _facts(macro: Macro, kind: str, line: str, call: MacroCall) -> Iterator[Fact]:
    if not line:
        return
    evidence: Fact = {"file_path": call.file_path, "line": call.line, "certainty": "expanded", "via": f"gem:{macro.gem}"}
    words = line.split()
    if kind == "association":
        yield {"name": words[1], "kind": kind, "macro": words[0], "target": words[2] if len(words) > 2 else "", **evidence}
    elif kind in ("validation", "callback"):
        options = dict(map(_option, words[2:]))
        yield {"name": words[1], "kind": kind, "macro": words[0], **(Fact(options=options) if options else Fact()), **evidence}
    elif kind == "column_write":
        yield {"name": words[0], "kind": kind, "macro": call.name, "column": words[1], **evidence}
    else:
        yield {"name": words[0], "kind": kind, "macro": call.name, **evidence}


def _option(written: str) -> tuple[str, str | int | bool]:
    """Return an option of a line, `maximum=72` or `allow_nil=true`, as name and value."""
    name, _, value = written.partition("=")
    return name, int(value) if value.isdigit() else {"true": True, "false": False}.get(value, value)
