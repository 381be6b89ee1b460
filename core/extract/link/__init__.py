"""Turn the facts of all files into one set of units and relations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module

from core.extract.link.folders import file_units, folder_units
from core.extract.link.mentions import mention_relations
from core.extract.link.merge import merge_units, with_parents
from core.extract.link.tests_link import test_relations
from core.extract.repository import Linked, Relinker, Repository
from core.languages import LINKERS, family_of
from core.model import CERTAINTIES, ROWS, CodeUnit, Problem, Relation, column_key

_MOST_LEFT_OUT = 8  # files that a linker may stop in before it is left out itself: each costs its whole time again


@dataclass(frozen=True, slots=True)
class LinkedAll:
    """The units and relations of a repository in their final order, and how linking went, by linker."""

    units: tuple[CodeUnit, ...]
    relations: tuple[Relation, ...]
    problems: tuple[Problem, ...]
    tallies: Mapping[str, Mapping[str, int]]
    listed: tuple[Mapping[str, object], ...]


def link_all(repository: Repository, keep: Callable[[str, Relinker], None] | None = None) -> LinkedAll:
    """Run every linker that the repository needs, then add files, folders, parents, tests and what documents mention.

    Units are ordered by key, relations by source, target, kind, file and line. Relations whose ends are no units are
    dropped and counted in the tallies as `dangling`. A step that fails or takes too long is left out; the repository's
    guard has the problem. `keep` is given what each linker leaves behind.
    """
    guard, none, readable = repository.guard, list[Relation](), repository.readable()
    results = {name: _without_tables(name, _linked(name, readable), keep) for name in LINKERS if _is_needed(name, readable)}
    units = _units(repository, [unit for result in results.values() for unit in result.units])
    relations = [relation for result in results.values() for relation in result.relations]
    known = {key: key for key in [*(unit.key for unit in units), *_columns(units)]}
    kept = surest(_with_keys_of(known, relations))
    tests = guard.attempt("tests", lambda: test_relations(units, kept), none)
    mentioned = guard.attempt("mentions", lambda: mention_relations(units, readable), none)
    kept = surest([*kept, *tests, *mentioned])
    tallies = {name: dict(result.tallies) for name, result in results.items()}
    for name, result in results.items():
        if dangling := _dangling(result.relations, known):
            tallies[name]["dangling"] = dangling
    return LinkedAll(
        units=tuple(sorted(units, key=lambda unit: unit.key)),
        relations=tuple(sorted(kept, key=_order)),
        problems=tuple(problem for result in results.values() for problem in result.problems),
        tallies=tallies,
        listed=tuple({"linker": name, **entry} for name, result in results.items() for entry in result.listed),
    )


def _linked(name: str, repository: Repository) -> Linked:
    """Return what a linker makes of the files.

    A declaration at which it stops as a whole is left out, and everything else is tried again; where no declaration is to
    blame, or leaving it out did not help, the file is left out.
    """
    guard = repository.guard
    for _ in range(_MOST_LEFT_OUT):
        given_up, told = guard.given_up, len(guard.problems)
        found = guard.attempt(f"link {name}", partial(_result, name, repository), None, repository.texts)
        if found is not None:
            return found
        fault = guard.problems[-1] if len(guard.problems) > told else Problem("", "partial", "")
        if guard.given_up > given_up or not fault.file_path:
            break
        smaller = _without_declaration(fault, repository)
        if smaller is not None:
            reason = fault.reason.replace(": left out:", ": this declaration is left out:", 1)
            guard.problems[-1] = replace(fault, reason=reason)
        repository = smaller or _without(fault.file_path, repository)
    return Linked()


def _without_tables(name: str, linked: Linked, keep: Callable[[str, Relinker], None] | None) -> Linked:
    """Return a result without what was left behind, which is most of what the linker knows and would be kept in memory."""
    if keep is not None and linked.relinker is not None:
        keep(name, linked.relinker)
    return replace(linked, relinker=None)


def _result(name: str, repository: Repository) -> Linked:
    return _linker(name)(repository)


def _without_declaration(fault: Problem, repository: Repository) -> Repository | None:
    """Return the repository without what is declared on the line of a fault; None where nothing is."""
    files = []
    for facts in repository.files:
        if facts.path == fault.file_path:
            kept = tuple(one for one in facts.declarations if one.start_line != fault.line)
            if len(kept) == len(facts.declarations):
                return None
            facts = replace(facts, declarations=kept)
        files.append(facts)
    return replace(repository, files=tuple(files))


def _without(path: str, repository: Repository) -> Repository:
    files = tuple(facts for facts in repository.files if facts.path != path)
    return replace(repository, files=files, texts={other: text for other, text in repository.texts.items() if other != path})


def _units(repository: Repository, linked: list[CodeUnit]) -> list[CodeUnit]:
    """Return what was linked, each unit once with its text, and the files and folders, everything with its parent."""
    attempt, none = repository.guard.attempt, list[CodeUnit]()
    found = attempt("merge", lambda: merge_units(linked, repository), none)
    files = attempt("files", lambda: file_units(repository, found), none)
    folders = attempt("folders", lambda: folder_units(repository, [*found, *files]), none)
    units = [*found, *files, *folders]
    return attempt("parents", lambda: with_parents(units), units)


def _columns(units: Iterable[CodeUnit]) -> Iterator[str]:
    """Yield the keys of the columns of all tables: no units, and yet what code reads and writes."""
    for unit in units:
        if unit.type == "table":
            names = (ROWS, *(str(fact["name"]) for fact in unit.metadata.get("columns", ())))
            yield from (column_key(unit.identifier, name) for name in names)


def _is_needed(name: str, repository: Repository) -> bool:
    """Tell whether a file is of this family; without any the linker is not even imported."""
    return any(family_of(facts.language) == name for facts in repository.files)


def _linker(name: str) -> Callable[[Repository], Linked]:
    module, _, function = LINKERS[name].partition(":")
    linker: Callable[[Repository], Linked] = getattr(import_module(module), function)
    return linker


def _with_keys_of(known: Mapping[str, str], relations: Iterable[Relation]) -> Iterator[Relation]:
    """Yield the relations between known units, with one text for each key: there are many times more relations than units."""
    for one in relations:
        source, target = known.get(one.source), known.get(one.target)
        if source is not None and target is not None:
            yield Relation(source, target, one.kind, one.file_path, one.line, one.certainty, one.origin, one.via)


def surest(relations: Iterable[Relation]) -> list[Relation]:
    """Return one relation per source, target, kind, file and line: the one that is known best."""
    best: dict[tuple[str, str, str, str, int], Relation] = {}
    for relation in relations:
        place = (relation.source, relation.target, relation.kind, relation.file_path, relation.line)
        known = best.get(place)
        if known is None or _doubt(relation) < _doubt(known):
            best[place] = relation
    return list(best.values())


def _doubt(relation: Relation) -> tuple[int, str]:
    return CERTAINTIES.index(relation.certainty), relation.via


def _dangling(relations: Iterable[Relation], known: Container[str]) -> int:
    missing = Counter(relation.source in known and relation.target in known for relation in relations)
    return missing[False]


def _order(relation: Relation) -> tuple[str, str, str, str, int, str, str]:
    return (
        relation.source, relation.target, relation.kind, relation.file_path, relation.line, relation.certainty, relation.via,
    )  # fmt: skip
