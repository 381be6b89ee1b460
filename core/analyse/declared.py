"""What was declared about dependencies against what the code does: import rules and Packwerk packages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from core.analyse.places import NO_PACKAGE
from core.analyse.result import Result
from core.analyse.rules import Rule
from core.analyse.view import View
from core.model import Relation
from core.model.facts import UnitFacts, facts_in, text_in, texts_in

_PUBLIC = "app/public"  # Packwerk's default public path, relative to the package


@dataclass(frozen=True, slots=True)
class Violation:
    """One link between two units that breaks a declaration, or (without units) a declaration that nothing uses.

    `form` is layers, forbidden, independent, undeclared (a package that is used without being declared), private (the
    target is not public) or unused (a declared package that is not used). `enforced` is false where the package only
    declares and does not check.
    """

    rule: str
    form: str
    source: str
    target: str
    source_group: str
    target_group: str
    why: str
    enforced: bool
    relations: int
    kinds: Mapping[str, int]
    lines: tuple[Relation, ...]


def broken_rules(view: View, places: Mapping[str, Mapping[str, str]], rules: Iterable[Rule]) -> Iterator[Violation]:
    """Yield every link that breaks a rule, in the order of the rules, then by source and target.

    `view` is of units, `places` tells by level the group of each unit.
    """
    for rule in rules:
        group = places[rule.level]
        for link in view.links():
            here, there = group[link.source], group[link.target]
            if rule.level == "unit":
                here, there = view.labels[link.source], view.labels[link.target]
            why = rule.breach(here, there)
            lines = tuple(line for line in link.evidence if not rule.kinds or line.kind in rule.kinds)
            if why and lines and not rule.exempts(view.labels[link.source], view.labels[link.target]):
                kinds = {kind: count for kind, count in link.kinds.items() if not rule.kinds or kind in rule.kinds}
                yield Violation(
                    rule.name, rule.form, link.source, link.target, here, there, why, True, len(lines), kinds, lines
                )


def package_breaches(view: View, place: Mapping[str, str], packages: Mapping[str, UnitFacts]) -> Iterator[Violation]:
    """Yield links to packages that are not declared, links to private code and declarations that nothing uses.

    `packages` holds the metadata of each package by name: `dependencies` (names), and for Packwerk `enforce_dependencies`
    and `enforce_privacy` (true, false or "strict") and `public_path`. Packages without `enforce_dependencies` belong to
    other tools: only their unused declarations of other packages of this repository are told.
    """
    used: set[tuple[str, str]] = set()
    for link in view.links():
        here, there = place[link.source], place[link.target]
        if here == there or here not in packages or there not in packages:
            continue
        used.add((here, there))
        own = packages[here]
        found: list[tuple[str, str, bool]] = []
        if "enforce_dependencies" in own and there not in _declared(own):
            found.append(("undeclared", f"{here} does not declare {there}", bool(own["enforce_dependencies"])))
        if packages[there].get("enforce_privacy") and not _is_public(view.files[link.target], there, packages[there]):
            found.append(("private", f"{view.files[link.target]} is private to {there}", True))
        for form, why, enforced in found:
            yield Violation(
                here, form, link.source, link.target, here, there, why, enforced, len(link.evidence), link.kinds, link.evidence
            )
    for here in sorted(packages):
        for there in sorted(_declared(packages[here]) & (packages.keys() - {here, NO_PACKAGE})):
            if (here, there) not in used:
                yield Violation(
                    here, "unused", "", "", here, there, f"{here} declares {there} and does not use it", False, 0, {}, ()
                )


def _declared(package: UnitFacts) -> set[str]:
    """Names of declared dependencies, given as names or as facts with a `name`."""
    return {*texts_in(package, "dependencies"), *(one["name"] for one in facts_in(package, "dependencies"))}


def _is_public(file_path: str, name: str, package: UnitFacts) -> bool:
    public = PurePosixPath("" if name == "." else name) / text_in(package, "public_path", _PUBLIC)
    return PurePosixPath(file_path).is_relative_to(public)


def violations(found: Iterable[Violation], checked: int, view: View) -> Result[Violation]:
    """Gather the violations of `checked` declarations."""
    items = tuple(found)
    relations = sum(one.relations for one in items)
    notes = [f"{len(items)} violations ({relations} relations) of {checked} declarations."]
    if not checked:
        notes = ["Nothing is declared: no rules were given and no package declares its dependencies."]
    return Result(Violation, "Declared against actual", items, (*notes, *view.notes()))
