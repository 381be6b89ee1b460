"""The flow of an entry: of a request, a job, a mail, a task, or of any method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.flow.below import VERBS
from core.flow.compose import MOST, Composer
from core.flow.draft import Draft, Standing, drafts
from core.flow.entries import Entry
from core.flow.facts import runs
from core.flow.request import request_steps
from core.flow.words import AFTER_ERROR
from core.languages import CODE_FAMILIES, EFFECT_FAMILIES, family_of, title_of
from core.model.facts import table_in
from core.model.flow import DEEPER, EFFECTS, Flow, FlowStep
from core.model.limit import Limit
from core.open_index import Neighbour, OpenIndex

_EVENTS = ("save", "destroy")
_UNKNOWN = 12  # sentences on what is not known
_NAMES = {
    "save": "saves", "destroy": "destroys",
    "enqueue": "jobs", "deliver": "mails", "broadcast": "broadcasts", "publish": "messages", "request": "requests",
    "write": "writes", "render": "templates",
    "filter": "filters", "policy": "policies", "call": "calls", "redirect": "redirects",
}  # fmt: skip


def flow_of(index: OpenIndex, entry: Entry, *, depth: int = 4, whole: bool = False, most: int = MOST) -> Flow:
    """Return what an entry sets off, calls followed `depth` deep, in about `most` steps.

    Calls that lead to something that is saved, sent or asked of others are followed deeper, and named where they are not.
    `whole` also keeps calls that set nothing off.
    """
    composer = Composer(index, entry.unit, whole, depth, most)
    head = index.heads[entry.unit]
    if entry.controller >= 0 and _answers(composer, entry):
        method = entry.unit if head.type == "method" else -1
        found = request_steps(composer, entry.controller, entry.action, method, entry.routes, depth)
        title = f"{index.heads[entry.controller].identifier}#{entry.action}"
    else:
        found, title = _plain(composer, entry, depth), head.identifier
    steps = composer.finish(found)
    unknown = tuple(composer.unknown)[:_UNKNOWN]
    flow = Flow(head.key, title, steps, "", unknown, composer.left_out, composer.limits())
    unread = _unread(index, flow)
    return replace(flow, sentence=_sentence(flow, bool(unread)), limits=(*flow.limits, *unread))


def _unread(index: OpenIndex, flow: Flow) -> tuple[Limit, ...]:
    """Return the limit of a flow through languages whose saves and mails are not read."""
    passed = (index.by_key[key] for key in (flow.entry, *(step.unit for _, step in flow.walk())) if key in index.by_key)
    languages = {head.language for head in passed if family_of(head.language) in CODE_FAMILIES - EFFECT_FAMILIES}
    if not languages:
        return ()
    named = " and ".join(map(title_of, sorted(languages)))
    return (Limit(f"Saves, deletions and mails in {named} code are not analysed: only calls are shown"),)


def _answers(composer: Composer, entry: Entry) -> bool:
    """Tell whether a method of a controller answers requests: a route leads there, or it has filters as an action has."""
    chains = table_in(composer.facts.of(entry.controller), "resolved_filters")
    return bool(entry.routes) or entry.action in chains


def _plain(composer: Composer, entry: Entry, depth: int) -> list[Draft]:
    """Return the steps of what is no request: the method by which a class is started, or the body of the unit."""
    index = composer.index
    if index.heads[entry.unit].type == "route":
        within = index.position.get(str(composer.facts.of(entry.unit).get("within") or ""), -1)
        if within < 0:
            return drafts(_away(composer, entry.unit))
        return [Draft(_routed(composer, entry.unit)), *composer.body(entry.unit, Standing(depth, (entry.unit,), within))]
    routed = drafts(_routed(composer, route) for route in entry.routes if route != entry.unit)
    number = composer.facts.started(entry.unit)
    if number < 0:
        return [*routed, *_of_class(composer, entry.unit, depth)]
    before = [_before(composer, link, depth) for link in index.links.out(number) if link.kind == "depends_on"]
    owner = composer.facts.owner(number) if number == entry.unit else entry.unit
    number = composer.facts.overriding(number)[0]
    steps = composer.body(number, Standing(depth, (number,), owner if owner >= 0 else -1))
    head = index.heads[number]
    if number == entry.unit and not routed:
        return [*before, *steps]
    return [*routed, *before, Draft(FlowStep("call", head.identifier, head.key, head.file_path, head.start_line), steps)]


def _before(composer: Composer, link: Neighbour, depth: int) -> Draft:
    """Return the step of what runs before the body that answers a request: a check, a guard."""
    head = composer.index.heads[link.other]
    step = FlowStep("call", head.identifier, head.key, link.file_path, link.line)
    steps = composer.body(link.other, Standing(depth, (link.other,))) if runs(head) else []
    return Draft(step, steps)


def _away(composer: Composer, number: int) -> tuple[FlowStep, ...]:
    """Return the steps of a route that no action of the application answers: a redirect, or what is mounted there."""
    app = str(composer.facts.of(number).get("app") or "")
    route = _routed(composer, number)
    if app == "redirect":
        return route, FlowStep("redirect", "redirect by the route", "", route.file_path, route.line)
    return (replace(route, unknown=f"{app or 'what answers'} is outside of the application"),)


def _of_class(composer: Composer, number: int, depth: int) -> list[Draft]:
    """Return what a class does that is not started as a whole: a model when it is saved and destroyed, else its methods."""
    index, head = composer.index, composer.index.heads[number]
    if head.type == "model":
        done = (FlowStep(event, f"{event} ({head.identifier})", head.key, head.file_path, head.start_line) for event in _EVENTS)
        return [composer.saved(step, number, step.kind, Standing(depth, (number,), number)) for step in done]
    found = []
    for member in sorted(index.members.get(number, ()), key=lambda one: index.heads[one].start_line):
        one, facts = index.heads[member], composer.facts.of(member)
        if one.type == "method" and one.name != "initialize" and facts.get("visibility", "public") == "public":
            steps = composer.body(member, Standing(depth, (member,), number))
            found.append(Draft(FlowStep("call", one.identifier, one.key, one.file_path, one.start_line), steps))
    return found


def _routed(composer: Composer, number: int) -> FlowStep:
    head = composer.index.heads[number]
    return FlowStep("route", head.identifier, head.key, head.file_path, head.start_line)


def _sentence(flow: Flow, is_unread: bool) -> str:
    """Return what the flow amounts to, in one sentence: the main path first, then what only runs after an error."""
    main, errors = Counter[str](), Counter[str]()
    _count(flow.steps, main, errors, after_error=False)
    parts = [_counted(main)] if main else []
    if said := _counted(Counter({kind: errors[kind] for kind in errors if kind in EFFECTS})):
        parts.append(f"after errors also {said}")
    named = dict.fromkeys(words for _, step in flow.walk() for words in step.below)
    kinds = {verb: kind for kind, verb in VERBS.items()}
    below = Counter(kinds[verb] for words in named if (verb := words.partition(" ")[0]) in kinds)
    if said := _counted(below):
        parts.append(f"deeper also {said}")
    if any(parts):
        return f"{flow.title}: {'; '.join(part for part in parts if part)}."
    if any(step.below or step.folded == DEEPER for _, step in flow.walk()):
        return f"{flow.title}: all effects are beyond the call depth."
    return f"{flow.title}: effects are not analysed." if is_unread else f"{flow.title} has no known effects."


def _count(steps: Sequence[FlowStep], main: Counter[str], errors: Counter[str], *, after_error: bool) -> None:
    for step in steps:
        inside = after_error or any(one.startswith(AFTER_ERROR) for one in step.conditions)
        if step.kind != "write" or "." in step.what:  # no INSERT of a save
            (errors if inside else main)[step.kind] += 1
        _count(step.steps, main, errors, after_error=inside)


def _counted(kinds: Mapping[str, int]) -> str:
    known = [(kinds[kind], name) for kind, name in _NAMES.items() if kinds.get(kind)]
    return ", ".join(f"{count} {name if count != 1 else _singular(name)}" for count, name in known)


def _singular(name: str) -> str:
    return f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")
