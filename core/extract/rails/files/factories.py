"""FactoryBot factories: which class each builds, and which factories it builds along."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypedDict

from core.extract.repository import Linked, Repository
from core.extract.ruby.evaluate.evaluator import arguments
from core.extract.ruby.evaluate.kinds import Const, Frame
from core.extract.ruby.syntax.nodes import Call, call_of, calls_in, statements
from core.extract.ruby.syntax.tree import Node
from core.extract.ruby.words.inflect import Inflections
from core.model import CodeUnit, Relation, unit_key

_DEFINES = re.compile(r"\bFactory(?:Bot|Girl)\.(?:define|modify)\b")


@dataclass(frozen=True, slots=True)
class Factory:
    """One factory: the class it builds (as written or inferred), the other names it answers to, what it builds along."""

    name: str
    class_name: str
    parent: str
    aliases: tuple[str, ...]
    traits: tuple[str, ...]
    associations: tuple[tuple[str, int], ...]
    file_path: str
    line: int
    end_line: int


def defines_factories(path: str, text: str) -> bool:
    """Tell whether a file defines factories."""
    return path.endswith(".rb") and "Factory" in text and _DEFINES.search(text) is not None


FactoryRow = TypedDict(
    "FactoryRow",
    {
        "name": str, "outer": str | None, "parent": str, "constant": str, "class": str | None, "aliases": list[str],
        "traits": list[str], "associations": list[list[str | int]], "line": int, "end_line": int,
    },
)  # fmt: skip
"""What is written of a factory, as its file keeps it."""


def factories_in(root: Node, path: str) -> Iterator[FactoryRow]:
    """Yield the factories of a file as JSON values, each before those nested in it."""
    for call in calls_in(root):
        if call.name in ("define", "modify") and call.block is not None:
            yield from _factories(call.block, path, None)


def _factories(block: Node, path: str, outer: str | None) -> Iterator[FactoryRow]:
    for node in statements(block):
        call = call_of(node)
        if call is not None and call.name == "factory" and (row := _factory(call, path, outer)):
            yield row
            if call.block is not None:
                yield from _factories(call.block, path, row["name"])


def _factory(call: Call, path: str, outer: str | None) -> FactoryRow | None:
    """Return what is written of a factory; `outer` is the name of the factory around it, of which there may be none."""
    given, options = arguments(call, Frame(path))
    if not given or not isinstance(given[0], str):
        return None
    written, aliases = options.get("class"), options.get("aliases")
    inner = [found for node in (statements(call.block) if call.block else []) if (found := call_of(node))]
    return {
        "name": str(given[0]),
        "outer": outer,
        "parent": str(options.get("parent") or outer or ""),
        "constant": written.name if isinstance(written, Const) else "",
        "class": str(written) if isinstance(written, str) else None,
        "aliases": [str(alias) for alias in aliases if isinstance(alias, str)] if isinstance(aliases, list) else [],
        "traits": [_first(one, path) for one in inner if one.name == "trait" and _first(one, path)],
        "associations": [list(one) for one in _associations(inner, path)],
        "line": call.line,
        "end_line": call.end_line,
    }


def read_factories(repository: Repository, inflections: Inflections) -> list[Factory]:
    """Return all factories by file and line; a nested factory builds the class of the one around it."""
    found: list[Factory] = []
    for facts in repository.files:
        built: dict[str, str] = {}  # the class by the name of a factory, the last one of that name
        for row in facts.extra.get("factories", ()):
            built[row["name"]] = class_name = _class_name(row, built, inflections)
            found.append(
                Factory(
                    row["name"], class_name, row["parent"], tuple(row["aliases"]), tuple(row["traits"]),
                    tuple((name, line) for name, line in row["associations"]), facts.path, row["line"], row["end_line"],
                )
            )  # fmt: skip
    return found


def _class_name(row: FactoryRow, built: Mapping[str, str], inflections: Inflections) -> str:
    """Return the class that a factory names or inherits from the one around it, or that its name stands for."""
    if row["constant"]:
        return str(row["constant"])
    if row["class"] is not None:
        return inflections.camelize(row["class"]) if row["class"][:1].islower() else str(row["class"])
    if row["outer"] is not None:
        return built[row["outer"]]
    return "" if row["parent"] else inflections.camelize(row["name"])


def _first(call: Call, path: str) -> str:
    given, _ = arguments(call, Frame(path))
    return str(given[0]) if given and isinstance(given[0], str) else ""


def _associations(calls: list[Call], path: str) -> Iterator[tuple[str, int]]:
    for call in calls:
        if call.name == "association" and (name := _first(call, path)):
            _, options = arguments(call, Frame(path))
            factory = options.get("factory")
            named = factory[0] if isinstance(factory, list) and factory else factory
            yield (str(named) if isinstance(named, str) else name), call.line
        elif call.node.type == "identifier":  # `author` alone is an association of that name
            yield call.name, call.line


def link_factories(repository: Repository, constant: Callable[[str], str | None], inflections: Inflections) -> Linked:
    """Return a `factory` unit per factory, `builds` to the class and `uses` to other factories and the parent."""
    factories = read_factories(repository, inflections)
    by_name = {alias: factory for factory in reversed(factories) for alias in (factory.name, *factory.aliases)}
    units: dict[str, CodeUnit] = {}
    relations: dict[tuple[str, str, str], Relation] = {}
    for factory in factories:
        key = unit_key("factory", factory.name)
        units.setdefault(key, _unit(factory, repository))
        built = _class_of(factory, by_name)
        found = [(constant(built) if built else None, "builds", factory.line, "declared" if factory.class_name else "inferred")]
        for name, line in (*factory.associations, *([(factory.parent, factory.line)] if factory.parent else [])):
            if name in by_name:
                found.append((unit_key("factory", by_name[name].name), "uses", line, "declared"))
        for target, kind, line, certainty in found:
            if target and target != key:
                relations.setdefault((key, target, kind), Relation(key, target, kind, factory.file_path, line, certainty))
    return Linked(tuple(units.values()), tuple(relations.values()))


def _class_of(factory: Factory, by_name: dict[str, Factory]) -> str:
    """Return the class that a factory builds; one with a parent builds what that builds."""
    seen: set[str] = set()
    current: Factory | None = factory
    while current is not None and not current.class_name and current.name not in seen:
        seen.add(current.name)
        current = by_name.get(current.parent)
    return current.class_name if current else ""


def _unit(factory: Factory, repository: Repository) -> CodeUnit:
    evidence = {"file_path": factory.file_path, "line": factory.line, "certainty": "declared", "via": ""}
    return CodeUnit(
        type="factory", identifier=factory.name, name=factory.name, language="ruby", file_path=factory.file_path,
        start_line=factory.line, end_line=factory.end_line, is_test=True,
        source_code=repository.lines(factory.file_path, factory.line, factory.end_line),
        signature=f"factory :{factory.name}",
        metadata={
            "class_name": factory.class_name, "parent": factory.parent, "aliases": list(factory.aliases),
            "traits": [{"name": trait, **evidence} for trait in factory.traits],
        },
    )  # fmt: skip
