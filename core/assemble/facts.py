"""What the index knows of the units shown and their text does not say: tables, associations, filters, routes, callers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Literal

from core.assemble.choose import Pick
from core.model import UnitHead, split_key, table_key
from core.model.facts import Fact, UnitFacts, facts_in, table_in, texts_in
from core.open_index import Kept, OpenIndex
from core.text.counts import name_list
from core.text.words import words_of
from core.vocabulary import LEADS, unit_type

_HEADING = 8  # tokens
_UNITS = 12  # best units shown, whose facts are looked at
_COLUMNS = 30  # of a table; more is a schema, which has a unit of its own
_CALLERS = 3  # by name; the others are counted
_OF_TABLES = words_of("table stored database primary key schema")
_read: Kept[dict[str, UnitFacts]] = Kept(dict)


def facts_of(
    picks: Sequence[Pick], limit: int, index: OpenIndex, count: Callable[[str], int], said: Collection[str] = (),
    question: str = "",
) -> tuple[str, ...]:  # fmt: skip
    """Return as many facts as fit into `limit` tokens, one line each: tables, all of the best class, routes and callers first.

    What a line of the context says already is left out, and so is what was `said` in an earlier turn. A table that is called
    as its class, with the key `id`, is told only where the question asks for tables or keys.
    """
    shown = {(pick.text.unit.file_path, pick.text.first + line) for pick in picks for run in pick.runs for line in range(*run)}
    found: list[str] = []
    left = limit - _HEADING
    for line in _lines(picks, shown, index, asked=bool(_OF_TABLES & words_of(question))):
        price = count(f"{line}\n")
        if price <= left and line not in said:
            left -= price
            found.append(line)
    return tuple(found)


def _lines(picks: Sequence[Pick], shown: set[tuple[str, int]], index: OpenIndex, *, asked: bool) -> Iterator[str]:
    hosts = list(dict.fromkeys(pick.host for pick in picks))[:_UNITS]
    known = _metadata([index.keys[host] for host in hosts], index)
    keys = list(dict.fromkeys(key for pick in picks for key in (pick.want.key, *pick.holds)))[:_UNITS]
    for place, host in enumerate(hosts):
        head, facts = index.heads[host], known[index.keys[host]]
        yield from _of_table(head, str(facts.get("table") or ""), index, asked=asked)
        if place == 0:
            yield from _of_class(head, facts, shown)
    for key in keys:
        head = index.by_key[key]
        around = known.get(index.keys[index.hosts[index.position[key]]], {})
        said = [*_of_action(head.name, around), *_callers(index.position[key], index)]
        if said:
            yield f"- {head.identifier}: {'; '.join(said)}"
    for host in hosts[1:]:
        yield from _of_class(index.heads[host], known[index.keys[host]], shown)


def _metadata(keys: Iterable[str], index: OpenIndex) -> dict[str, UnitFacts]:
    """Return the facts of units by key, kept for later questions."""
    kept = _read.of(index)
    missing = [key for key in keys if key not in kept]
    if missing:
        kept.update({unit.key: unit.metadata for unit in index.catalog.units(missing)})
    return {key: kept[key] for key in keys}


def _of_class(head: UnitHead, facts: UnitFacts, shown: set[tuple[str, int]]) -> Iterator[str]:
    """Yield columns, associations that no line shown declares, and the callbacks that concerns bring."""
    if columns := _names(facts_in(facts, "columns"), "kind"):
        yield f"- {head.identifier} has the columns {name_list(columns, _COLUMNS)}"
    hidden = [fact for fact in facts_in(facts, "associations") if (fact["file_path"], fact["line"]) not in shown]
    if hidden:
        yield f"- {head.identifier} is associated: {', '.join(map(_association, hidden))}"
    brought = [fact for fact in facts_in(facts, "callbacks") if str(fact.get("via") or "").partition(":")[0] == "concern"]
    if brought:
        yield f"- {head.identifier} runs callbacks of its concerns: {', '.join(map(_callback, brought))}"


def _of_table(head: UnitHead, table: str, index: OpenIndex, *, asked: bool) -> Iterator[str]:
    if not table:
        return
    key = table_key(table)
    primary = texts_in(_metadata([key], index)[key], "primary_key") if key in index.position else ()
    usual = tuple(primary) in ((), ("id",)) and words_of(table) <= words_of(head.identifier) | {table}
    if asked or not usual:
        said = f", whose primary key is {', '.join(primary)}" if primary else ""
        yield f"- {head.identifier} is stored in the table {table}{said}"


def _of_action(name: str, around: UnitFacts) -> Iterator[str]:
    """Yield the routes that lead to an action and the filters around it."""
    if routes := texts_in(table_in(around, "routes"), name):
        yield f"reached by {', '.join(routes)}"
    if filters := texts_in(table_in(around, "resolved_filters"), name):
        yield f"filters {', '.join(each.replace(':', ' ', 1) for each in filters)}"


def _callers(number: int, index: OpenIndex) -> Iterator[str]:
    """Yield who calls a unit that runs, with file and line; tests are left out."""
    if not unit_type(index.heads[number].type).runs:
        return
    links = [link for link in index.links.into(number) if link.kind in LEADS and not index.heads[link.other].is_test]
    callers = {index.heads[link.other].identifier: f"{link.file_path}:{link.line}" for link in reversed(links)}
    if callers:
        named = [f"{name} ({place})" for name, place in reversed(callers.items())]
        yield f"called by {name_list(named, _CALLERS)}"


def _names(facts: Sequence[Fact], of: Literal["kind"]) -> list[str]:
    return [f"{fact['name']} {fact.get(of) or ''}".rstrip() for fact in facts]


def _association(fact: Fact) -> str:
    target = fact.get("target")
    return f"{fact.get('macro')} {fact['name']}" + (f" → {target}" if target else "")


def _callback(fact: Fact) -> str:
    event = "_".join(str(held) for part in ("kind", "event") if (held := fact.get(part)))
    return f"{event} {fact['name']} ({split_key(str(fact['via']))[1]})"
