"""Which definitions of described languages become units, and what they are called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module

from core.extract.described.definitions import Definitions
from core.extract.described.named import TYPES, DefinedAt, KnownTypes
from core.extract.described.reading import Description
from core.extract.facts import Definition, FileFacts, SourceFile
from core.extract.parse import Parsed
from core.model import TEST, CodeUnit, Problem, unit_key

_RUN = ("function", "method", "constructor")
FOUND_IN = {language: f"core.extract.described.{language}" for language in ("java", "kotlin", "csharp", "php", "swift")}
"""The module of each language's `DESCRIPTION`."""


class Units:
    """The keys of everything that becomes a unit: types and functions; what stands outside of them is of the file."""

    def __init__(self, types: KnownTypes) -> None:
        self._types = types

    def key(self, place: DefinedAt) -> str:
        """Return the key of the unit that a definition is; of what extends a type that of the type."""
        if place.number < 0 or not self._types.definition(place).name:
            return unit_key("file", place.path)
        return unit_key(self._type(place), self.identifier(place))

    def identifier(self, place: DefinedAt) -> str:
        """Return the name of a definition as its language writes it, with all namespaces."""
        one = self._types.definition(place)
        if one.kind == "extension":
            extended = self._types.types.get(self._types.path(place), ())
            return self._types.definition(extended[0]).qualified if extended else one.qualified
        outer = DefinedAt(place.path, one.parent)
        if one.parent >= 0 and self._types.definition(outer).kind == "extension":
            return f"{self.identifier(outer)}{signs_of(self._types.files[place.path].language)[1]}{one.name}"
        return one.qualified

    def _type(self, place: DefinedAt) -> str:
        one = self._types.definition(place)
        if self._types.files[place.path].is_test:
            return TEST
        if one.kind == "extension" and (extended := self._types.types.get(self._types.path(place), ())):
            return self._type(extended[0])
        return one.kind

    def units(self, facts: FileFacts) -> Iterator[tuple[CodeUnit, bool]]:
        """Yield a file's units in the order of their lines, each with whether it only extends what is declared elsewhere."""
        for number, one in enumerate(facts.definitions):
            if one.name:
                yield self._unit(facts, DefinedAt(facts.path, number), one), one.kind == "extension"

    def _unit(self, facts: FileFacts, place: DefinedAt, one: Definition) -> CodeUnit:
        identifier = self.identifier(place)
        type_ = self._type(place)
        before = identifier[: len(identifier) - len(one.name)] if identifier.endswith(one.name) else facts.extra["package"]
        return CodeUnit(
            type_, identifier, one.name, before.rstrip(".:\\"), facts.language, facts.path, one.start_line, one.end_line,
            docstring=one.docstring,
            signature=self._signature(one),
            parent=self.key(DefinedAt(place.path, one.parent)) if one.parent >= 0 else unit_key("file", facts.path),
            metadata=_metadata(one, type_),
            is_test=facts.is_test,
        )  # fmt: skip

    def _signature(self, one: Definition) -> str:
        """Return the head of a definition; of a type in several places with what the others say that it is made of."""
        places = self._types.types.get(str(one.metadata["path"]), ()) if one.kind in TYPES else ()
        parts = [self._types.definition(place) for place in places]
        bases = dict.fromkeys(base for part in parts for base in part.bases)
        if len(parts) < 2 or not bases:
            return one.signature
        own = one if one.bases else next(part for part in parts if part.bases)
        more = [base for base in bases if base not in own.bases]
        return ", ".join((own.signature, *more))


def _metadata(one: Definition, type_: str) -> dict[str, object]:
    known = one.metadata
    fields = [
        {"name": name, "type": text, "line": line, "certainty": "declared", "via": ""}
        for name, text, line, _ in known.get("fields", ())
        if one.kind in TYPES and not name.endswith("()")
    ]
    return {
        "lines": one.end_line - one.start_line + 1,
        **({"complexity": one.complexity} if one.kind in _RUN else {}),
        **({"visibility": "private"} if one.visibility == "private" else {}),
        **({"strings": known["strings"]} if "strings" in known else {}),
        **({"type_parameters": known["type_parameters"]} if "type_parameters" in known else {}),
        **({"fields": fields} if fields else {}),
        **({"attributes": list(one.decorators)} if one.decorators else {}),
        **({"kind": _kind(one)} if type_ == TEST else {}),
    }


def _kind(one: Definition) -> str:
    return "test" if "is_test" in one.metadata else one.kind


def signs_of(language: str) -> tuple[str, str]:
    """Return what stands between namespaces, and between a type and its member."""
    return description(language).signs if language in FOUND_IN else (".", ".")


@cache
def description(language: str) -> Description:
    """Return how a language is described."""
    found: Description = import_module(FOUND_IN[language]).DESCRIPTION
    return found


def read(file: SourceFile) -> FileFacts:
    """Return the facts of a file.

    `extra` holds its `package`, `imports` (rows of alias, name and line), `programs` (by number of definition, see `steps`),
    the `values` outside of every type (rows of name, type, line and step) and `routes`.
    """
    parsed = Parsed(replace(file, text=description(file.language).spelled(file.path, file.text)))
    found = Definitions(parsed, description(file.language))
    reading = found.reading
    problems = list(parsed.problems())
    if reading.cut:
        reason = f"nested too deeply at line {reading.cut}: what is deeper was not read"
        problems.append(Problem(file.path, "partial", reason, reading.cut))
    return FileFacts(
        path=file.path,
        language=file.language,
        sha=file.sha,
        lines=parsed.lines,
        is_test=file.is_test,
        definitions=tuple(found.made),
        problems=tuple(problems),
        extra={
            "package": reading.package.replace("\\", "."),
            "imports": reading.imports,
            "programs": [[number, [list(step) for step in steps]] for number, steps in sorted(found.programs.items())],
            "values": found.values,
            "routes": reading.routes,
            **description(file.language).extra(file.path, file.text),
        },
    )
