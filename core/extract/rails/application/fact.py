"""The common part of every fact."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from core.extract.ruby.linking.statements import ClassBody, Statement
from core.extract.ruby.reading.values import Value, key_of
from core.model.facts import Fact as Fact
from core.model.facts import is_fact

_NAME_OF_CLASS = re.compile(r"^((?:::)?[A-Z][\w:]*)\.(?:name|to_s)$")
_NOT_OPTIONS = ("&", "**")


def fact(name: str, statement: Statement, **more: object) -> Fact:
    """Return a fact with its evidence; values that are None or empty are left out."""
    certainty = "dynamic" if "#{" in name or ("code" in more and not name) else statement.certainty
    more["condition"] = statement.condition
    filled = {key: value for key, value in more.items() if value not in (None, "", [], {}, ())}
    found: dict[str, object] = {
        "name": name, **filled, "file_path": statement.path, "line": statement.line, "certainty": certainty,
        "via": statement.via,
    }  # fmt: skip
    assert is_fact(found)
    return found


def statements_named(body: ClassBody, names: frozenset[str]) -> Iterator[Statement]:
    """Yield the statements of these names that hold for instances, in the order in which Ruby runs them."""
    for statement in body.statements:
        if statement.name in names and "singleton" not in statement.nesting:
            yield statement


def is_name(value: Value) -> bool:
    """Tell whether a value names something: a symbol or a string."""
    return isinstance(value, str)


def symbols(values: Sequence[Value]) -> list[str]:
    """Return the names among the arguments, lists flattened."""
    flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return [key_of(item) for item in flat if is_name(item)]


def names_in(value: Value) -> list[str]:
    """Return the names of an option that takes one or several."""
    return symbols(value if isinstance(value, list) else [value])


def text(value: Value) -> str | None:
    """Return an option that names something, or None when it is not literal."""
    if isinstance(value, str):
        return key_of(value)
    if not isinstance(value, dict):
        return None
    named = _NAME_OF_CLASS.match(str(value.get("code", "")))
    return named.group(1) if named else str(value["const"]) if "const" in value else None


def written_constants(statements: Iterable[Statement], names: Container[str]) -> list[str]:
    """Return the constants that statements of these names are given, as written: modules of gems stay in a body like this."""
    return [
        str(value["const"])
        for statement in statements
        if statement.name in names
        for value in statement.arguments
        if isinstance(value, dict) and "const" in value
    ]


def plain_options(options: Mapping[str, Value]) -> dict[str, object]:
    """Return options as a reader would write them: code and lambdas as their source."""
    return {key: written(value) for key, value in options.items() if key not in _NOT_OPTIONS}


def written(value: Value) -> object:
    """Return a value as JSON without the reader's wrappers."""
    if isinstance(value, dict):
        if "hash" in value:
            return plain_options(value["hash"])
        return next((value[key] for key in ("const", "proc", "code") if key in value), value)
    return [written(item) for item in value] if isinstance(value, list) else value


def handlers(statement: Statement) -> Iterator[tuple[str, str]]:
    """Yield what a callback or filter runs: (`method`, name), (`block`, source) or (`object`, source)."""
    for value in statement.arguments:
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str):
                yield "method", key_of(item)
            elif isinstance(item, dict) and "proc" in item:
                yield "block", str(item["proc"])
            elif isinstance(item, dict):
                yield "object", str(next(iter(item.values())))
    passed = statement.options.get("&")
    if passed is not None:
        yield "block", str(written(passed))


def conditions(options: Mapping[str, Value]) -> dict[str, object]:
    """Return `if`, `unless` and `on` as written."""
    return {key: written(options[key]) for key in ("if", "unless", "on") if key in options}
