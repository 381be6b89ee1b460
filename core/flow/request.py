"""The flow of a request: its route, the filters around the action in their order, the action, the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.flow.compose import Composer
from core.flow.draft import Draft, Standing
from core.flow.effects import ENDING, effects
from core.flow.words import declared_conditions
from core.languages.controller_hooks import ASKED_BY_ACTION
from core.model.facts import Fact, covers
from core.model.flow import FlowStep

_ANSWERS = frozenset({"render", "redirect", "respond"})


def request_steps(
    composer: Composer, controller: int, action: str, method: int, routes: Sequence[int], depth: int
) -> list[Draft]:
    """Return the steps of a request that an action answers: routes, filters before, the action, its template, filters after."""
    composer.action = action
    filters = _filters(composer, controller, action, depth)
    before = [step for kind, step in filters if kind != "after"]
    after = [step for kind, step in filters if kind == "after"]
    routed = [Draft(_route(composer, route)) for route in routes]
    return [*routed, *before, *_action(composer, controller, action, method, depth), *reversed(after)]


def _route(composer: Composer, number: int) -> FlowStep:
    head, facts = composer.index.heads[number], composer.facts.of(number)
    limits = facts.get("constraints") or facts.get("requirements")
    said = (f"only if {_said(limits)}",) if limits else ()
    return FlowStep(
        "route", head.identifier, head.key, head.file_path, head.start_line, str(facts.get("certainty") or "declared"), said
    )


def _said(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {given}" for name, given in value.items())
    return str(value)


def _filters(composer: Composer, controller: int, action: str, depth: int) -> list[tuple[str, Draft]]:
    chains = composer.facts.of(controller).get("resolved_filters")
    chain = chains.get(action, ()) if isinstance(chains, Mapping) else ()
    declared = composer.facts.listed(controller, "filters")
    used: list[Fact] = []
    found = []
    for entry in chain:
        kind, _, name = str(entry).partition(":")
        fact = _declared(declared, kind, name, action, used)
        found.append((kind, _filter(composer, controller, kind, name, fact, depth)))
    return found


def _declared(declared: Sequence[Fact], kind: str, name: str, action: str, used: list[Fact]) -> Fact:
    """Return the fact that put a filter into the chain: the last of the most derived class that holds for the action."""
    fitting = [
        one for one in declared
        if one.get("kind") == kind and one.get("name") == name and not one.get("skip") and covers(one, action)
        and not any(one is other for other in used)
    ]  # fmt: skip
    if not fitting:
        return {}
    same = [one for one in fitting if one.get("via") == fitting[0].get("via")]
    chosen = same[0] if same[0].get("how") in ("block", "object") else same[-1]
    used.append(chosen)
    return chosen


def _filter(composer: Composer, controller: int, kind: str, name: str, fact: Fact, depth: int) -> Draft:
    owner, method = _run_by(composer, controller, kind, name, fact)
    conditions = declared_conditions(fact, ("if", "unless"))
    macro = str(fact.get("code") or "")
    shown = macro if fact.get("how") == "block" and macro.isidentifier() else name
    policy = "policy" if shown.startswith("authorize") or "_authorize_" in shown else "filter"
    head = composer.index.heads[method] if method >= 0 else None
    certainty = "dynamic" if fact.get("open") else str(fact.get("certainty") or "declared")
    step = FlowStep(
        policy, f"{kind}_action {head.identifier if head else shown}", head.key if head else "",
        str(fact.get("file_path") or ""), int(str(fact.get("line") or 0)), certainty, conditions,
    )  # fmt: skip
    standing = Standing(depth - 1, (-1, method), owner)
    if method >= 0:
        return Draft(replace(step, may=effects(composer.bodies, method, owner)), composer.body(method, standing))
    if fact.get("how") in ("block", "object"):
        steps = composer.block(controller, fact, standing)
        halts = [one.step.what for one in steps if one.step.kind in _ANSWERS]
        halts += [said.removeprefix(ENDING) for one in steps for said in one.step.may]
        return Draft(replace(step, may=tuple(f"halt: {said}" for said in halts)), steps)
    return Draft(replace(step, unknown="defined outside the application"))


def _run_by(composer: Composer, controller: int, kind: str, name: str, fact: Fact) -> tuple[int, int]:
    """Return the method that a filter runs, and the class that it runs on; an object has one called like the kind."""
    if fact.get("how") == "block":
        return controller, -1  # which is called `block`, as a method of the controller may be
    if fact.get("how") != "object":
        return controller, composer.facts.method(controller, name)
    owner = composer.facts.named(name, str(fact.get("scope") or ""))
    is_class = ".new" not in str(fact.get("code"))
    return owner, composer.facts.method(owner, kind, is_class) if owner >= 0 else -1


def _action(composer: Composer, controller: int, action: str, method: int, depth: int) -> list[Draft]:
    if method < 0:
        head = composer.index.heads[controller]
        missing = (
            "no method, renders the template of the same name"
            if _shown(composer, controller, action) >= 0
            else ("no method or template of this name")
        )
        step = FlowStep("action", f"{head.identifier}#{action}", head.key, head.file_path, head.start_line, unknown=missing)
        asked = _asked(composer, controller, action, controller, depth)
        return [Draft(step, asked), *_template(composer, controller, action, depth)]
    method = composer.facts.overriding(method)[0]
    head = composer.index.heads[method]
    steps = composer.body(method, Standing(depth, (method,), controller))
    steps += _asked(composer, controller, action, method, depth)
    answering = Draft(FlowStep("action", head.identifier, head.key, head.file_path, head.start_line), steps)
    answered = any(one.step.kind in _ANSWERS for one in steps)
    return [answering] if answered else [answering, *_template(composer, controller, action, depth)]


def _asked(composer: Composer, controller: int, action: str, source: int, depth: int) -> list[Draft]:
    """Return the methods that the action of a library asks of a controller, as steps."""
    names = {name for (_, of), asked in ASKED_BY_ACTION.items() if of == action for name in asked}
    found = []
    for link in composer.index.links.out(source):
        head = composer.index.heads[link.other]
        if link.kind == "runs" and head.name in names:
            step = FlowStep("call", head.identifier, head.key, link.file_path, link.line, link.certainty)
            found.append(Draft(step, composer.body(link.other, Standing(depth - 1, (link.other,), controller))))
    return found


def _shown(composer: Composer, controller: int, action: str) -> int:
    """Return the template that an action shows by convention, that of a superclass where the controller has none; -1.

    A controller needs no method for it: no relation leads to the template of such an action.
    """
    heads = composer.index.heads
    own = heads[controller].repository
    named = [one for one in composer.index.names.named(action) if heads[one].type == "view_template"]
    named = [one for one in named if heads[one].repository == own]
    for one in composer.facts.lineage(controller):
        folder = heads[one].identifier.removesuffix("Controller").replace("::", "/").lower()
        shown = next((template for template in named if heads[template].namespace.replace("_", "") == folder), -1)
        if shown >= 0:
            return shown
        for link in composer.index.links.out(one):
            head = composer.index.heads[link.other]
            if link.kind == "renders" and head.identifier.rpartition("/")[2].split(".")[0] == action:
                return link.other
    return -1


def _template(composer: Composer, controller: int, action: str, depth: int) -> list[Draft]:
    shown = _shown(composer, controller, action)
    if shown < 0:
        return []
    head = composer.index.heads[shown]
    steps = composer.template(shown, Standing(depth, (shown,)))
    return [Draft(FlowStep("render", head.identifier, head.key, head.file_path, head.start_line, "inferred"), steps)]
