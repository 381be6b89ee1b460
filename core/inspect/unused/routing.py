"""Routes that lead to no action, and actions to which no route leads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from core.analyse.unused import Unused
from core.extract.ruby.words.inflect import Inflections
from core.inspect.unused.hooks import ACTION_BASES, HOOKED, HOOKS
from core.inspect.unused.kinship import Kinship, kinship_of
from core.inspect.unused.members import SUPER, Uncalled, from_outside
from core.model import CodeUnit, UnitHead, unit_key
from core.model.facts import Fact, UnitFacts, facts_in
from core.open_index import OpenIndex

_MAKING = ("define_method", "action_missing", "method_missing", "alias_method", "alias ")
_OF_RAILS = ("rails/", "active_storage/", "action_mailbox/", "turbo/")


def routes(index: OpenIndex) -> list[Unused]:
    """Return the routes whose controller lacks the action, as a method and as a template, or is not in the checkout."""
    kinship = kinship_of(index)
    controllers = {_path(head): head for head in index.heads if head.type == "controller"}
    templates = {f"{head.namespace}#{head.name}" for head in index.heads if head.type == "view_template"}
    makers = _makers(index, kinship, controllers.values())
    found = []
    for unit in index.catalog.units([head.key for head in index.heads if head.type == "route" and not head.is_test]):
        if (verdict := _without_action(index, kinship, unit, controllers, templates, makers)) is not None:
            found.append(Unused(unit.key, "route", *verdict, (), unit.file_path, unit.start_line))
    return found


def _path(head: UnitHead) -> str:
    return Inflections().underscore(head.identifier).removesuffix("_controller")


def _without_action(
    index: OpenIndex, kinship: Kinship, unit: CodeUnit, controllers: Mapping[str, UnitHead], templates: Collection[str],
    makers: Collection[str],
) -> tuple[str, str] | None:  # fmt: skip
    """Return verdict and reason for a route that leads to no action that is written; None for all others."""
    controller, action = str(unit.metadata.get("controller", "")), str(unit.metadata.get("action", ""))
    if not controller or not action or controller.startswith(_OF_RAILS) or ":" in controller or ":" in action:
        return None
    if str(unit.metadata.get("via", "")).startswith("gem:"):
        return None
    if unit.identifier.partition(" ")[2].startswith("/auth/") and any(gem.startswith("omniauth") for gem in kinship.gems):
        return "unknown", "OmniAuth answers addresses below /auth before a controller is asked"
    head = controllers.get(controller)
    if head is None:
        named = Inflections().camelize(controller).lower()
        if any(one.identifier.lower() == f"{named}controller" for one in controllers.values()):
            return None  # its name has an acronym of the application
        return "unknown", f"the checkout has no {controller}_controller; a library may bring it"
    family = [head.key, *kinship.over(head.key)]
    if any(
        unit_key("method", f"{index.by_key[one].identifier}#{action}", index.by_key[one].repository) in index.by_key
        for one in family
    ):
        return None
    if any(f"{_path(index.by_key[one])}#{action}" in templates for one in family):
        return None
    if foreign := kinship.foreign_above(head.key, ACTION_BASES):
        return "unknown", f"{head.identifier} inherits {foreign}, of a library that may define {action}"
    if computed := next((index.by_key[one].identifier for one in family if one in makers), ""):
        return "unknown", f"{computed} makes methods when it runs, perhaps also {action}"
    return "none", f"{head.identifier} has neither a method nor a template '{action}'"


def _makers(index: OpenIndex, kinship: Kinship, controllers: Iterable[UnitHead]) -> set[str]:
    """Return the controllers, and what is above them, whose texts make methods or answer actions that are not written."""
    keys = dict.fromkeys(key for head in controllers for key in (head.key, *kinship.over(head.key)))
    return {unit.key for unit in index.catalog.units(list(keys)) if any(word in unit.source_code for word in _MAKING)}


def actions(index: OpenIndex) -> Uncalled:
    """Return the public methods of controllers to which no route leads and that nothing is known to call."""
    kinship = kinship_of(index)
    controllers = [head for head in index.heads if head.type == "controller" and not head.is_test]
    public = {
        (unit.key, str(one["name"])): one
        for unit in index.catalog.units([head.key for head in controllers])
        for one in _actions(unit.metadata)
    }
    routed = _routed(index)
    heads, reasons = [], {}
    for head in index.heads:
        parent = index.by_key.get(head.parent)
        if head.type != "method" or parent is None or (head.parent, head.name) not in public:
            continue
        if head.key in kinship.used or HOOKED.match(head.name) or ("_" in head.name and head.name in HOOKS):
            continue
        below = [index.by_key[one] for one in kinship.under(head.parent)]
        if any(f"{_path(one)}#{head.name}" in routed for one in (parent, *below)):
            continue
        heads.append(head)
        if reason := from_outside(kinship, head, parent, ""):
            reasons[head.key] = reason
        elif any(":controller" in route or "*" in route for route in routed):
            reasons[head.key] = "a route takes controller or action from the address"
    overriding = (unit.key for unit in index.catalog.units([head.key for head in heads]) if SUPER.search(unit.source_code))
    reasons |= dict.fromkeys(overriding, "it calls super, so another method of its name is called")
    return Uncalled("action", heads, reasons)


def _actions(controller: UnitFacts) -> Sequence[Fact]:
    return facts_in(controller, "actions")


def _routed(index: OpenIndex) -> set[str]:
    """Return `controller#action` of all routes, also of those that another of the same path hides."""
    found = set()
    for unit in index.catalog.units([head.key for head in index.heads if head.type == "route"]):
        for one in (unit.metadata, *facts_in(unit.metadata, "also")):
            found.add(f"{one.get('controller', '')}#{one.get('action', '')}")
    return found
