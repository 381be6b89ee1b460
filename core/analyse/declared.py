"""What was declared about dependencies against what the code does: import rules and Packwerk packages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

from core.analyse.result import Result
from core.analyse.rules import Rule
from core.analyse.view import View, is_lent, on_value
from core.model import Relation
from core.model.facts import UnitFacts, facts_in, text_in, texts_in
from core.model.packages import NO_PACKAGE
from core.text.counts import most_first
from core.vocabulary import CONTAINERS

_ENFORCE = {"undeclared": "enforce_dependencies", "private": "enforce_privacy", "layer": "enforce_layers"}
PACKAGE_FORMS = frozenset(_ENFORCE)
"""The forms of violations of what packages declare, which are about constants that a line writes."""
_TODO_KINDS = {"undeclared": "dependency", "private": "privacy", "layer": "layer"}
_CONSTANT = re.compile(r"[A-Z]\w*(::[A-Z]\w*)*$")
_NO_CODE = CONTAINERS - {"file"}  # the declaration itself is no use
_PUBLIC = "app/public"  # Packwerk's default public path, relative to the package


@dataclass(frozen=True, slots=True)
class Violation:
    """One link between two units that breaks a declaration, or (without units) a declaration that nothing uses.

    `form` is layers, forbidden, independent, undeclared (a package that is used without being declared), private (the
    target is not public), layer (a package uses one of a higher layer) or unused (a declared package that is not used).
    `enforced` is false where the package only declares and does not check. `at` says where the declaration stands, `tolerated`
    where the team has listed all these lines as known (the `package_todo.yml` of Packwerk).
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
    at: str = ""
    tolerated: str = ""


def broken_rules(view: View, places: Mapping[str, Mapping[str, str]], rules: Iterable[Rule]) -> Iterator[Violation]:
    """Yield every link that breaks a rule, in the order of the rules, then by source and target.

    `view` is of units, `places` tells by level the group of each unit.
    """
    for rule in rules:
        group = places[rule.level]
        breach = cache(rule.breach)
        for link in view.links():
            here, there = group[link.source], group[link.target]
            if rule.level == "unit":
                here, there = view.labels[link.source], view.labels[link.target]
            why = breach(here, there)
            lines = tuple(line for line in link.evidence if _counts(line, rule)) if why else ()
            exempt = rule.exempts(view.labels[link.source], view.labels[link.target]) or rule.exempts(here, there)
            if lines and not exempt:
                kinds = most_first(Counter(line.kind for line in lines))
                yield Violation(
                    rule.name, rule.form, link.source, link.target, here, there, why, True, len(lines), kinds, lines, rule.at
                )


def _counts(line: Relation, rule: Rule) -> bool:
    return line.kind in rule.kinds if rule.kinds else not is_lent(line)


def package_breaches(
    view: View, place: Mapping[str, str], packages: Mapping[str, UnitFacts], layers: Sequence[str] = ()
) -> Iterator[Violation]:
    """Yield links to packages that are not declared, links to private code and declarations that nothing uses.

    `packages` maps a package name to its metadata: `dependencies` is a list of names. Packwerk adds `public_path`, and
    `enforce_dependencies` and `enforce_privacy`, each true, false or "strict". A package without `enforce_dependencies`
    belongs to another tool: it yields only its unused declarations. `layers` come from `packwerk.yml`, the top one first.
    """
    used: set[tuple[str, str]] = set()
    for link in view.links():
        here, there = place[link.source], place[link.target]
        if here == there or here not in packages or there not in packages or view.types[link.source] in _NO_CODE:
            continue
        used.add((here, there))
        named = _CONSTANT.match(view.labels[link.target])  # Packwerk looks at constants that are written
        lines = tuple(line for line in link.evidence if not on_value(line)) if named else ()
        if not lines:
            continue
        for form, why, enforced in _package_faults(here, there, view.files[link.target], packages, layers):
            known, others = _apart(lines, form, view.labels[link.target], packages[here])
            folder = "" if here == "." else f"{here}/"
            todo = "" if packages[here].get(_ENFORCE[form]) == "strict" else f"{folder}package_todo.yml"
            for part, tolerated in ((known, todo), (others, "")):
                if part:
                    kinds = most_first(Counter(line.kind for line in part))
                    yield Violation(
                        here, form, link.source, link.target, here, there, why, enforced, len(part), kinds, part,
                        f"{folder}package.yml", tolerated,
                    )  # fmt: skip
    for here in sorted(packages):
        for there in sorted(_declared(packages[here]) & (packages.keys() - {here, NO_PACKAGE})):
            if (here, there) not in used:
                yield Violation(
                    here, "unused", "", "", here, there, f"{here} declares {there} and does not use it", False, 0, {}, ()
                )


