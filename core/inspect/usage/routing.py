"""Routes of Rails that lead to no action, and actions to which no route leads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from core.extract.ruby.words.inflect import Inflections
from core.inspect.usage.inheritance import Inheritance, inheritance_of
from core.model import CodeUnit, UnitHead, unit_key
from core.model.facts import Fact, UnitFacts, facts_in
from core.model.verdict import POSSIBLY_USED, UNUSED, USED, Verdict
from core.open_index import OpenIndex, per_index

_ACTION_BASES = frozenset(
    {"ActionController::Base", "ActionController::API", "ApplicationController", "ActionController::Metal"}
)  # superclasses that bring no actions of their own
_MAKING = ("define_method", "action_missing", "method_missing", "alias_method", "alias ")
_OF_RAILS = ("rails/", "active_storage/", "action_mailbox/", "turbo/")


@per_index
def route_verdicts(index: OpenIndex) -> Mapping[str, Verdict]:
    """Return by key whether each route leads to something: an unused one has no action, neither a method nor a template."""
    inheritance = inheritance_of(index)
    controllers = {_path(head): head for head in index.heads if head.type == "controller"}
    templates = {f"{head.namespace}#{head.name}" for head in index.heads if head.type == "view_template"}
    makers = _makers(index, inheritance, controllers.values())
    units = index.catalog.units([head.key for head in index.heads if head.type == "route"])
    return {unit.key: _verdict(index, inheritance, unit, controllers, templates, makers) for unit in units}


def _path(head: UnitHead) -> str:
    return Inflections().underscore(head.identifier).removesuffix("_controller")


def _verdict(
    index: OpenIndex, inheritance: Inheritance, unit: CodeUnit, controllers: Mapping[str, UnitHead], templates: Collection[str],
    makers: Collection[str],
) -> Verdict:  # fmt: skip
    controller, action = str(unit.metadata.get("controller", "")), str(unit.metadata.get("action", ""))
    served = Verdict(USED, "a request reaches it.")
    if not controller or not action or controller.startswith(_OF_RAILS) or ":" in controller or ":" in action:
        return served
    if str(unit.metadata.get("via", "")).startswith("gem:"):
        return served
    if unit.identifier.partition(" ")[2].startswith("/auth/") and any(
        gem.startswith("omniauth") for gem in inheritance.libraries
    ):
        return Verdict(POSSIBLY_USED, "OmniAuth may handle paths below /auth.")
    head = controllers.get(controller)
    if head is None:
        named = Inflections().camelize(controller).lower()
        if any(one.identifier.lower() == f"{named}controller" for one in controllers.values()):
            return served  # its name has an acronym of the application
        return Verdict(POSSIBLY_USED, f"no {controller}_controller here, but a library may provide it.")
    family = [head.key, *inheritance.over(head.key)]
    keys = [unit_key("method", f"{index.by_key[one].identifier}#{action}", index.by_key[one].repository) for one in family]
    if any(key in index.by_key for key in keys) or any(f"{_path(index.by_key[one])}#{action}" in templates for one in family):
        return served
    if foreign := inheritance.external_bases(index.position[head.key], harmless=_ACTION_BASES):
        return Verdict(POSSIBLY_USED, f"{head.identifier} inherits {foreign[0]} from a library, which may define {action}.")
    if computed := next((index.by_key[one].identifier for one in family if one in makers), ""):
        return Verdict(POSSIBLY_USED, f"{computed} defines methods at runtime, possibly {action}.")
    return Verdict(UNUSED, f"{head.identifier} has neither a method nor a template '{action}'.")


def _makers(index: OpenIndex, inheritance: Inheritance, controllers: Iterable[UnitHead]) -> set[str]:
    """Return the controllers, and what is above them, whose texts make methods or answer actions that are not written."""
    keys = dict.fromkeys(key for head in controllers for key in (head.key, *inheritance.over(head.key)))
    return {unit.key for unit in index.catalog.units(list(keys)) if any(word in unit.source_code for word in _MAKING)}


def is_action(index: OpenIndex, head: UnitHead) -> bool:
    """Tell whether a method is a public method of a controller, which a route may lead to."""
    return (head.parent, head.name) in _actions(index)


def action_reasons(index: OpenIndex, heads: Iterable[UnitHead]) -> dict[str, str]:
    """Return by key why actions without a route of their own may be reached; of those for which there is no reason nothing."""
    inheritance, routed = inheritance_of(index), _routed(index)
    computed = any(":controller" in route or "*" in route for route in routed)
    found = {}
    for head in heads:
        parent = index.by_key[head.parent]
        below = [index.heads[one] for one in inheritance.heirs(index.position[head.parent])]
        if any(f"{_path(one)}#{head.name}" in routed for one in (parent, *below)):
            found[head.key] = "a route maps to it"
        elif computed:
            found[head.key] = "a route takes the controller or action from the URL"
    return found


@per_index
def _actions(index: OpenIndex) -> Mapping[tuple[str, str], Fact]:
    units = index.catalog.units([head.key for head in index.heads if head.type == "controller"])
    return {(unit.key, str(one["name"])): one for unit in units for one in _listed(unit.metadata)}


def _listed(controller: UnitFacts) -> Sequence[Fact]:
    return facts_in(controller, "actions")


def _routed(index: OpenIndex) -> set[str]:
    """Return `controller#action` of all routes, also of those that another of the same path hides."""
    found = set()
    for unit in index.catalog.units([head.key for head in index.heads if head.type == "route"]):
        for one in (unit.metadata, *facts_in(unit.metadata, "also")):
            found.add(f"{one.get('controller', '')}#{one.get('action', '')}")
    return found
