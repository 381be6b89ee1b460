"""What a question may be limited to by name: the values, how many units each leaves, what an address says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from core.errors import SettingsError, did_you_mean
from core.model import local
from core.model.run import Filters
from core.model.where import BY_NAME, Where, limited
from core.search.scope import scope_filters
from core.search.search_space import path_matches
from core.search.where import is_
from core.vocabulary import BY_PATH, FRAMEWORK, RELATION_KINDS
from core.workbench.members import chosen_members

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_DEEP = 2  # parts of the paths that are offered as scopes
_ASIDE = BY_PATH | FRAMEWORK
SEVERAL = ("types", "paths", "repositories", *BY_NAME)
"""The parameters of an address that limit a question and may have several values."""


class TextLimits(TypedDict):
    """The limits of a search for text, as `Workbench.search` takes them."""

    types: tuple[str, ...]
    paths: tuple[str, ...]
    repositories: tuple[str, ...]
    languages: tuple[str, ...]
    exclude: tuple[str, ...]
    where: dict[str, tuple[str, ...]]


class AskLimits(TextLimits):
    """The limits of a question, as `Workbench.ask` and `Workbench.conversation` take them."""

    include_tests: bool


def text_limits(limits: AskLimits) -> TextLimits:
    """Return the limits of a question for a search of text, which finds tests as it finds everything else."""
    return {
        "types": limits["types"], "paths": limits["paths"], "repositories": limits["repositories"],
        "languages": limits["languages"], "exclude": limits["exclude"], "where": limits["where"],
    }  # fmt: skip


def filters_of(
    bench: OpenBench, *, types: Sequence[str] = (), paths: Sequence[str] = (), languages: Sequence[str] = (),
    exclude: Sequence[str] = (), include_tests: bool = False, repositories: Sequence[str] = (), where: Where = (),
) -> Filters:  # fmt: skip
    """Return the filters of these limits; raises `SettingsError` for one that the index does not know."""
    filters = Filters(
        types=tuple(types), paths=tuple(paths), languages=tuple(languages),
        exclude=tuple(local(name, bench.name) for name in exclude), include_tests=include_tests,
        repositories=chosen_members(bench.manifest, repositories),
    )  # fmt: skip
    return limited(filters, where)


def check_kinds(bench: OpenBench, kinds: Sequence[str]) -> None:
    """Raise `SettingsError` with the nearest name for a kind of relation that is neither known nor in the index."""
    for kind in kinds:
        if kind in RELATION_KINDS:
            continue
        here = {one.kind for relations in bench.index.relations_from.values() for one in relations}
        if kind not in here:
            known = sorted({*here, *RELATION_KINDS})
            hint = did_you_mean(kind, known, f"This index has: {', '.join(sorted(here))}.")
            raise SettingsError(f"No relation kind '{kind}'. {hint}")


def limit_values(bench: OpenBench) -> Mapping[str, Mapping[str, int]]:
    """Return for each name of a limit its values with the number of units: known ones in their order, others most units first.

    Not counted is what a question does not find unless it asks for it: tests, files, folders, sources of a framework.
    """
    heads = [head for head in bench.index.heads if not head.is_test and head.type not in _ASIDE]
    found = {}
    for name, listed in BY_NAME.items():
        counts = Counter(is_(head, name, bench.index) for head in heads)
        others = sorted((value for value in counts if value and value not in listed), key=lambda value: (-counts[value], value))
        found[name] = {value: counts[value] for value in (*listed, *others)}
    return found


def limits_of(bench: OpenBench, said: Mapping[str, Sequence[str]]) -> AskLimits:
    """Return the limits that the parameters of an address name, as `Workbench.ask` takes them.

    What this index cannot have is left out: an address may be older than the index, or come from another one. Paths hold
    within those of the scope; another filter takes the place of that of the scope. Raises `SettingsError` for an unknown scope.
    """
    given = {name: tuple(value for value in said.get(name, ()) if value.strip()) for name in SEVERAL}
    members = {one.name for one in bench.manifest.members}
    where = {name: tuple(one for one in given[name] if not known or one in known) for name, known in BY_NAME.items()}
    scope = scope_filters(bench.index, " ".join(said.get("scope", ())))
    return {
        "types": tuple(one for one in given["types"] if one in bench.index.by_type) or scope.types,
        "paths": _inside(scope.paths, [path for value in given["paths"] for path in value.split()]),
        "repositories": tuple(one for one in given["repositories"] if one in members) or scope.repositories,
        "include_tests": list(said.get("tests", ())) == ["true"] or scope.include_tests,
        "languages": scope.languages,
        "exclude": scope.exclude,
        "where": {**dict(scope.where), **{name: values for name, values in where.items() if values}},
    }


def _inside(outer: Sequence[str], paths: Sequence[str]) -> tuple[str, ...]:
    """Return globs for what lies in one of the paths and in one of the outer ones, where both are given."""
    if not outer or not paths:
        return tuple(paths or outer)
    return tuple(dict.fromkeys(glob for around in outer for path in paths for glob in _both(around.rstrip("/*"), path)))


def _both(around: str, path: str) -> tuple[str, ...]:
    if path_matches(path, around):
        return (path,)
    return (around,) if path_matches(around, path) else (f"{around}/{path}", f"{around}/*/{path}")


def scopes(bench: OpenBench, *, parts: bool = True) -> list[str]:
    """Return scopes to choose from: repositories of a group, parts of the domain, packages, and the folders with most units.

    Without `parts`, those of the domain are left out, which takes seconds less where nobody has asked for them yet.
    """
    own = [head for head in bench.index.heads if not head.is_test]
    members = [f"repo:{one.name}" for one in bench.manifest.members]
    packages = sorted({f"package:{name}" for name in bench.index.packages.values()}) if not members else []
    folders = Counter("/".join(head.file_path.split("/")[:-1][:_DEEP]) for head in own)
    paths = [f"path:{path}" for path, _ in sorted(folders.items(), key=lambda pair: (-pair[1], pair[0])) if path]
    of_domain = [f"part:{one.part}" for one in bench.analyse.parts()] if parts else []
    return [*members, *of_domain, *packages, *paths]
