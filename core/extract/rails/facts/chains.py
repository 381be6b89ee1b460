"""The filters that run for the actions of a controller, through its superclasses and concerns."""

from __future__ import annotations

from collections.abc import Sequence

from core.extract.rails.application.application import Application
from core.extract.rails.application.fact import Fact
from core.extract.rails.facts.controllers import filters
from core.extract.rails.facts.filters import filter_relations, resolve_filters
from core.extract.ruby.linking.constants import Constant, outwards
from core.model import Relation


def filters_of(app: Application, name: str) -> list[Fact]:
    """Return a class's own filters; one that is an object is named by its class."""
    found = []
    for one in filters(app.bodies.of(name)):
        scope = str(one.pop("scope", ""))
        if one.get("how") == "object":
            constant = app.names.resolve(one["name"], outwards(scope)) if one["name"][:1].isupper() else None
            one["name"] = constant.name if constant is not None else one["name"]
        found.append(one)
    return found


def resolved_filters(app: Application, controller: Constant, actions: Sequence[str]) -> dict[str, list[Fact]]:
    """Return the filters that run for each action, in order."""
    lineage = [controller.name, *app.names.superclasses(controller.name)]
    layers = [(name, filters_of(app, name)) for name in reversed(lineage) if app.names.written(name) is not None]
    return resolve_filters(layers, actions)


def chain_relations(app: Application, controller: Constant, actions: Sequence[str]) -> list[Relation]:
    """Return `filters_with` from actions to the methods that filter them."""
    return filter_relations(
        resolved_filters(app, controller, actions),
        lambda action: app.instance_method(controller.name, action),
        lambda method: app.instance_method(controller.name, method),
    )
