"""Which facts of jobs, mailers and GraphQL classes the application declares, as both sides write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from core.probe.facts import CALLBACKS, FILTERS
from core.probe.read import Row
from core.probe.seen import Kind, Seen, seen
from core.probe.values import FactDifference

_DYNAMIC = "dynamic"
_USUAL_QUEUE = "default"
_BUILT_IN = {"Int": "Integer"}


def with_inherited(rows: Iterable[Row], key: str) -> list[Row]:
    """Return rows of classes; each says under `inherited` which names of a list its superclass has too."""
    listed = list(rows)
    of = {str(row.get("name")): row for row in listed}
    found: list[Row] = []
    for row in listed:
        parent = of.get(str(row.get("superclass")))
        names = _names(parent.get(key)) if parent else frozenset()
        found.append({**row, "inherited": names, "parent": parent})
    return found


def _names(value: object) -> frozenset[str]:
    listed = value if isinstance(value, list | tuple) else ()
    return frozenset(str(one.get("name")) if isinstance(one, dict) else str(one) for one in listed)


def _queues(row: Row) -> Iterator[Seen]:
    queue = row.get("queue")
    name = _DYNAMIC if isinstance(queue, dict) else str(queue or "")
    parent = (row.get("parent") or {}).get("queue")
    place = queue.get("proc") if isinstance(queue, dict) else None
    one = seen(("queue",), {"name": name}, {"defined_at": place} if place else {})
    file = str((place or {}).get("file") or "") if (place or {}).get("origin") == "app" else ""
    news = one.news and queue != parent and name not in ("", _USUAL_QUEUE)
    yield replace(one, news=news, file_path=file, line=int((place or {}).get("line") or 0) if file else 0)


def _queue_differences(fact: Mapping[str, object], found: Seen) -> list[FactDifference]:
    one, other = str(fact.get("name")).removeprefix(":"), str(found.fact["name"])
    return [] if one == other or _DYNAMIC in (one, other) else [FactDifference("queue", one, other)]


def _queue_words(_fact: Mapping[str, object]) -> tuple[str, ...]:
    return ("queue",)


def _rescues(row: Row) -> Iterator[Seen]:
    for name in row.get("rescue") or ():
        yield seen(_last(str(name)), {"name": str(name)}, {}, news=name not in row.get("inherited", ()))


def _rescue_words(fact: Mapping[str, object]) -> tuple[str, ...]:
    return _last(str(fact.get("name")))


def _last(name: str) -> tuple[str, ...]:
    return (name.rpartition("::")[2],)


def _actions(row: Row) -> Iterator[Seen]:
    sites = row.get("action_sites") or {}
    for name in row.get("actions") or ():
        site = sites.get(name) or {}
        news = bool(site) and name not in row.get("inherited", ())
        yield seen((str(name),), {"name": str(name)}, {"declared_at": site}, news)


def _fields(row: Row) -> Iterator[Seen]:
    classes = row.get("classes") or {}
    for one in row.get("fields") or ():
        fact = {"name": str(one.get("method") or one.get("name")), "macro": "field", "type": _type(one, classes)}
        resolver = {"resolver": str(one["resolver"])} if one.get("resolver") else {}
        yield seen(("field", _folded(one)), {**fact, **resolver}, {"declared_at": row.get("place")})
        yield from _arguments(one.get("arguments"), row, news=not resolver)  # a resolver has its own
    yield from _arguments(row.get("arguments"), row)


def _arguments(arguments: Sequence[Row] | None, row: Row, news: bool = True) -> Iterator[Seen]:
    for one in arguments or ():
        fact = {"name": str(one.get("method") or one.get("name")), "macro": "argument"}
        said = {**fact, "type": _type(one, row.get("classes") or {})}
        yield seen(("argument", _folded(one)), said, {"declared_at": row.get("place")}, news)


def _folded(one: Mapping[str, object]) -> str:
    """Return a name as files and schema both have it: `line_items` there is `lineItems` here."""
    return str(one.get("name")).replace("_", "").lower()


def _field_words(fact: Mapping[str, object]) -> tuple[str, ...]:
    return str(fact.get("macro")), _folded(fact)


def _type(one: Mapping[str, object], classes: Mapping[str, str]) -> str:
    """Return the class of a type without list and null marks, as a file would write it."""
    name = str(one.get("type") or "").strip("[]!")
    return classes.get(name) or _BUILT_IN.get(name, name)


def _field_differences(fact: Mapping[str, object], found: Seen) -> list[FactDifference]:
    differences = []
    for name in ("type", "resolver"):
        one, other = str(fact.get(name) or ""), str(found.fact.get(name) or "")
        if one[:1].isupper() and other and not f"::{other}".endswith(f"::{one}") and _last(one) != _last(other):
            differences.append(FactDifference(name, one, other))
    return differences


def _is_field(fact: Mapping[str, object]) -> bool:
    return fact.get("macro") == "field"


def _is_field_or_argument(fact: Mapping[str, object]) -> bool:
    return fact.get("macro") in ("field", "argument")


OF_JOBS = (
    Kind("queues of jobs", "queues", "queue", _queues, _queue_words, _queue_differences),
    Kind("retries of jobs", "retries", "rescue", _rescues, _rescue_words),
    CALLBACKS,
)
OF_MAILERS = (Kind("actions of mailers", "actions", "actions", _actions), FILTERS, CALLBACKS)


def of_graphql(row: Row) -> tuple[Kind, ...]:
    """Return the kinds of a GraphQL class; answers of older probes say nothing of arguments."""
    meant = _is_field_or_argument if "arguments" in row else _is_field
    return (Kind("fields of GraphQL", "fields", "fields", _fields, _field_words, _field_differences, meant),)
