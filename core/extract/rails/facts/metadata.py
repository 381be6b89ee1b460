"""All facts of a class, as its unit carries them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.extract.rails.application.application import Application
from core.extract.rails.application.fact import Fact
from core.extract.rails.application.from_gems import gem_facts
from core.extract.rails.facts import (
    callbacks,
    controllers,
    frameworks,
    machines,
    members,
    observers,
    said,
    serializers,
    shapes,
    validations,
)
from core.extract.rails.facts.chains import filters_of, resolved_filters
from core.extract.ruby.linking.constants import Constant
from core.extract.ruby.linking.statements import ClassBody, Statement
from core.model import TEST
from core.model.facts import facts_in

if TYPE_CHECKING:
    from core.extract.rails.application.conventions import Conventions

_INHERITED = (
    "associations", "validations", "callbacks", "scopes", "enums", "delegates", "nested_attributes", "attributes", "filters",
    "rescues", "helper_methods", "events", "transitions",
)  # fmt: skip
_GEM_KINDS = {
    "validation": "validations", "callback": "callbacks", "scope": "scopes", "method": "generated_methods",
    "class_method": "generated_methods", "column_write": "column_writes",
}  # fmt: skip
_REPLACED = ("associations", "enums", "scopes", "delegates", "nested_attributes")


def class_facts(app: Application, conventions: Conventions, constant: Constant) -> dict[str, object]:
    """Return the metadata of a class or module: what it inherits, mixes in and declares, each with its evidence."""
    own = _own_facts(app, conventions, constant)
    for above in app.names.superclasses(constant.name):
        parent = app.names.constants.get(above)
        if parent is not None and parent.kind == "class":
            _inherit(own, _lent(app, conventions, parent, above))
    kind = app.types.of(constant)
    if kind == "controller":
        own.update(_chains(app, conventions, constant, facts_in(own, "actions")))
    elif kind == "model":
        own.update(conventions.table_facts(constant))
    if constant.kind == "class":
        own["inlined"] = inlined(app, conventions, constant)
    return {name: value for name, value in own.items() if value}


def _chains(app: Application, conventions: Conventions, constant: Constant, actions: Sequence[Fact]) -> dict[str, object]:
    """Return the routes of each action and its filters as `before:name`, in the order in which they run."""
    routed = conventions.routed(constant)
    names = sorted({*routed, *(one["name"] for one in actions)})
    resolved = resolved_filters(app, constant, names)
    return {
        "routes": {action: routed[action] for action in sorted(routed)},
        "resolved_filters": {
            action: [f"{one['kind']}:{one['name']}" for one in resolved[action]] for action in names if resolved.get(action)
        },
    }


def _lent(app: Application, conventions: Conventions, parent: Constant, above: str) -> dict[str, list[Fact]]:
    """Return what a superclass gives to its descendants, marked; they all share the same values."""
    if above not in conventions.lent_facts:
        own = _own_facts(app, conventions, parent)
        marked: dict[str, list[Fact]] = {
            kind: [{**one, "via": f"inherits:{above}"} for one in facts_in(own, kind)] for kind in _INHERITED
        }
        conventions.lent_facts[above] = marked
    return conventions.lent_facts[above]


def _inherit(own: dict[str, object], lent: dict[str, list[Fact]]) -> None:
    """Add the facts of a superclass; an association or enum that the class declares again is its own."""
    for kind in _INHERITED:
        names = {one["name"] for one in facts_in(own, kind)} if kind in _REPLACED else set()
        own[kind] = [*facts_in(own, kind), *(one for one in lent[kind] if one["name"] not in names)]


def _own_facts(app: Application, conventions: Conventions, constant: Constant) -> dict[str, object]:
    """Return what a class itself has: made once, because every descendant asks for it."""
    if constant.name not in conventions.own_facts:
        conventions.own_facts[constant.name] = _made_facts(app, conventions, constant)
    return dict(conventions.own_facts[constant.name])


def _made_facts(app: Application, conventions: Conventions, constant: Constant) -> dict[str, object]:
    body = app.bodies.of(constant.name)
    found: dict[str, object] = {}
    if constant.superclass:
        found["superclass"] = constant.superclass
    found["concerns"] = [_mixed(name, statement) for name, statement in body.mixed.items()]
    found["extends"] = [_mixed(name, statement) for name, statement in body.extended.items()]
    found["library_modules"] = members.library_modules(body)
    kind = app.types.of(constant)
    if kind == TEST:
        return {name: value for name, value in found.items() if value}
    found["associations"] = [_with_target(app, constant.name, one) for one in app.associations.get(constant.name, ())]
    declared = observers.with_objects(app, constant.name, callbacks.callbacks(body, app.commits_backwards))
    found["callbacks"] = [*declared, *conventions.observed.get(constant.name, ())]
    found["scopes"] = members.scopes(body)
    found["enums"] = members.enums(body)
    found["delegates"] = members.delegates(body)
    found["aliases"] = members.aliases(body)
    found["nested_attributes"] = members.nested_attributes(body)
    found["attributes"] = members.attributes(body)
    for one_kind, added in gem_facts(body, constant.name, app.inflections, app.versions).items():
        if one_kind in _GEM_KINDS:
            found[_GEM_KINDS[one_kind]] = [*facts_in(found, _GEM_KINDS[one_kind]), *added]
    if constant.kind == "class" and kind not in ("controller", "mailer", "job"):
        required = app.belongs_to_required and kind == "model"
        found["validations"] = [*validations.validations(body, app.inflections, required), *facts_in(found, "validations")]
    found.update(_of_frameworks(body, kind))
    if constant.kind == "class":
        found["hooks"] = frameworks.hooks([body, *(app.bodies.of(above) for above in app.names.superclasses(constant.name))])
    found.update(said.said_by_class(constant, kind))
    for one_kind, facts in shapes.shape(constant, body, kind).items():
        found[one_kind] = [*facts_in(found, one_kind), *facts]
    if kind in ("controller", "mailer") or constant.kind == "module":
        found["filters"] = filters_of(app, constant.name)
        found["rescues"] = controllers.rescues(body)
        found["helper_methods"] = controllers.helper_methods(body)
    if kind in ("controller", "mailer"):
        found["actions"] = actions(app, constant)
    return {name: value for name, value in found.items() if value}


def _of_frameworks(body: ClassBody, kind: str) -> dict[str, list[Fact]]:
    found = {**machines.machine_facts(body), "organized": frameworks.organized(body)}
    if kind == "job":
        found |= {"queues": frameworks.queues(body), "retries": frameworks.retries(body)}
    elif kind.startswith("graphql_"):
        found["fields"] = frameworks.fields(body)
        found |= frameworks.graphql(body)
    elif kind in serializers.KINDS:
        found["attributes"] = [*members.attributes(body), *serializers.serialized(body)]
    return found


def inlined(app: Application, conventions: Conventions, constant: Constant) -> list[Fact]:
    """Return the source of the concerns that a class includes, each with the place it comes from; classes share them."""
    found = []
    for name in app.bodies.of(constant.name).mixed:
        module = app.names.constants[name]
        if app.types.of(module) == "concern" and not module.hollow:
            if name not in conventions.concerns:
                conventions.concerns[name] = _source_of(app, module)
            found.append(conventions.concerns[name])
    return found


def _source_of(app: Application, module: Constant) -> Fact:
    place = module.owner
    start, end = place.definition.start_line, place.definition.end_line
    return {
        "identifier": module.name, "file_path": place.path, "start_line": start, "end_line": end,
        "source_code": app.repository.lines(place.path, start, end),
    }  # fmt: skip


def _mixed(name: str, statement: Statement) -> Fact:
    return {
        "name": name, "how": statement.name, "file_path": statement.path, "line": statement.line,
        "certainty": statement.certainty, "via": statement.via,
    }  # fmt: skip


def _with_target(app: Application, owner: str, one: Fact) -> Fact:
    if one.get("polymorphic"):
        targets = sorted({target.name for target, _ in app.targets.polymorphic_of(owner, one)})
        return {**one, "targets": targets} if targets else one
    if one.get("unknown_class"):
        return {**one, "certainty": "dynamic"}
    target = app.targets.of(owner, one)
    written = target.name if target is not None else None
    return {**one, "target": written or one.get("class_name") or ("" if "through" in one else app.targets.written(owner, one))}


def actions(app: Application, constant: Constant) -> list[Fact]:
    """Return the public methods of a controller or mailer as facts."""
    found: list[Fact] = []
    for place in constant.places:
        for definition in place.facts.definitions:
            own = definition.parent == place.position and definition.kind == "method"
            if own and definition.visibility == "public" and not definition.metadata.get("singleton"):
                found.append(
                    {
                        "name": definition.name, "file_path": place.path, "line": definition.start_line,
                        "certainty": "declared", "via": "",
                    }
                )  # fmt: skip
    return found
