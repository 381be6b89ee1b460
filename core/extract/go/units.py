"""Which definitions become units, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.extract.facts import Definition, FileFacts
from core.extract.go.named import NamedTypes
from core.extract.go.packages import GoPlace, Package, Packages
from core.languages import LANGUAGES
from core.model import TEST, CodeUnit, unit_key

_OUTSIDE = -1
_TEST_NAME = re.compile(LANGUAGES["go"].test_names)
_RUN = ("function", "method")
_PACKAGE_FILES = ("doc.go", "main.go")


class GoUnits:
    """The keys of everything that becomes a unit.

    What stands outside of every definition is of the package, in tests of the file.
    """

    def __init__(self, types: NamedTypes) -> None:
        self._packages: Packages = types.packages
        self._types = types
        self._openings = {package.identifier: _opening(package) for package in self._packages.all()}

    def key(self, path: str, number: int) -> str:
        """Return the key of the unit that a definition is or is part of."""
        facts = self._packages.files[path]
        if number == _OUTSIDE or facts.definitions[number].name in ("", "_"):
            return unit_key("file", path) if facts.is_test else self._package_key(self._packages.by_file[path])
        definition = facts.definitions[number]
        return unit_key(_type(facts, definition), self.identifier(path, number))

    def identifier(self, path: str, number: int) -> str:
        """Return the name of a definition as Go's documentation writes it, with the whole import path."""
        return f"{self._packages.by_file[path].identifier}.{self._packages.files[path].definitions[number].qualified}"

    def package_key(self, package: Package) -> str:
        """Return the key of a package's unit, empty for a package of tests only."""
        return self._package_key(package) if self._openings[package.identifier] is not None else ""

    def owner(self, path: str, number: int) -> str:
        """Return the key of the type that a method is of, empty for others."""
        if number == _OUTSIDE:
            return ""
        owner = self._types.owner(GoPlace(path, number))
        return self.key(*owner) if owner is not None else ""

    def units(self, facts: FileFacts) -> Iterator[CodeUnit]:
        """Yield a file's units in the order of their lines, first the package if this file speaks for it."""
        package = self._packages.by_file[facts.path]
        if self._openings[package.identifier] is facts:
            yield self._package_unit(package, facts)
        for number, definition in enumerate(facts.definitions):
            if definition.name not in ("", "_"):
                yield self._unit(facts, number, definition)

    def _package_key(self, package: Package) -> str:
        return unit_key("package", package.identifier)

    def _package_unit(self, package: Package, facts: FileFacts) -> CodeUnit:
        first, last = facts.extra["package_lines"]
        namespace, _, name = package.identifier.rpartition("/")
        metadata: dict[str, object] = {
            "files": len(package.files),
            "lines": sum(one.lines for one in package.files),
            **({"name": package.name} if package.name != name else {}),
        }
        return CodeUnit(
            "package", package.identifier, name, namespace, facts.language, facts.path, first, last,
            docstring=facts.docstring,
            signature=f"package {package.name}",
            parent=unit_key("folder", package.folder),
            metadata=metadata,
        )  # fmt: skip

    def _unit(self, facts: FileFacts, number: int, definition: Definition) -> CodeUnit:
        identifier = self.identifier(facts.path, number)
        type_ = _type(facts, definition)
        return CodeUnit(
            type_, identifier, definition.name, identifier[: -len(definition.name) - 1], facts.language, facts.path,
            definition.start_line, definition.end_line,
            docstring=definition.docstring,
            signature=definition.signature,
            parent=self._parent(GoPlace(facts.path, number)),
            metadata=_metadata(facts, definition, type_),
            is_test=facts.is_test,
        )  # fmt: skip

    def _parent(self, place: GoPlace) -> str:
        return self.owner(*place) or self.key(place.path, _OUTSIDE)


def _opening(package: Package) -> FileFacts | None:
    """Return the file that speaks for a package: one with a comment on it, of several the longest; None without code."""
    files = [facts for facts in package.files if not facts.is_test]
    rank = {
        facts.path: (
            -len(facts.docstring),
            facts.path.rpartition("/")[2] not in (*_PACKAGE_FILES, f"{package.name}.go"),
            facts.path,
        )
        for facts in files
    }
    return min(files, key=lambda facts: rank[facts.path], default=None)


def _type(facts: FileFacts, definition: Definition) -> str:
    if facts.is_test:
        return TEST
    is_started = definition.kind == "function" and definition.name == "init" and not definition.metadata["parameters"]
    return "initializer" if is_started else definition.kind


def _metadata(facts: FileFacts, definition: Definition, type_: str) -> dict[str, object]:
    known = definition.metadata
    runs = definition.kind in _RUN
    return {
        "lines": definition.end_line - definition.start_line + 1,
        **({"complexity": definition.complexity} if runs else {}),
        **({"visibility": "private"} if definition.visibility == "private" else {}),
        **({name: known[name] for name in ("strings", "iota", "type_parameters") if name in known}),
        **({"fields": fields} if definition.kind == "struct" and (fields := _fields(facts, definition)) else {}),
        **({"build": facts.extra["build"]} if facts.extra["build"] else {}),
        **({"kind": _kind(definition)} if definition.kind != type_ else {}),
        **({"subject": subject} if type_ == TEST and runs and (subject := _subject(definition)) else {}),
    }


def _kind(definition: Definition) -> str:
    return "test" if definition.kind in _RUN and _TEST_NAME.match(definition.name) else definition.kind


def _subject(definition: Definition) -> str:
    """Return the name of what a test is of, as the name of the test says it."""
    found = _TEST_NAME.match(definition.name)
    return definition.name[found.end() :].strip("_") if found else ""


def _fields(facts: FileFacts, definition: Definition) -> list[dict[str, object]]:
    """Return the fields of a struct in their order, embedded types by the names that they have as fields."""
    known = definition.metadata
    rows = [(line, name, written, tag) for name, _, tag, line, written in known["fields"]]
    rows += [
        (line, text.lstrip("*").partition("[")[0].rpartition(".")[2], text, tag)
        for text, line, tag in definition.metadata["embeds"]
    ]
    place = {"file_path": facts.path, "certainty": "declared", "via": ""}
    return [
        {"name": name, "type": text, "line": line, **place, **({"tag": tag} if tag else {})}
        for line, name, text, tag in sorted(rows, key=lambda row: row[0])
    ]
