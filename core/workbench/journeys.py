"""What really happens in an application: the requests, jobs and mails that touch most, each with what it sets off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from core.errors import SourceError
from core.flow.entries import of_unit
from core.flow.flows import flow_of
from core.model import UnitHead, parse_key, unit_key
from core.model.text_table import Flat
from core.present.flow.outward import Outward, outward, short_name
from core.text.counts import name_list

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_MOST = 5
_TRIED = 14  # entries of a kind whose flow is looked at: each takes some milliseconds
_DEPTH = 3
_SEVERAL = 6  # flows of which most may have something in common
_SHOWN = 4  # names of one kind
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")
_TASKS: Mapping[str, str] = {"rake_task": "task", "task": "task", "command": "command"}
_STARTED = frozenset({"job", "mailbox", "rake_task", "external_consumer", "task", "command"})
_BY_HAND = frozenset({"rake_task", "command"})


def journeys(bench: OpenBench) -> tuple[Mapping[str, Flat], ...]:
    """Return up to five entries with what each sets off, those that set off most first: requests, a job, a mail.

    A controller has one, and pages of a part set apart (`Admin::`, `.admin.`) come last. What is started by hand counts only
    where there are no requests.
    """
    routes = _told(bench, _routes(bench), "request")
    jobs = _told(bench, _jobs(bench, by_hand=not routes), "job")
    mails = _mails(bench)
    others = [*jobs[:1], *mails[:1]]
    chosen = [*_one_each(bench, routes)[: _MOST - len(others)], *others]
    more = [row for row in (*jobs[1:], *mails[1:]) if row not in chosen]
    return tuple((*chosen, *more)[:_MOST])


def _told(bench: OpenBench, entries: Iterable[str], kind: str) -> list[dict[str, Flat]]:
    flows: dict[str, Outward] = {}
    for key in list(entries)[:_TRIED]:
        try:
            found = flow_of(bench.index, of_unit(bench.index, bench.index.position[key]), depth=_DEPTH, whole=False)
        except SourceError:
            continue  # nothing of it is in the index
        flows[key] = outward(found)
    usual = _usual(flows.values())
    rows: list[dict[str, Flat]] = []
    for key, told in flows.items():
        said, count = sets_off(told, usual)
        if not count:
            continue
        head = bench.heads[key]
        rows.append(
            {
                "entry": key, "title": head.identifier, "kind": _TASKS.get(head.type, kind), "sets_off": said, "touches": count,
                "file_path": head.file_path, "line": head.start_line,
            }
        )  # fmt: skip
    return sorted(rows, key=lambda row: (-int(str(row["touches"])), str(row["title"])))


def _usual(flows: Collection[Outward]) -> frozenset[str]:
    """Return what most of these flows set off: it says nothing about one of them."""
    counts = Counter(name for told in flows for name in {name for named in told.values() for name in named})
    return frozenset(name for name, count in counts.items() if len(flows) >= _SEVERAL and 2 * count > len(flows))


def sets_off(told: Outward, usual: Collection[str] = ()) -> tuple[str, int]:
    """Return in words what a flow does that is seen from outside and is not usual, and to how many different things."""
    own = {how: [short_name(*one) for one in named.items() if one[0] not in usual] for how, named in told.items()}
    return "; ".join(f"{how} {name_list(names, _SHOWN)}" for how, names in own.items() if names), sum(map(len, own.values()))


def _routes(bench: OpenBench) -> Iterator[str]:
    """Yield routes that change something, each action once: those whose action uses most first, parts set apart last."""
    index, seen = bench.index, set[int]()
    found = []
    for key, head in bench.heads.items():
        if head.type == "route":
            for entry, target in _changing(bench, key, head):
                out, name = _uses(bench, index.heads[target].key), index.heads[target].identifier
                found.append((_apart(name), -out, len(head.identifier), entry, target))
    for *_, entry, target in sorted(found):
        if target not in seen:
            seen.add(target)
            yield entry


def _changing(bench: OpenBench, key: str, head: UnitHead) -> Iterator[tuple[str, int]]:
    """Yield what a route that changes something begins with, and the code that answers it.

    A route that names no method, as in Django, begins with the methods of its view that answer such requests.
    """
    index = bench.index
    target = next((link.other for link in index.links.out(index.position[key]) if link.kind == "routes_to"), -1)
    if target < 0 or index.heads[target].type == "controller":  # no code is known that answers it
        return
    if head.identifier.startswith(_CHANGING):
        yield key, target
    elif head.identifier.startswith("/"):
        named = (unit_key("method", f"{index.heads[target].identifier}.{name.lower()}") for name in _CHANGING)
        yield from ((one, index.position[one]) for one in named if one in bench.heads)


def _apart(identifier: str) -> bool:
    return "::" in identifier.partition("#")[0] or ".admin." in identifier


def _one_each(bench: OpenBench, rows: list[dict[str, Flat]]) -> list[dict[str, Flat]]:
    """Keep the first row of every controller; those of parts set apart come last."""
    index, found = bench.index, dict[str, dict[str, Flat]]()
    for row in rows:
        number = index.position[str(row["entry"])]
        target = next((link.other for link in index.links.out(number) if link.kind == "routes_to"), number)
        owner = index.heads[target].parent or index.heads[target].key
        found.setdefault(owner, row)
    return [row for _, row in sorted(found.items(), key=lambda pair: _apart(parse_key(pair[0]).identifier))]


def _jobs(bench: OpenBench, *, by_hand: bool) -> Iterator[str]:
    """Yield what is started as a whole, most used first; what only people start comes last, if at all."""
    found = [
        (head.type in _BY_HAND, -bench.metrics.get(key, {}).get("fan_in", 0.0), -_uses(bench, key), key)
        for key, head in bench.heads.items()
        if head.type in _STARTED and not head.is_test and (by_hand or head.type not in _BY_HAND)
    ]  # fmt: skip
    yield from (key for *_, key in sorted(found))


def _uses(bench: OpenBench, key: str) -> float:
    return bench.metrics.get(key, {}).get("fan_out", 0.0)


def _mails(bench: OpenBench) -> list[dict[str, Flat]]:
    """Return the mails with who sends them, those that most do first."""
    senders: dict[str, set[str]] = {}
    for relation in bench.relations:
        if relation.kind == "delivers" and relation.target in bench.heads and not bench.heads[relation.source].is_test:
            senders.setdefault(relation.target, set()).add(relation.source)
    mails = [key for key in senders if bench.heads[key].type == "method"] or list(senders)
    mails.sort(key=lambda key: (-len(senders[key]), key))
    rows: list[dict[str, Flat]] = []
    for key in mails[:_MOST]:
        head, names = bench.heads[key], sorted(parse_key(sender).identifier for sender in senders[key])
        rows.append(
            {
                "entry": key, "title": head.identifier, "kind": "mail", "sets_off": f"is sent by {name_list(names, _SHOWN)}",
                "touches": len(names), "file_path": head.file_path, "line": head.start_line,
            }
        )  # fmt: skip
    return rows
