"""Compare the models, controllers, jobs, mailers and GraphQL classes of the files with those of the running application."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from core.model import CodeUnit, unit_key
from core.probe.compare import (
    BOTH,
    CONFIRMED,
    DIFFER,
    RUNTIME_ONLY,
    STATIC_ONLY,
    UNCONFIRMED,
    UNWRITTEN,
    Compared,
    Trust,
    compare,
    labelled,
)
from core.probe.facts import CALLBACKS, FILTERS, OF_CONTROLLERS, OF_MODELS, RAILS_OWN_FILTERS, chain
from core.probe.read import Probe, Row
from core.probe.seen import Kind, Seen, seen
from core.probe.values import FactDifference

_NO_CLASSES = frozenset(
    ("method", "scope", "table", "file", "folder", "route", "test", "view_template", "readme", "doc_section")
)
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


@dataclass(frozen=True, slots=True)
class _Group:
    """Classes of one list of the contract: the types of their units, and which facts of a row are compared.

    Where `any_class` is set, a class that the application has loaded is confirmed even when it is not in this list.
    """

    name: str
    types: tuple[str, ...]
    kinds: Callable[[Row], Sequence[Kind]]
    inherited: str = ""
    any_class: bool = False


_GROUPS = (
    _Group("models", ("model",), lambda _: OF_MODELS),
    _Group("controllers", ("controller",), lambda _: OF_CONTROLLERS),
    _Group("jobs", ("job",), lambda _: OF_JOBS, "rescue", any_class=True),
    _Group("mailers", ("mailer",), lambda _: OF_MAILERS, "actions", any_class=True),
    _Group("graphql", ("graphql_type", "graphql_mutation", "graphql_resolver"), of_graphql, any_class=True),
)


def merge_classes(units: Mapping[str, CodeUnit], probe: Probe, trust: Trust) -> list[Compared]:
    """Return every class that one side knows, compared; lists that the answer lacks are left as they are."""
    classes = classes_of(units.values())
    unloaded = {str(row.get("where")).removeprefix("loading "): str(row.get("class")) for row in probe.rows("errors")}
    found: list[Compared] = []
    for group in _GROUPS:
        if group.name == "models" or group.name in probe.lists:
            found += _group(group, units, classes, probe, trust, unloaded)
    return found


def classes_of(units: Iterable[CodeUnit]) -> dict[str, CodeUnit]:
    """Return the classes by name; where several types share a name, models and controllers win."""
    found: dict[str, CodeUnit] = {}
    for unit in units:
        if unit.type not in _NO_CLASSES and not unit.is_test:
            before = found.get(unit.identifier)
            if before is None or unit.type in ("model", "controller"):
                found[unit.identifier] = unit
    return found


def _group(
    group: _Group, units: Mapping[str, CodeUnit], classes: Mapping[str, CodeUnit], probe: Probe, trust: Trust,
    unloaded: Mapping[str, str],
) -> list[Compared]:  # fmt: skip
    rows = _rows(group, probe)
    named = {row["name"] for row in rows}
    loaded = probe.names() if group.any_class else frozenset()
    found = [_class(group, row, units, classes, trust) for row in rows]
    for unit in units.values():
        if unit.type in group.types and not unit.is_test and unit.identifier not in named:
            known = unit.identifier in loaded
            trust.add(group.name, BOTH if known else STATIC_ONLY)
            found.append(Compared(labelled(unit, CONFIRMED if known else _missing(unit, unloaded))))
    return found


def _missing(unit: CodeUnit, unloaded: Mapping[str, str]) -> str:
    problem = unloaded.get(unit.file_path)
    return f"{UNCONFIRMED}: its file could not be loaded there ({problem})" if problem else UNCONFIRMED


def _rows(group: _Group, probe: Probe) -> list[Row]:
    """Return the rows of the application's own classes, with what their kinds of facts need beside them."""
    listed = with_inherited(probe.rows(group.name), group.inherited) if group.inherited else probe.rows(group.name)
    own = [row for row in listed if _in_application(row) and "HABTM_" not in str(row.get("name"))]
    if group.name != "graphql":
        return own
    classes = {str(row.get("graphql_name")): str(row.get("name")) for row in own}
    return [{**row, "classes": classes, "place": row.get("at")} for row in own]


