"""All Ruby files of a checkout to units and relations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial

from core.errors import WorkbenchError
from core.extract.guard import place_of
from core.extract.rails.application.application import Application, application
from core.extract.rails.application.conventions import Conventions, Gap, gap
from core.extract.rails.facts import serializers
from core.extract.rails.facts.chains import chain_relations
from core.extract.rails.facts.observers import observed
from core.extract.rails.facts.units import class_unit, method_units, other_units, scope_units
from core.extract.rails.files.link import link_files
from core.extract.rails.linking.columns import ColumnUses
from core.extract.rails.linking.declared import structure
from core.extract.rails.linking.declared_columns import declared_uses
from core.extract.rails.linking.externals import Externals
from core.extract.rails.linking.forms import form_relations
from core.extract.rails.linking.implicit_calls import conduct
from core.extract.rails.linking.lookup import lookup
from core.extract.rails.linking.relations import References
from core.extract.rails.linking.relink import RailsRelinker
from core.extract.rails.linking.stored import Stored, stored
from core.extract.rails.linking.tests_of import tests
from core.extract.rails.linking.wrappers import Wrappers
from core.extract.rails.typing.callees import Callees
from core.extract.rails.typing.receivers import RailsTypes
from core.extract.rails.typing.typed import TypedCalls
from core.extract.rails.views.link import link_views, templates_of
from core.extract.repository import Linked, Repository
from core.extract.ruby.linking.constants import Constant
from core.extract.ruby.typing.inference import Inference
from core.extract.ruby.typing.type_sources import Told
from core.model import CodeUnit, Relation

_LISTED = 200  # examples for the coverage report


def link(repository: Repository) -> Linked:
    """Return the units of a Ruby project, Rails or not, and the relations that its text shows."""
    return link_application(application(repository))


def link_application(app: Application) -> Linked:
    """Return units and relations of an application that is already gathered."""
    guard, nothing = app.repository.guard, Linked()
    conventions = Conventions(app)
    conventions.observed = guard.attempt("observers of models", lambda: observed(app), conventions.observed)
    keeping = stored(app, conventions)
    known = lookup(app, conventions.routes)
    classes = guard.gathered("ruby classes", app.units(), partial(_class, app, conventions), _path_of)
    views = guard.attempt("templates", lambda: link_views(app.repository, known), nothing, app.repository.texts)
    others = partial(link_files, app.repository, known.constant, app.inflections)
    files = guard.attempt("settings, tasks, factories and packages", others, nothing, app.repository.texts)
    written = {unit.key for unit in files.units}  # rake tasks in rake files are read with all that belongs to them
    units = [
        *(unit for _, unit in classes),
        *method_units(app),
        *(unit for unit in other_units(app) if unit.key not in written),
        *scope_units(app),
        *conventions.units,
        *views.units,
        *files.units,
    ]
    callees = Callees(app, known.helper, known.lent)
    wrappers = Wrappers(app, callees)
    references = _references(app, conventions, callees, ColumnUses(keeping))
    declared = guard.gathered("ruby declarations", app.units(), partial(structure, app), _path_of)
    fields = guard.attempt("fields of forms", lambda: list(form_relations(app, keeping)), list[Relation]())
    apart = [
        *declared, *conventions.relations(), *tests(app), *views.relations, *files.relations,
        *_of_classes(app, classes, keeping), *guard.gathered("wrappers of jobs", app.files, wrappers.of), *fields,
    ]  # fmt: skip
    embedding = templates_of(app.repository)
    for _, template, key in embedding:
        references.know(template, key)
    files_of_all = [*app.files, *(facts for facts, _, _ in embedding)]
    relations = dict.fromkeys([*apart, *guard.gathered("ruby references", files_of_all, references.of)])
    gaps = [*conventions.gaps(), *_unread(app, [unit for _, unit in classes])]
    return Linked(
        tuple(units),
        tuple(relations),
        (
            *app.inflections.problems,
            *conventions.routes.problems,
            *conventions.tables.problems,
            *views.problems,
            *files.problems,
            *app.bodies.problems,
            *app.names.problems.values(),
        ),
        _tallies(references.ledger.tallies, views.tallies, Counter(gap["outcome"] for gap in gaps)),
        (*references.ledger.listed, *wrappers.listed(), *gaps[:_LISTED], *views.listed),
        RailsRelinker(references, conventions.routes.asked, apart),
    )


def _class(app: Application, conventions: Conventions, constant: Constant) -> list[tuple[Constant, CodeUnit]]:
    """Return the unit of a class; a declaration that fails is told and left out, and the rest of the class is read."""
    while True:
        try:
            return [(constant, class_unit(app, conventions, constant))]
        except Exception as fault:
            path, line = place_of(fault, {place.path for place in constant.places})
            body = app.bodies.of(constant.name)
            kept = [one for one in body.statements if (one.path, one.line) != (path, line)]
            if isinstance(fault, MemoryError | WorkbenchError) or len(kept) == len(body.statements):
                raise
            body.statements[:] = kept
            app.repository.guard.note("ruby classes: this declaration is left out", fault, path, line)


def _references(app: Application, conventions: Conventions, callees: Callees, uses: ColumnUses) -> References:
    """Return what turns references into relations, with the types of values inferred."""
    receivers = RailsTypes(app, conventions, callees.helper)
    inference = Inference(app.names, app.bodies, Told(app.files, app.names, app.repository.of("rbs")), receivers)
    typed = TypedCalls(app, inference, receivers, callees.lookup)
    return References(app, Externals(app.repository), callees, typed, uses)


def _path_of(constant: Constant) -> str:
    return constant.owner.path


def _of_classes(app: Application, classes: list[tuple[Constant, CodeUnit]], keeping: Stored) -> list[Relation]:
    """Return what classes make happen: callbacks, validators, delegations, filters of controllers."""

    def of_class(known: tuple[Constant, CodeUnit]) -> Iterator[Relation]:
        constant, unit = known
        yield from conduct(app, constant, unit)
        yield from declared_uses(app, keeping, constant, unit)
        if unit.type in serializers.KINDS:
            yield from serializers.serialized_by(app, constant, unit)
        if unit.type == "controller":
            yield from chain_relations(app, constant, sorted(unit.metadata.get("resolved_filters", ())))

    return app.repository.guard.gathered("ruby callbacks and filters", classes, of_class, lambda known: known[1].file_path)


def _tallies(names: Mapping[str, int], views: Mapping[str, int], gaps: Mapping[str, int]) -> dict[str, int]:
    """Return the counts of the coverage report: references by outcome, templates, what has no counterpart."""
    always = {"resolved", "external", "unexplained"}
    tallies = {outcome: names.get(outcome, 0) for outcome in sorted({*always, *names})}
    tallies |= {f"views_{outcome}": count for outcome, count in views.items()}
    tallies |= dict(sorted(gaps.items()))
    return tallies


def _unread(app: Application, units: list[CodeUnit]) -> list[Gap]:
    """Return declarations whose meaning is not known: macros of several modules, names that only a running program has."""
    found = [gap("ambiguous_macro", one.name, one.path, one.line) for one in app.bodies.ambiguous]
    for unit in units:
        for kind in ("associations", "validations", "callbacks", "scopes"):
            for fact in unit.metadata.get(kind, ()):
                if fact["certainty"] == "dynamic" and not fact["via"].startswith("inherits:"):
                    found.append(
                        gap(
                            "dynamic_fact",
                            f"{unit.identifier}: {kind} {fact['name']}".rstrip(),
                            fact["file_path"],
                            fact["line"],
                        )
                    )
    return found
