"""What usually goes along with a change and is not in it: tests, the schema of a migration, uses of columns, guards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from core.model import column_key, split_key
from core.model.columns import ABOUT, read_via
from core.model.facts import facts_in, table_in
from core.model.review import ADDED, BODY, LOW, MEDIUM, SIGNATURE, ChangedFile, ChangedUnit, Remark
from core.review.sides import Side
from core.text.counts import name_list
from core.vocabulary import unit_type

_MIGRATION = re.compile(r"(?:^|/)db/(?:\w+_)?migrate/\d+_\w+\.rb$")
_SCHEMA = re.compile(r"(?:^|/)db/(?:\w+_)?(?:schema\.rb|structure\.sql)$")
_KEPT_BY_RAILS = frozenset({"id", "created_at", "updated_at"})
_MOST_SIBLINGS = 0.8  # share of the other actions that a filter guards, from which an action without it is told
_FEWEST_SIBLINGS = 3
_BEHAVING = frozenset({ADDED, BODY, SIGNATURE})


def migrations(after: Side, files: Iterable[ChangedFile]) -> Iterator[Remark]:
    """Yield migrations without a change of the schema, a schema without a migration, and migrations that had run."""
    told = list(files)
    fresh = [one.path for one in told if one.status == "added" and _MIGRATION.search(one.path)]
    schema = [path for path in sorted(after.index.catalog.file_hashes()) if _SCHEMA.search(path)]
    changed = {one.path for one in told}
    if fresh and schema and not changed.intersection(schema):
        text = f"a migration comes, and {schema[0]} stays as it was: run it and add what it writes"
        yield Remark("migration-without-schema", MEDIUM, text, "", fresh[0], 1)
    for one in told:
        if one.status in ("changed", "removed") and _MIGRATION.search(one.path):
            text = f"{one.path} is {one.status}: where it has run already it will not run again"
            yield Remark("former-migration", MEDIUM, text, "", one.path, min(one.new or one.old, default=1))


def new_columns(before: Side, after: Side) -> Iterator[Remark]:
    """Yield columns and tables of the schema that are new and that no code reads or writes yet."""
    for table, facts in sorted(after.index.columns.items()):
        former = before.index.columns.get(table)
        if former is None:
            yield from _new_table(after, table)
            continue
        known = {str(fact["name"]) for fact in former}
        for fact in facts:
            name = str(fact["name"])
            if name not in known | _KEPT_BY_RAILS and not _is_used(after, table, name):
                text = f"{table}.{name} is new, and no code is known to read or write it"
                yield Remark("unused-column", MEDIUM, text, "", str(fact["file_path"]), int(fact["line"]))


def _new_table(after: Side, table: str) -> Iterator[Remark]:
    index = after.index
    head = next((head for head in index.heads if head.type == "table" and head.identifier == table), None)
    if head and not any(link.kind == "stored_in" for link in index.links.into(index.position[head.key])):
        text = f"the table {table} is new, and no model is stored in it"
        yield Remark("table-without-model", MEDIUM, text, head.key, head.file_path, head.start_line)


def _is_used(side: Side, table: str, name: str) -> bool:
    uses = side.index.catalog.column_uses([column_key(table, name)])
    return any(read_via(use.via).group not in ABOUT for use in uses)


def guards(before: Side, after: Side, units: Iterable[ChangedUnit]) -> Iterator[Remark]:
    """Yield actions that lost a filter which ran before them, and new ones without a filter that guards the others."""
    owners = {head.key: head for head in after.index.heads if head.type == "controller"}
    chains = _chains(after, owners)
    former = _chains(before, [key for key in owners if key in before.index.position])
    fresh = {one.key for one in units if one.change == ADDED}
    for key, actions in sorted(chains.items()):
        methods = {one.rpartition("#")[2]: one for one in after.index.children.get(key, ())}
        lost: dict[str, list[str]] = {}
        for action, names in sorted(actions.items()):
            method = methods.get(action, "")
            if not method:
                continue
            for name in former.get(key, {}).get(action, ()):
                if name not in names:
                    lost.setdefault(name, []).append(action)
            head = after.index.by_key[method]
            if method in fresh and (missing := _usual(actions, action, names)):
                text = f"{head.identifier} is new and not guarded by {missing}, as the other actions of its controller are"
                yield Remark("unguarded-action", MEDIUM, text, method, head.file_path, head.start_line)
        yield from _lost(after, key, lost, methods)


def _lost(after: Side, key: str, lost: Mapping[str, Sequence[str]], methods: Mapping[str, str]) -> Iterator[Remark]:
    """Yield each filter that no longer runs before some actions, at the first of these."""
    for name, actions in sorted(lost.items()):
        first = after.index.by_key[methods[actions[0]]]
        run = "runs" if len(actions) == 1 else "run"
        text = f"{split_key(key)[1]}: {', '.join(actions)} no longer {run} after {name}"
        yield Remark("lost-filter", MEDIUM, text, key, first.file_path, first.start_line)


def _chains(side: Side, keys: Iterable[str]) -> dict[str, dict[str, Sequence[str]]]:
    found: dict[str, dict[str, Sequence[str]]] = {}
    for key, unit in side.units(sorted(keys)).items():
        chains = table_in(unit.metadata, "resolved_filters")
        named = [str(fact["name"]) for fact in facts_in(unit.metadata, "actions")]
        found[key] = {
            action: [name.partition(":")[2] for name in map(str, names) if name.startswith("before:")]
            for action, names in {**dict.fromkeys(named, ()), **chains}.items()
            if isinstance(names, list | tuple)
        }
    return found


def _usual(actions: Mapping[str, Sequence[str]], action: str, names: Sequence[str]) -> str:
    """Return the filters that run before most other actions and not before this one, joined; empty for none."""
    others = [set(found) for other, found in actions.items() if other != action]
    if len(others) < _FEWEST_SIBLINGS:
        return ""
    every = sorted(set().union(*others) - set(names))
    return ", ".join(name for name in every if sum(name in one for one in others) >= _MOST_SIBLINGS * len(others))


def untested(before: Side, after: Side, units: Sequence[ChangedUnit], files: Iterable[ChangedFile]) -> Iterator[Remark]:
    """Yield changed behaviour without a test: of the change as a whole, of a new action with a route, of a single unit."""
    told = [one for one in units if _behaves(after, one)]
    tests = {head.file_path for head in after.index.heads if head.is_test} | {
        head.file_path for head in before.index.heads if head.is_test
    }
    if told and tests and not any(one.path in tests for one in files):
        where = name_list([unit.name for unit in told], 3)
        yield Remark("no-test-changes", MEDIUM, f"{where} changed, and no test does", "", told[0].file_path, told[0].line)
    for one in told if tests else ():
        if one.tests or one.inside:
            continue
        route = _route_of(after, one.key)
        if one.change == ADDED and route:
            text = f"{one.name} is new and the target of {route}, without a known test"
            yield Remark("route-without-test", MEDIUM, text, one.key, one.file_path, one.line)
        else:
            yield Remark("untested", LOW, f"{one.name} has no known test", one.key, one.file_path, one.line)


def _behaves(after: Side, one: ChangedUnit) -> bool:
    if one.change not in _BEHAVING or one.is_test:
        return False
    row = unit_type(after.index.by_key[one.key].type)
    return row.runs and after.index.by_key[one.key].type not in ("view_template", "scope")


def _route_of(after: Side, key: str) -> str:
    links = after.index.links.into(after.index.position[key])
    return next((split_key(after.index.keys[link.other])[1] for link in links if link.kind == "routes_to"), "")
