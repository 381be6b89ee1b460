"""What a reader wants to know of one unit: its facts, its relations with their lines, its history."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from core.inspect.environment import environment_facts
from core.inspect.fact_text import fact_source, fact_text, runtime_sentence
from core.inspect.strength import strength
from core.inspect.usage.inheritance import contracts_of
from core.inspect.verdict import forward_verdict, mentions, more_lines, verdict_on
from core.model import History, Relation, UnitHead, split_key
from core.model.address import Asked
from core.model.facts import Fact, ToldFact, is_fact
from core.model.sheet import NeighbourList, RelationRow, UnitSheet
from core.model.verdict import USED
from core.open_index import unit_summary
from core.open_index.finding import inside
from core.text.counts import counted_as, name_list
from core.vocabulary import BY_PATH
from core.workbench.limit_values import check_kinds
from core.workbench.observed import observed_sentence

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_FACT_KINDS = (
    "associations", "validations", "callbacks", "scopes", "enums", "concerns", "delegates", "filters", "actions", "columns",
    "indexes", "foreign_keys", "routes", "fields", "renders", "state_machines", "dependencies", "queues", "retries",
    "filter_chains", "attributes", "formats", "permitted", "entry_points", "injected", "returns", "rescues", "rescued",
    "concurrency", "defaults", "slots", "values", "members", "implements", "authorization", "states", "events",
    "transitions", "organized", "hooks", "errors", "stimulus", "environment",
)  # fmt: skip
_WEIGHTS = (8.0, 6.0, 4.0, 3.0, 1.5, 1.0)  # of a line, by the group of its relation: what breaks first weighs most
_CALLABLE = frozenset({"method", "function", "scope"})  # of a class that is reopened elsewhere they are parts all the same


def unit_sheet(bench: OpenBench, name: str, *, depth: int = 1, kinds: Sequence[str] = ()) -> UnitSheet:
    """Return the sheet of the unit that `name` stands for, with relations up to `depth` steps away and of these `kinds`.

    Raises `SourceError` as `Workbench.unit`.
    """
    check_kinds(bench, kinds)
    unit = bench.unit(name)
    inner = {unit.key, *members(bench, unit.key)}
    backwards = _rows(bench, inner, inner, depth, kinds, forwards=False)
    forwards = _rows(bench, inner, inner, depth, kinds, forwards=True)
    used = [row for row in backwards if not row["is_test"]]
    metadata = {**unit.metadata, "environment": environment_facts(bench.index, unit.head)}
    return UnitSheet(
        unit=unit,
        members=tuple(sorted(inner - {unit.key})),
        facts={kind: [_fact(kind, row) for row in rows] for kind in _FACT_KINDS if (rows := _listed(metadata.get(kind)))},
        dependencies=tuple(forwards),
        dependents=tuple(used),
        tests=tuple(row for row in backwards if row["is_test"]),
        history=_history(bench.histories.get(unit.key)),
        chunks=tuple(bench.catalog.chunks([unit.key])),
        pages=bench.pages,
        uses_none="" if forwards else _nothing(bench, unit.head, kinds, forwards=True),
        used_by_none="" if used else _nothing(bench, unit.head, kinds, forwards=False),
        used_by_more=_more(bench, unit.head, inner) if used else "",
        runtime=runtime_sentence(unit, _FACT_KINDS),
        summary=unit_summary(bench.index, unit.key),
        observed=observed_sentence(bench, unit.head),
    )


def neighbour_list(
    bench: OpenBench, name: str, *, depth: int = 1, kinds: Sequence[str] = (), tests: bool = False, forwards: bool = True
) -> NeighbourList:
    """Return what the unit and its members use (`forwards`) or what uses them, up to `depth` steps away.

    Nearest first. What it uses is ordered by the strength of the relations (see `core.inspect.strength`), what uses it by how
    much it does and how central it is: one line of each class or file, then the further ones; tests last.
    """
    if not forwards and not kinds and (local := _inner_function(bench, name)) is not None:
        return local
    check_kinds(bench, kinds)
    head = bench.head(name)
    inner = {head.key, *members(bench, head.key)}
    index = bench.index
    contracts = (
        {index.keys[one] for key in inner for one in contracts_of(index, index.position[key])} if not forwards else set()
    )
    rows = _rows(bench, inner | contracts, inner, depth, kinds, forwards=forwards)
    shown = [row for row in rows if tests or not row["is_test"]]
    sentence = _sentence(bench, head, inner, shown, kinds, contracts, forwards=forwards)
    if hidden := len(rows) - len(shown):
        sentence += f" {counted_as(hidden, 'place')} in tests {'is' if hidden == 1 else 'are'} left out."
    asked = Asked("dependencies" if forwards else "dependents", {"unit": head.key})
    verdict = "" if forwards else USED if shown else verdict_on(bench.index, head).word
    return NeighbourList(sentence, tuple(shown), verdict, asked, bench.pages)


def _inner_function(bench: OpenBench, name: str) -> NeighbourList | None:
    """Return the lines that use a function inside of a function, which is part of that unit; None where there is none."""
    rows: list[RelationRow] = []
    places: list[str] = []
    around: UnitHead | None = None
    for outer in inside(bench.index, name):
        for one in _listed(bench.unit(outer.key).metadata.get("inner")):
            if one["name"] != name or not one["used"]:
                continue
            around = outer
            places.append(f"{outer.identifier} ({outer.file_path}:{one['line']})")
            for used in one["used"]:
                relation = Relation(outer.key, outer.key, str(used["kind"]), outer.file_path, int(used["line"]))
                rows.append(_row(bench.heads, bench.index.texts.line, outer.key, 1, relation, outer.key))
    if around is None:
        return None
    sentence = f"'{name}' is a function inside {' and '.join(places)}, used there in {counted_as(len(rows), 'line')}."
    return NeighbourList(sentence, tuple(rows), USED, Asked("dependents", {"unit": around.key}), bench.pages)


def _sentence(
    bench: OpenBench, head: UnitHead, inner: set[str], shown: Sequence[RelationRow], kinds: Sequence[str],
    contracts: Collection[str], *, forwards: bool,
) -> str:  # fmt: skip
    by_kinds = f" by {', '.join(kinds)}" if kinds else ""
    name, more = head.identifier, "" if forwards or not shown else _more(bench, head, inner)
    if not shown:
        if kinds:
            return f"{name} uses nothing{by_kinds}." if forwards else f"Nothing uses {name}{by_kinds}."
        known = f"{name} has no known {'dependencies' if forwards else 'callers'}."
        return f"{known} {_nothing(bench, head, (), forwards=forwards)}"
    units, places = len({row["unit"] for row in shown}), counted_as(len(shown), "place")
    details = []
    if through := sum(row["member"] in contracts for row in shown):
        named = ", ".join(split_key(key)[1] for key in sorted(contracts))
        details.append(f"{through:,} of them through {named}, which nothing else implements.")
    elif not kinds and max(row["distance"] for row in shown) == 1:
        found = bench.analyse.used(head.key) if forwards else bench.analyse.users(head.key)
        units, places = len(found), counted_as(sum(found.code.values()), "line")
        details += [f"Not counted: {found.apart}."] if found.apart else []
    routes = dict.fromkeys(split_key(row["unit"])[1] for row in shown if row["kind"] == "routes_to" and not forwards)
    if routes:
        details.insert(0, f"{' and '.join(routes)} {'leads' if len(routes) == 1 else 'lead'} to it.")
    counted = counted_as(units, "unit")
    if forwards:
        first = f"{name} uses {counted}{by_kinds} ({places})."
    else:
        first = f"{counted} {'uses' if units == 1 else 'use'} {name}{by_kinds} ({places})."
    return " ".join(filter(None, [first, *details, more]))


def unresolved_mentions(bench: OpenBench, name: str) -> list[str]:
    """Return the places that write the name of a unit or its members without a known relation, as FILE:LINE, code first."""
    head = bench.head(name)
    inner = {head.key, *members(bench, head.key)}
    return [f"{place}{' (test)' if place.in_tests else ''}" for place in mentions(bench.index, head, _known(bench, inner))]


def _more(bench: OpenBench, head: UnitHead, inner: set[str]) -> str:
    """Return how many lines write the name of a unit without a known relation to it or its members."""
    return more_lines(bench.index, head, _known(bench, inner))


def _known(bench: OpenBench, inner: set[str]) -> set[tuple[str, int]]:
    into = bench.index.relations_to
    return {(one.file_path, one.line) for key in inner for one in into.get(key, ()) if one.source not in inner}


def _nothing(bench: OpenBench, head: UnitHead, kinds: Sequence[str], *, forwards: bool) -> str:
    if kinds:
        return f"nothing by {', '.join(kinds)}."
    return forward_verdict(bench.index, head) if forwards else verdict_on(bench.index, head).sentence


def members(bench: OpenBench, key: str) -> list[str]:
    """Return the keys of the units inside a class, module or other code unit, at any depth; not for files and folders.

    A class that is only named after another (`Repository::Git` in a file of its own) is no part of it, and may well use it.
    """
    if bench.heads[key].type in BY_PATH:
        return []
    found: list[str] = []
    waiting = [key]
    while waiting:
        outer = bench.heads[waiting.pop()]
        inner = [child for child in bench.children.get(outer.key, ()) if _is_part(bench.heads[child], outer)]
        found += inner
        waiting += inner
    return found


def _is_part(child: UnitHead, outer: UnitHead) -> bool:
    return child.type != "file" and (child.file_path == outer.file_path or child.type in _CALLABLE)


def _rows(
    bench: OpenBench, start: set[str], inner: set[str], depth: int, kinds: Sequence[str], *, forwards: bool
) -> list[RelationRow]:
    by_unit, wanted = bench.index.relations_from if forwards else bench.index.relations_to, set(kinds)
    seen, frontier = set(inner), sorted(start)
    found: list[tuple[str, int, Relation, str]] = []
    for distance in range(1, depth + 1):
        following: set[str] = set()
        for key in frontier:
            for one in by_unit.get(key, ()):
                other = one.target if forwards else one.source
                if other in inner or (wanted and one.kind not in wanted) or (distance > 1 and other in seen):
                    continue
                found.append((other, distance, one, key))
                following.add(other)
        seen |= following
        frontier = sorted(following)
    bench.read_files(one.file_path for _, _, one, _ in found)
    heads, line = bench.heads, bench.index.texts.line
    rows = [_row(heads, line, other, distance, one, member) for other, distance, one, member in found]
    rows.sort(key=_order)
    return rows if forwards else _by_weight(bench, rows)


def _by_weight(bench: OpenBench, rows: Sequence[RelationRow]) -> list[RelationRow]:
    """Return what uses a unit with the heaviest users first: first one line of each class or file, then their further lines.

    A user weighs what its lines weigh, the further ones ever less, and how central it is; tests come last.
    """
    index = bench.index
    keys, around, position, importance = index.keys, index.hosts, index.position, index.importance
    hosts = {unit: keys[around[position[unit]]] for unit in dict.fromkeys(row["unit"] for row in rows)}
    number: Counter[tuple[str, int]] = Counter()
    weights: dict[str, float] = defaultdict(float)
    places = []
    for row in rows:
        host = hosts[row["unit"]]
        strong = strength(row["kind"], row["certainty"], split_key(row["unit"])[0])[0]
        weights[host] += _WEIGHTS[min(strong, len(_WEIGHTS) - 1)] / (1 + number[host, row["distance"]])
        places.append(number[host, row["distance"]])
        number[host, row["distance"]] += 1
    for host in weights:
        weights[host] *= 1 + importance.get(host, 0.0)

    def order(pair: tuple[RelationRow, int]) -> tuple[object, ...]:
        row, place = pair
        host = hosts[row["unit"]]
        return row["distance"], row["is_test"], place > 0, -weights[host], host, place

    return [row for row, _ in sorted(zip(rows, places, strict=True), key=order)]


def _order(row: RelationRow) -> tuple[object, ...]:
    strong = strength(row["kind"], row["certainty"], split_key(row["unit"])[0])
    return row["distance"], row["is_test"], strong, row["kind"], row["unit"], row["file_path"], row["line"]


def _row(
    heads: Mapping[str, UnitHead], line: Callable[[str, int], str], other: str, distance: int, one: Relation,
    member: str,
) -> RelationRow:  # fmt: skip
    return {
        "unit": other,
        "kind": one.kind,
        "distance": distance,
        "member": member,
        "file_path": one.file_path,
        "line": one.line,
        "certainty": one.certainty,
        "via": one.via,
        "is_test": heads[other].is_test,
        "text": line(one.file_path, one.line),
    }


def _listed(value: object) -> list[Fact]:
    if not isinstance(value, list | tuple):
        return []
    return [row if is_fact(row) else Fact(name=str(row)) for row in value]


def _fact(kind: str, row: Fact) -> ToldFact:
    return {**row, "text": fact_text(kind, row), "known": fact_source(row)}


def _history(history: History | None) -> str:
    if history is None or history.change_frequency == "unknown":
        return "File history: unknown (not in git)."
    authors = name_list(history.authors, 3)
    commits = counted_as(history.commits_90, "commit")
    return (
        f"File history: {history.change_frequency}, {commits} in 90 days, {history.commits_365} in a year, "
        f"last changed {history.last_change[:10]}; authors: {authors}."
    )
