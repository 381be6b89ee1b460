"""Read a file of a described language into facts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module

from core.extract.described.definitions import Definitions
from core.extract.described.reading import Description
from core.extract.facts import FileFacts, SourceFile
from core.extract.parse import Parsed
from core.model import Problem

FOUND_IN = {language: f"core.extract.described.{language}" for language in ("java", "kotlin", "csharp", "php", "swift")}
"""The module of each language's `DESCRIPTION`."""


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
