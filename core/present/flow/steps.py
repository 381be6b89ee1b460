"""Write a flow as steps that can be folded, each with its conditions, its line and how surely it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from core.flow.text import cuts_of, step_words
from core.model import file_key, split_key
from core.model.flow import NEVER, ON_ITS_OWN, Flow, FlowStep, Reach, ReachChain, ReachLink
from core.present.flow.outward import outward, short_name
from core.present.html.elements import Markup, el, joined
from core.present.html.links import unit_url
from core.present.html.places import with_places
from core.text.counts import counted_as

Address = Callable[[str, int], str]
"""The address of a unit's page at a line."""

_OPEN = frozenset({"action"})  # kinds whose steps are shown at first
_EXAMPLES = 8
_THINGS = 8  # of one kind that are named before the steps


def steps_html(flow: Flow, address: Address) -> Markup:
    """Return the steps as a list in the order in which they run; those inside of another fold away."""
    listed = el("ol", *(_step(step, address, 0) for step in flow.steps), class_="flow")
    return joined(listed, _left(flow))


def outward_html(flow: Flow, address: Address) -> Markup | None:
    """Return what a flow does that is seen from outside as columns, one for each kind, in order; nothing without effects."""
    columns = [
        el("div", el("dt", told), *(el("dd", thing) for thing in _things(named, address)))
        for told, named in outward(flow).items()
    ]
    return el("dl", *columns, class_="effects") if columns else None


def _things(named: Mapping[str, FlowStep], address: Address) -> Iterator[Markup]:
    for name, step in list(named.items())[:_THINGS]:
        key = step.unit or (file_key(step.file_path) if step.file_path else "")
        shown, said = short_name(name, step), "; ".join((name, *step.conditions))
        thing = el("a", shown, href=address(key, step.line), data_go=True, title=said) if key else el("span", shown, title=said)
        marks = ["after the commit"] * step.after_commit + ["conditional"] * bool(step.conditions)
        yield joined(thing, *(el("span", f" {one}", class_="dim small") for one in marks))
    if len(named) > _THINGS:
        yield el("span", f"{len(named) - _THINGS} more below", class_="dim small")


def _left(flow: Flow) -> Markup | None:
    listed = el("ul", *(el("li", with_places(one)) for one in flow.unknown))
    unknown = el("details", el("summary", f"Unknown receivers ({len(flow.unknown)})"), listed)
    cuts = (el("p", cut, class_="dim") for cut in cuts_of(flow))
    return joined(unknown if flow.unknown else None, *cuts)


def _step(step: FlowStep, address: Address, depth: int) -> Markup:
    if not step.steps:
        return el("li", _line(step, address))
    opened = step.kind in _OPEN or (depth == 1 and len(step.steps) < _EXAMPLES and step.kind != "render")
    inner = el("ol", *(_step(one, address, depth + 1) for one in step.steps), class_="flow")
    count = el("summary", counted_as(len(step.steps), "step"))  # links in it could not be reached
    return el("li", _line(step, address), el("details", count, inner, open=opened or None))


def _line(step: FlowStep, address: Address) -> Markup:
    words = step_words(step)
    name = el("a", words, href=address(step.unit, step.line), data_go=True) if step.unit else words
    conditions = (el("span", one, class_="tag") for one in step.conditions)
    marks = (el("span", with_places(one), class_="tag type") for one in _marks(step))
    may = el("div", with_places(f"may {'; '.join(step.may)}"), class_="dim small") if step.may else None
    return joined(name, " ", *conditions, *marks, " ", _place(step, address), may)


def _place(step: FlowStep, address: Address) -> Markup | None:
    if not step.file_path:
        return None
    return el("a", step.place, href=address(file_key(step.file_path), step.line), data_go=True, class_="dim small")


def _marks(step: FlowStep) -> list[str]:
    said = [f"then {step.then}"] if step.then else []
    said += [step.certainty] if step.certainty != "declared" else []
    said += ["after the commit"] if step.after_commit else []
    said += ["in a transaction"] if step.transaction and step.kind in ("save", "destroy", "enqueue", "deliver") else []
    said += [f"runs {step.folded}" if step.folded == ON_ITS_OWN else step.folded] if step.folded else []
    said += [", ".join(step.below)] if step.below else []
    said += ["not covered by tests"] if step.executed == NEVER else []
    said += [step.observed] if step.observed else []
    return said + ([step.unknown] if step.unknown else [])


def reach_html(reach: Reach, address: Address) -> Markup:
    """Return the chains that lead to a unit, the entry first, each folded behind its entry."""
    return el("ol", *(_chain(chain, address) for chain in reach.chains), class_="flow")


def _chain(chain: ReachChain, address: Address) -> Markup:
    kind, size = el("span", chain.kind, class_="tag type"), f"{counted_as(len(chain.links), 'step')}, {chain.certainty}"
    links = (
        el("li", f"{link.kind.replace('_', ' ')} ", _unit(link.unit, 0, address), " ", _at(link, address))
        for link in chain.links
    )
    folded = el("details", el("summary", size), el("ol", *links, class_="flow"))
    return el("li", kind, " ", _unit(chain.entry, 0, address), folded)


def _at(link: ReachLink, address: Address) -> Markup:
    place = address(file_key(link.file_path), link.line)
    return el("a", f"{link.file_path}:{link.line}", href=place, data_go=True, class_="dim small")


def _unit(key: str, line: int, address: Address) -> Markup:
    return el("a", split_key(key)[1], href=address(key, line), data_go=True)


def page_address(index: str) -> Address:
    """Return the addresses of units on the pages of an index."""
    return lambda key, line: unit_url(key, index, line or "")