def _in_application(row: Row) -> bool:
    at = row.get("at") or {}
    return at.get("origin", "app") == "app" and bool(at.get("file")) and bool(row.get("name"))


def _class(group: _Group, row: Row, units: Mapping[str, CodeUnit], classes: Mapping[str, CodeUnit], trust: Trust) -> Compared:
    unit = classes.get(row["name"])
    if unit is None:
        trust.add(group.name, RUNTIME_ONLY)
        return compare(_new_class(row, group.types[0], units), row, group.kinds(row), trust)
    differences = [FactDifference("table", unit.metadata.get("table"), row["table"])] if _other_table(unit, row) else []
    trust.add(group.name, DIFFER if differences else BOTH)
    label = f"differs: {'; '.join(map(str, differences))}" if differences else CONFIRMED
    one = compare(labelled(unit, label), row, group.kinds(row), trust)
    return _with_chains(one, row, trust) if group.name == "controllers" else one


def _other_table(unit: CodeUnit, row: Row) -> bool:
    table = unit.metadata.get("table")
    return bool(table and row.get("table") and str(row["table"]).rpartition(".")[2] != str(table).rpartition(".")[2])


def _new_class(row: Row, type_: str, units: Mapping[str, CodeUnit]) -> CodeUnit:
    """Return the unit of a class that no file spells out: its place is the line that made it."""
    at, name = row["at"], str(row["name"])
    path, line = str(at["file"]), int(at.get("line") or 1)
    parent = unit_key("file", path)
    file = units.get(parent)
    lines = file.source_code.split("\n") if file else []
    namespace, _, last = name.rpartition("::")
    return CodeUnit(
        type_, name, last, namespace, "ruby", path, line, line, lines[line - 1] if 0 < line <= len(lines) else "",
        parent=parent if file else "", metadata={"runtime": UNWRITTEN}, origin="runtime",
    )  # fmt: skip


def _with_chains(one: Compared, row: Row, trust: Trust) -> Compared:
    """Take the filters of each routed action from the runtime, which has resolved them itself."""
    resolved = {action: list(steps or ()) for action, steps in (row.get("resolved") or {}).items()}
    static = one.unit.metadata.get("resolved_filters", {})
    other: list[dict[str, str]] = []
    for action, steps in resolved.items():
        found = chain(row, action) if "filters" in row else [step for step in steps if not _of_rails(step)]
        known = [step for step in static.get(action, ()) if not _of_rails(step)]
        trust.add("filter chains of actions", BOTH if known == found else DIFFER)
        if known != found:
            other.append({"name": action, "certainty": "dynamic", "runtime": f"differs: {_chain_difference(known, found)}"})
    if not resolved:
        return one
    metadata = {**one.unit.metadata, "resolved_filters": {**static, **resolved}, **({"filter_chains": other} if other else {})}
    return replace(one, unit=replace(one.unit, metadata=metadata))


def _chain_difference(in_files: Sequence[str], at_runtime: Sequence[str]) -> str:
    more, less = Counter(at_runtime) - Counter(in_files), Counter(in_files) - Counter(at_runtime)
    parts = (
        f"at runtime also {', '.join(sorted(more.elements()))}" if more else "",
        f"at runtime without {', '.join(sorted(less.elements()))}" if less else "",
    )
    return "; ".join(filter(None, parts)) or f"at runtime in the order {', '.join(at_runtime)}"


def _of_rails(step: str) -> bool:
    return step.partition(":")[2] in RAILS_OWN_FILTERS
