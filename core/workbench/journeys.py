"""What really happens in an application: the requests, jobs and mails that touch most, each with what it sets off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from core.errors import SourceError
from core.flow.entries import of_unit
from core.flow.flows import flow_of
from core.model import parse_key
from core.model.flow import Flow
from core.model.text_table import Flat
from core.present.flow.outward import outward

if TYPE_CHECKING:
    from core.workbench.open_bench import OpenBench

_MOST = 5
_TRIED = 14  # entries of a kind whose flow is looked at: each takes some milliseconds
_DEPTH = 3
_SHOWN = 4  # names of one kind
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")
_TASKS: Mapping[str, str] = {"rake_task": "task"}
_STARTED = frozenset({"job", "mailbox", "rake_task", "external_consumer"})


def journeys(bench: OpenBench) -> tuple[Mapping[str, Flat], ...]:
    """Return up to five entries with what each sets off, those that set off most first: requests, a job, a mail.

    A controller has one, and pages of a part set apart (`Admin::`) come last. Without requests, what is started in other ways.
    """
    routes = _told(bench, _routes(bench), "request")
    jobs = [row for row in _told(bench, _jobs(bench), "job") if row["touches"]]
    mails = _mails(bench)
    others = [*jobs[:1], *mails[:1]]
    chosen = [*_one_each(bench, routes)[: _MOST - len(others)], *others]
    more = [row for row in (*jobs[1:], *mails[1:]) if row not in chosen]
    return tuple((*chosen, *more)[:_MOST])


def _told(bench: OpenBench, entries: Iterable[str], kind: str) -> list[dict[str, Flat]]:
    rows: list[dict[str, Flat]] = []
    for key in list(entries)[:_TRIED]:
        try:
            found = flow_of(bench.index, of_unit(bench.index, bench.index.position[key]), depth=_DEPTH, whole=False)
        except SourceError:
            continue  # nothing of it is in the index
        said, count = sets_off(found)
        head = bench.heads[key]
        rows.append(
            {
                "entry": key, "title": head.identifier, "kind": _TASKS.get(head.type, kind), "sets_off": said, "touches": count,
                "file_path": head.file_path, "line": head.start_line,
            }
        )  # fmt: skip
    return sorted(rows, key=lambda row: (-int(str(row["touches"])), str(row["title"])))


def sets_off(flow: Flow) -> tuple[str, int]:
    """Return in words what a flow does that is seen from outside, and to how many different things."""
    found = outward(flow)
    return "; ".join(f"{told} {_listed(list(names))}" for told, names in found.items()), sum(map(len, found.values()))


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _routes(bench: OpenBench) -> Iterator[str]:
    """Yield routes that change something, each action once: those whose action uses most first, parts set apart last."""
    index, seen = bench.index, set[int]()
    found = []
    for key, head in bench.heads.items():
        if head.type != "route" or not head.identifier.startswith(_CHANGING):
            continue
        target = next((link.other for link in index.links.out(index.position[key]) if link.kind == "routes_to"), -1)
        if target >= 0 and index.heads[target].type != "controller":  # else no code is known that answers it
            out = bench.metrics.get(index.heads[target].key, {}).get("fan_out", 0.0)
            found.append((_apart(index.heads[target].identifier), -out, len(head.identifier), key, target))
    for *_, key, target in sorted(found):
        if target not in seen:
            seen.add(target)
            yield key


def _apart(identifier: str) -> bool:
    return "::" in identifier.partition("#")[0]


def _one_each(bench: OpenBench, rows: list[dict[str, Flat]]) -> list[dict[str, Flat]]:
    """Keep the first row of every controller; those of parts set apart come last."""
    index, found = bench.index, dict[str, dict[str, Flat]]()
    for row in rows:
        number = index.position[str(row["entry"])]
        target = next((link.other for link in index.links.out(number) if link.kind == "routes_to"), number)
        owner = index.heads[target].parent or index.heads[target].key
        found.setdefault(owner, row)
    return [row for _, row in sorted(found.items(), key=lambda pair: _apart(parse_key(pair[0]).identifier))]


def _jobs(bench: OpenBench) -> Iterator[str]:
    """Yield what is started as a whole, most used first."""
    found = [
        (head.type == "rake_task", -bench.metrics.get(key, {}).get("fan_in", 0.0), -_uses(bench, key), key)
        for key, head in bench.heads.items() if head.type in _STARTED and not head.is_test
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
                "entry": key, "title": head.identifier, "kind": "mail", "sets_off": f"is sent by {_listed(names)}",
                "touches": len(names), "file_path": head.file_path, "line": head.start_line,
            }
        )  # fmt: skip
    return rows
