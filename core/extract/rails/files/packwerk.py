"""Packwerk packages: what each declares to depend on, whether it hides its inside, and which violations are known.

Checked against what Packwerk itself found in two real applications: every reference that their `package_todo.yml` files list
leads from that file to that constant.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from core.extract.rails.files.yaml_lines import leaves
from core.extract.repository import Linked, Repository
from core.model import CodeUnit, Problem, Relation, unit_key

_PACKAGE = re.compile(r"(?:^|/)package\.yml$")
_TODO = ("package_todo.yml", "deprecated_references.yml")  # the second is its name before Packwerk 3
_NAMES = {"true": True, "false": False, "strict": "strict"}


@dataclass(frozen=True, slots=True)
class KnownViolation:
    """References to a constant of another package that are known and tolerated."""

    package: str
    constant: str
    kinds: tuple[str, ...]
    files: tuple[str, ...]
    file_path: str
    line: int


def link_packages(repository: Repository) -> Linked:
    """Return a `package` unit per `package.yml`, `depends_on` for declared dependencies, `violates` for known violations.

    A package is called by its folder; the root package is called `.`, as Packwerk does.
    """
    paths = [path for path in sorted(repository.texts) if _PACKAGE.search(path)]
    names = {posixpath.dirname(path) or "." for path in paths}
    units: list[CodeUnit] = []
    relations: list[Relation] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            rows = leaves(repository.texts[path])
            violations = list(_violations(repository, posixpath.dirname(path)))
        except ValueError as problem:
            problems.append(Problem(path, "partial", str(problem)))
            continue
        name = posixpath.dirname(path) or "."
        units.append(_unit(repository, path, name, rows, violations))
        relations.extend(_relations(path, name, rows, violations, names))
    return Linked(tuple(units), tuple(relations), tuple(problems))


def _violations(repository: Repository, folder: str) -> Iterator[KnownViolation]:
    for name in _TODO:
        path = posixpath.join(folder, name)
        grouped: dict[tuple[str, str], tuple[list[str], list[str], int]] = {}
        for steps, value, line in leaves(repository.texts[path]) if path in repository.texts else []:
            if len(steps) == 4 and steps[2] in ("violations", "files"):
                kinds, files, first = grouped.setdefault((steps[0], steps[1]), ([], [], line))
                (kinds if steps[2] == "violations" else files).append(value)
                grouped[steps[0], steps[1]] = (kinds, files, min(first, line))
        for (package, constant), (kinds, files, line) in grouped.items():
            yield KnownViolation(package, constant, tuple(kinds), tuple(files), path, line)


def _unit(
    repository: Repository, path: str, name: str, rows: list[tuple[tuple[str, ...], str, int]], violations: list[KnownViolation]
) -> CodeUnit:
    text = repository.texts[path]
    inner = {steps[1]: value for steps, value, _ in rows if len(steps) == 2 and steps[0] == "metadata"}
    single = inner | {steps[0]: value for steps, value, _ in rows if len(steps) == 1}
    evidence = {"certainty": "declared", "via": ""}
    metadata: dict[str, object] = {key: _NAMES.get(value, value) for key, value in sorted(single.items())}
    metadata["dependencies"] = [
        {"name": value, "file_path": path, "line": line, **evidence}
        for steps, value, line in rows
        if steps[:1] == ("dependencies",)
    ]
    metadata["todo"] = [
        {
            "name": one.constant, "package": one.package, "violations": list(one.kinds), "files": list(one.files),
            "file_path": one.file_path, "line": one.line, **evidence,
        }
        for one in violations
    ]  # fmt: skip
    return CodeUnit(
        type="package", identifier=name, name=posixpath.basename(name), namespace=posixpath.dirname(name), language="yaml",
        file_path=path, start_line=1, end_line=text.rstrip("\n").count("\n") + 1, source_code=text.rstrip("\n"),
        docstring=single.get("description", ""), metadata=metadata,
    )  # fmt: skip


def _relations(
    path: str, name: str, rows: list[tuple[tuple[str, ...], str, int]], violations: list[KnownViolation], names: set[str]
) -> Iterator[Relation]:
    source = unit_key("package", name)
    for steps, value, line in rows:
        target = posixpath.normpath(value) if steps[:1] == ("dependencies",) else ""
        if target in names:
            yield Relation(source, unit_key("package", target), "depends_on", path, line)
    counted = Counter(one.package for one in violations)
    for package in sorted(counted):
        first = min((one for one in violations if one.package == package), key=lambda one: (one.file_path, one.line))
        if posixpath.normpath(package) in names:
            target = unit_key("package", posixpath.normpath(package))
            yield Relation(source, target, "violates", first.file_path, first.line, via=f"todo:{counted[package]}")