def _package_faults(
    here: str, there: str, file_path: str, packages: Mapping[str, UnitFacts], layers: Sequence[str]
) -> Iterator[tuple[str, str, bool]]:
    own, other = packages[here], packages[there]
    if "enforce_dependencies" in own and there not in _declared(own):
        yield "undeclared", f"{here} does not declare {there}", bool(own["enforce_dependencies"])
    if other.get("enforce_privacy") and not _is_public(file_path, there, other):
        yield "private", f"{file_path} is private to {there}", True
    enforced = own.get("enforce_layers") or own.get("enforce_architecture")
    mine, theirs = text_in(own, "layer"), text_in(other, "layer")
    if enforced and mine in layers and theirs in layers and layers.index(theirs) < layers.index(mine):
        yield "layer", f"{here} is of the layer {mine}, below {theirs} of {there}", True


def _apart(
    lines: Sequence[Relation], form: str, target: str, package: UnitFacts
) -> tuple[tuple[Relation, ...], tuple[Relation, ...]]:
    """Return the lines that the package's list of known violations names, and the others."""
    kind = _TODO_KINDS[form]
    listed = {
        str(path)
        for todo in facts_in(package, "todo")
        if kind in texts_in(todo, "violations") and _same_constant(todo["name"].removeprefix("::"), target)
        for path in texts_in(todo, "files")
    }
    known = tuple(line for line in lines if line.file_path in listed)
    return known, tuple(line for line in lines if line.file_path not in listed)


def _same_constant(listed: str, target: str) -> bool:
    """Tell whether a constant of the list is the unit, or one inside of it."""
    return listed == target or listed.startswith(f"{target}::")


def declares(package: UnitFacts) -> bool:
    """Tell whether a package says that it holds to what it declares, as Packwerk's do."""
    return any(name in package for name in _ENFORCE.values())


def _declared(package: UnitFacts) -> set[str]:
    """Names of declared dependencies, given as names or as facts with a `name`."""
    return {*texts_in(package, "dependencies"), *(one["name"] for one in facts_in(package, "dependencies"))}


def _is_public(file_path: str, name: str, package: UnitFacts) -> bool:
    public = PurePosixPath("" if name == "." else name) / text_in(package, "public_path", _PUBLIC)
    return PurePosixPath(file_path).is_relative_to(public)


def may_break(package: UnitFacts) -> bool:
    """Tell whether a package declares anything that code can break, or leave unused."""
    return declares(package) or "layer" in package or bool(_declared(package))


def violations(found: Iterable[Violation], declarations: Sequence[str], view: View | None = None) -> Result[Violation]:
    """Gather the violations of these declarations, each said in words, with what was left out of the view."""
    items = tuple(found)
    relations = sum(one.relations for one in items)
    notes = [f"{len(items)} violations ({relations} relations) of {len(declarations)} rules."]
    broken = Counter(one.rule for one in items)
    notes += [f"{name}: {broken[name] or 'no'} violation{'' if broken[name] == 1 else 's'}." for name in declarations]
    if not declarations:
        notes = ["No rules declared, and no package declares its dependencies."]
    return Result(Violation, "Declared against actual", items, (*notes, *(view.notes() if view else ())))
