"""Make units and relations of all Python modules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from core.extract.facts import Declaration, FileFacts, Reference
from core.extract.meaning import ANYTHING, NOWHERE, FarthestMeaning, Meaning
from core.extract.python.acts import PythonActs, row, rows_of
from core.extract.python.expressions import reads, split_root
from core.extract.python.fields import related
from core.extract.python.holders import KINDS, OBJECTS, OF_FACTORIES
from core.extract.python.module import PythonModule
from core.extract.python.modules import PythonModules
from core.extract.python.named import PythonNames, is_safe_name
from core.extract.python.related import lent
from core.extract.python.routes import ViewRoute, routes
from core.extract.python.schedules import schedule_relations
from core.extract.python.symbols import PythonSymbols
from core.extract.python.templates import Templates
from core.extract.python.units import PythonUnits
from core.extract.python.views import ViewActs
from core.extract.repository import Linked, Repository
from core.extract.tally import Tally, typed_by
from core.model import TYPE_ONLY, CodeUnit, Relation, unit_key


def link(repository: Repository) -> Linked:
    """Return the units of all Python files and what they import, inherit, call, reference and are decorated by."""
    files = repository.of("python")
    modules = PythonModules(files, [facts.path for facts in repository.files], repository.linked_paths())
    symbols = PythonSymbols(modules, files)
    symbols.relate(lent(symbols))
    all_routes, problems = routes(symbols)
    found_routes = [route for route in all_routes if not _is_in_tests(route, symbols, modules)]
    table = PythonUnits(symbols, {route.target for route in found_routes if route.target is not None})
    tally = Tally()
    names = PythonNames(symbols)
    acts = PythonActs(symbols, table, names)
    views = ViewActs(symbols, table, acts)
    callbacks = acts.callbacks()
    templates = Templates(repository, symbols, table, found_routes, names)
    units: list[CodeUnit] = []

    def of_file(facts: FileFacts) -> Iterator[Relation]:
        module = symbols.table[modules.names[facts.path]]
        if module.facts is not facts:
            return  # a stub file beside its module
        does = _facts_of(module, symbols, acts, views, callbacks, table)
        units.extend(table.units(module, does))
        yield from _enqueued_by_name(module, does, table)
        yield from _imports(module, symbols, table)
        yield from _inherits(module, symbols, table)
        yield from _related(module, symbols, table)
        yield from _references(module, symbols, table, names, tally)
        yield from schedule_relations(module, symbols, table)
        yield from _named_in_texts(module, symbols, table)
        yield from _named_in_bodies(module, symbols, table)
        yield from _named_in_calls(module, names, table)
        yield from templates.shown(module)

    relations = repository.guard.gathered("python references", files, of_file)
    relations += templates.relations()
    for route in found_routes:
        units.append(_route_unit(route, symbols, views))
        if route.target is not None:
            source, target = unit_key("route", route.identifier), table.key_of(_answering(route, symbols))
            relations.append(Relation(source, target, "routes_to", route.file_path, route.line))
    return Linked(tuple(units), tuple(relations), tuple(problems), tally.counts, tuple(tally.listed))


def _facts_of(
    module: PythonModule, symbols: PythonSymbols, acts: PythonActs, views: ViewActs,
    callbacks: Mapping[Meaning, Sequence[Mapping[str, object]]], table: PythonUnits,
) -> Mapping[int, Mapping[str, object]]:  # fmt: skip
    """Return what the definitions of a module do, by number, and what waits for its models and answers in its views."""
    if module.facts.is_test:
        return {}
    found: dict[int, dict[str, object]] = {number: dict(does) for number, does in acts.of(module).items()}
    for number, inner in _inner_functions(module, symbols, table).items():
        found.setdefault(number, {})["inner"] = inner
    for number, definition in enumerate(module.facts.definitions):
        own = Meaning("class", module.name, number)
        if definition.kind == "class" and table.type_of(own) == "view":
            found.setdefault(number, {}).update(views.facts(own))
        if definition.kind == "class" and table.type_of(own) in ("form", "serializer") and (does := acts.of_library(own)):
            found.setdefault(number, {})["library"] = {name: rows_of(rows) for name, rows in does.items()}
        if own in callbacks:
            found.setdefault(number, {})["callbacks"] = list(callbacks[own])
    return found


def _inner_functions(module: PythonModule, symbols: PythonSymbols, table: PythonUnits) -> Mapping[int, list[dict[str, object]]]:
    """Return the functions that are part of a unit, by its number: each with its name, its line and what uses it there."""
    parts = {
        number: definition
        for number, definition in enumerate(module.facts.definitions)
        if definition.kind == "function" and not table.is_unit(module.name, number)
    }
    names = {definition.name for definition in parts.values()}
    lines: dict[int, dict[int, str]] = {number: {} for number in parts}
    for reference in module.facts.references if parts else ():
        if split_root(reference.name)[0] in names:
            meaning = symbols.evaluate(reference.name, module.name, reference.scope).meaning
            if meaning is not None and meaning.kind == "function" and meaning.where == module.name and meaning.number in parts:
                lines[meaning.number].setdefault(reference.line, _KINDS[reference.kind])
    found: dict[int, list[dict[str, object]]] = {}
    for number, definition in parts.items():
        used = [{"line": line, "kind": kind} for line, kind in sorted(lines[number].items())]
        inner = {"name": definition.name, "line": definition.start_line, "used": used}
        found.setdefault(table.number(module.name, number), []).append(inner)
    return found


def _enqueued_by_name(module: PythonModule, does: Mapping[int, Mapping[str, object]], table: PythonUnits) -> Iterator[Relation]:
    """Yield the tasks that a module puts on their queues by the names under which they are registered."""
    for number, facts in does.items():
        rows = facts.get("acts")
        for line, kind, _, _, _, said, target, *_ in (one for one in rows if len(one) > 6) if isinstance(rows, list) else ():
            if kind == "enqueue" and said and target:
                yield Relation(table.key(module.name, number), target, "enqueues", module.facts.path, line, via="name")


def _is_in_tests(route: ViewRoute, symbols: PythonSymbols, modules: PythonModules) -> bool:
    return symbols.table[modules.names[route.file_path]].facts.is_test


def _imports(module: PythonModule, symbols: PythonSymbols, table: PythonUnits) -> Iterator[Relation]:
    for one in module.imported:
        source = table.key(module.name, one.scope)
        target = symbols.module(one.module, module.name)
        if one.name and one.name != "*":
            target = symbols.brought_in(one, module.name) or target
        if target is not None and (key := table.key_of(target)) and key != source:
            yield Relation(source, key, "imports", module.facts.path, one.line, via=TYPE_ONLY if one.for_types else "")


def _inherits(module: PythonModule, symbols: PythonSymbols, table: PythonUnits) -> Iterator[Relation]:
    for number, definition in enumerate(module.facts.definitions):
        if definition.kind != "class" or not table.is_unit(module.name, number):
            continue
        for base in symbols.bases(Meaning("class", module.name, number)):
            if key := table.key_of(base):
                yield Relation(table.key(module.name, number), key, "inherits", module.facts.path, definition.start_line)


def _related(module: PythonModule, symbols: PythonSymbols, table: PythonUnits) -> Iterator[Relation]:
    for number, definition in enumerate(module.facts.definitions):
        if definition.kind == "class" and table.is_unit(module.name, number):
            for kind, meaning, line in related(module, number, symbols):
                key = table.key_of(meaning)
                yield Relation(table.key(module.name, number), key, kind, module.facts.path, line)


def _answering(route: ViewRoute, symbols: PythonSymbols) -> Meaning:
    """Return what answers a route: a function, or of a class the method that it has for the verb or action, else itself."""
    assert route.target is not None
    method = symbols.method(route.target, route.handler) if route.handler else None
    return method or route.target


def _route_unit(route: ViewRoute, symbols: PythonSymbols, views: ViewActs) -> CodeUnit:
    view = symbols.dotted(route.target) if route.target is not None else ""
    acts = [*views.guards(route.target, route.line)] if route.handler and route.target is not None else []
    names = [name for name in ("dispatch", route.handler) if name == route.handler or views.own(route.target, name)]
    acts += [row(route.line, "call", name, "self") for name in names] if route.handler else []
    within = views.key_of(route.target) if route.target is not None else ""
    if route.before and within:
        before = [row(route.line, "call", symbols.definition(one).name, "of", target=views.key_of(one)) for one in route.before]
        acts = [*before, *(acts or [row(route.line, "call", view.rpartition(".")[2], "of", target=within)])]
    return CodeUnit(
        "route", route.identifier, route.identifier, "", "python", route.file_path, route.line, route.end_line,
        signature=f"{route.identifier} -> {view}" if view else route.identifier,
        parent=unit_key("file", route.file_path),
        metadata={
            "verb": route.verb, "path": route.path, "view": view, **({"name": route.name} if route.name else {}),
            **({"acts": rows_of(acts), "within": within} if acts and within else {}),
        },
    )  # fmt: skip


def _references(
    module: PythonModule, symbols: PythonSymbols, table: PythonUnits, names: PythonNames, tally: Tally
) -> Iterator[Relation]:
    tally.counts.update(module.facts.extra["tallies"])
    for reference in module.facts.references:
        called = reference.method
        farthest, target = NOWHERE, None
        if reference.name[0] != ANYTHING:
            farthest = symbols.evaluate(reference.name, module.name, reference.scope)
            outcome, target = _target(farthest, symbols)
            if "via" in reference.metadata and farthest.left and outcome == "resolved":
                outcome, target = "value", None  # of a variable's value only what is reached counts, not the way there
            tally.count(outcome, reference.name, module.facts.path, reference.line)
        only = _only(reference.name, farthest, target, symbols, names) if called else None
        if called or (reference.kind == "call" and target is not None):
            is_ours = names.is_ours(called) and (farthest.meaning is None or farthest.meaning.kind != "external")
            tally.called(only is not None or (target is not None and not farthest.left), is_ours)
        source, where = table.key(module.name, reference.scope), (module.facts.path, reference.line)
        named = [(*only, "calls")] if only is not None else []
        named += [(*read, "references") for read in _read_by_name(reference, farthest, target, names)]
        for member, via, kind in named:
            if (key := table.key_of(member)) != source:
                yield Relation(source, key, kind, *where, "inferred", via=via)
        queried = _queried(reference, module, symbols)
        if queried is not None and (key := table.key_of(queried)) != source:
            yield Relation(source, key, "references", *where)
        if target is not None and (key := table.key_of(target)) and key != source:
            sure = target.sure and "via" not in reference.metadata
            kind = _kind(reference, farthest, target, table)
            via = _how_known(reference, module, is_inferred_call=kind == "calls" and not sure)
            yield Relation(source, key, kind, *where, "declared" if sure else "inferred", via=via)
        for member, steps in farthest.read:
            is_written_here = steps <= reference.metadata.get("steps", steps)
            if is_written_here and (key := table.key_of(member)) != source:
                sure = member.sure and "via" not in reference.metadata
                yield Relation(source, key, "references", *where, "declared" if sure else "inferred")


def _how_known(reference: Reference, module: PythonModule, *, is_inferred_call: bool) -> str:
    if module.for_types and "via" not in reference.metadata and split_root(reference.name)[0] in module.for_types:
        return TYPE_ONLY
    return typed_by(reference.name.rpartition(".")[0]) if is_inferred_call else ""


def _only(
    expression: str, found: FarthestMeaning, target: Meaning | None, symbols: PythonSymbols, names: PythonNames
) -> tuple[Meaning, str] | None:
    """Return the method that a call means by names alone, and how that is known.

    On a value of which something is known, only a name that no library has tells: an object may also have what a module gives
    it, and a mixin may call what the classes have that it is mixed into.
    """
    meaning = found.meaning
    if meaning is None or (meaning.kind == "function" and found.left):
        return names.method(expression)
    if target is not None or not is_safe_name(expression) or not _is_open(found):
        return None
    receiver, _, name = expression.rpartition(".")
    given = names.functions.method(name) if meaning.kind in ("instance", "module") else None
    if given is not None:
        return given, f"named:{name}"
    only = names.method(expression)
    if only is None or receiver not in ("self", "cls"):
        return only
    own = Meaning("class", meaning.where, meaning.number)
    is_answered = symbols.member(own, "__getattr__") is not None
    return only if is_answered or names.are_mixed(own, symbols.owner(only[0])) else None


def _is_open(found: FarthestMeaning) -> bool:
    """Tell whether a value may have members that are not known: of a library, only below the result of a call."""
    meaning = found.meaning
    return meaning is not None and ("()." in meaning.where if meaning.kind == "external" else bool(found.left))


def _read_by_name(
    reference: Reference, found: FarthestMeaning, target: Meaning | None, names: PythonNames
) -> Iterator[tuple[Meaning, str]]:
    """Yield the properties that a line reads by their names, of values of which nothing else tells."""
    if target is not None or not (reference.name[0] == ANYTHING or found.meaning is None or _is_open(found)):
        return
    unknown = len(found.left) if found.left else reference.name.rpartition("()")[2].count(".")
    written = reference.metadata.get("steps", unknown)
    for expression, steps in reads(reference.name.lstrip(ANYTHING), reference.kind):
        if steps <= min(unknown, written) and (only := names.read(expression)) is not None:
            yield only


def _named_in_texts(module: PythonModule, symbols: PythonSymbols, table: PythonUnits) -> Iterator[Relation]:
    """Yield what texts name in full: settings, registries and mocks say `"shop.cart.Cart"` of what is loaded by its name."""
    for name, line, scope in module.facts.extra.get("dotted", ()):
        meaning = symbols.named_in_full(name, module.name)
        source = table.key(module.name, scope)
        if meaning is not None and (key := table.key_of(meaning)) and key != source:
            yield Relation(source, key, "references", module.facts.path, line, "inferred", via="name")


def _named_in_bodies(module: PythonModule, symbols: PythonSymbols, table: PythonUnits) -> Iterator[Relation]:
    """Yield the methods that class bodies name in texts: frameworks read `list_display = ["owner"]` and `Field(method="f")`."""
    for name, line, scope in module.facts.extra.get("members", ()):
        member = symbols.member(Meaning("class", module.name, scope), name)
        source = table.key(module.name, scope)
        if member is not None and (key := table.key_of(member)) != source:
            yield Relation(source, key, "references", module.facts.path, line, "inferred", via="name")
    for one in module.facts.declarations:
        if one.receiver and one.scope >= 0:
            own, source = Meaning("class", module.name, one.scope), table.key(module.name, one.scope)
            for member in _called_for_field(one, own, symbols):
                key = table.key_of(member)
                yield Relation(source, key, "references", module.facts.path, one.start_line, "inferred", via="name")


_ASKS_BY_NAME = frozenset(("getattr", "hasattr", "setattr", "delattr", "object", "attrgetter", "methodcaller", "spy"))
"""Calls that are given the name of a member as a text: of Python, `mock.patch.object`, and `mocker.spy`."""


def _named_in_calls(module: PythonModule, names: PythonNames, table: PythonUnits) -> Iterator[Relation]:
    """Yield what calls are given by name: functions, as by `get_rule("is_positive")`, members by `getattr(cart, "total")`."""
    for text, line, scope, called in module.facts.extra.get("handed", ()):
        found = names.functions.method(text)
        if found is None and called in _ASKS_BY_NAME:
            found = names.unique.method(text)
        source = table.key(module.name, scope)
        if found is not None and (key := table.key_of(found)) != source:
            yield Relation(source, key, "references", module.facts.path, line, "inferred", via="name")


_FIELD_METHODS = (
    ("rest_framework.", "SerializerMethodField", "get_"),
    ("rest_framework.", "", "validate_"),
    ("django.forms.", "", "clean_"),
    ("graphene.", "", "resolve_"),
    ("django_tables2.", "", "render_"),
)
"""What the class of a field begins and ends with, and how the method begins that its library calls for the field."""


def _called_for_field(one: Declaration, own: Meaning, symbols: PythonSymbols) -> Iterator[Meaning]:
    """Yield the methods of a class that a library calls for a field of it, by the name of the field."""
    for library, last, prefix in _FIELD_METHODS:
        is_told = bool(last) and bool(one.arguments or "method_name" in one.options)
        member = symbols.method(own, prefix + one.receiver) if not is_told else None
        if member is not None:
            made = symbols.evaluate(one.name, own.where, own.number).meaning
            above = symbols.above(made) if made is not None and made.kind == "class" else ()
            names = [base.where for kind in above for base in symbols.bases(kind) if base.kind == "external"]
            names += [made.where] if made is not None and made.kind == "external" else []
            if any(name.startswith(library) and name.endswith(last) for name in names):
                yield member


_KINDS = {"call": "calls", "reference": "references", "decorate": "decorated_by"}


def _kind(reference: Reference, found: FarthestMeaning, target: Meaning, table: PythonUnits) -> str:
    if reference.kind == "call" and found.left in _ENQUEUES and table.type_of(target) == "task":
        return "enqueues"
    return "references" if found.left else _KINDS[reference.kind]


_ASKED = re.compile(rf"\.(?:{OBJECTS}|{'|'.join(OF_FACTORIES)})(?!\w)")


def _queried(reference: Reference, module: PythonModule, symbols: PythonSymbols) -> Meaning | None:
    """Return the class of which a reference writes `Model.objects` or, of one that makes others, `Factory.create`."""
    asked = _ASKED.search(reference.name) if "via" not in reference.metadata else None
    if asked is None:
        return None
    found = symbols.evaluate(reference.name[: asked.start()], module.name, reference.scope)
    own = found.meaning if found.meaning is not None and found.meaning.kind == "class" and not found.left else None
    return own if own is not None and (asked[0] == f".{OBJECTS}" or symbols.built(own) is not None) else None


_ENQUEUES = ((".delay",), (".apply_async",), (".s",), (".si",))


def _target(found: FarthestMeaning, symbols: PythonSymbols) -> tuple[str, Meaning | None]:
    """Return what became of a reference, and the unit that it leads to."""
    meaning = found.meaning
    if found.read and found.read[-1][1] == len(found.left):
        return "value" if len(found.left) > 1 else "resolved", None  # a property of which nobody says what it gives
    if meaning is None:
        return "unexplained", None
    if meaning.kind in ("external", "ambiguous"):
        return meaning.kind, None
    if meaning.kind == "function":
        # What a function returns is not known: its call is counted where it is written.
        return ("value", None) if found.left[:1] == ("()",) else ("resolved", meaning)
    if meaning.kind == "class" or (meaning.kind == "module" and not found.left):
        return "resolved", meaning
    if not found.left or meaning.kind in KINDS:
        return "value", None
    own = Meaning("class", meaning.where, meaning.number)
    is_below_external = meaning.kind in ("instance", "super") and symbols.leaves(own)
    return ("external" if is_below_external else "unexplained"), None
