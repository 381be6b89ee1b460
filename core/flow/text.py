"""Flows and what reaches a unit as text, for a terminal, a context or a model, within a budget where there is one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from core.flow.weight import Weighed, weighed
from core.model import split_key
from core.model.flow import NEVER, Flow, FlowStep, Reach, ReachChain
from core.text.counts import counted_as

Count = Callable[[str], int]

_SELF_TOLD = frozenset({"filter", "policy", "callback", "route", "dependent", "return"})  # what is said names the kind already
_MOST_MAY, _LONGEST_MAY = 2, 50  # things that a filter may do, and their letters, where a budget counts
_MARK = 6  # tokens of “… 12 more steps”


def flow_text(flow: Flow, budget: int = 0, count: Count = len) -> str:
    """Return a flow as indented lines; with a budget the weightiest steps that fit, and how many are not shown of each."""
    rows = weighed(flow)
    head = [flow.sentence] if flow.sentence else []
    if not budget:
        return "\n".join([*head, *_lines(rows, range(len(rows))), *_rest(flow)])
    rows = [replace(row, step=replace(row.step, may=_briefly(row.step.may))) for row in rows]
    chosen = _within(rows, budget - count("\n".join([*head, ""])), count)
    text = "\n".join([*head, *_lines(rows, chosen)])
    while chosen and count(text) > budget:
        chosen.pop()
        text = "\n".join([*head, *_lines(rows, chosen)])
    whole = "\n".join([text, *_rest(flow)])
    return whole if count(whole) <= budget else text


def weightiest_lines(flow: Flow, most: int) -> list[tuple[FlowStep, str]]:
    """Return the weightiest steps, at most so many, in the order in which they run, each with its line."""
    rows = [replace(row, step=replace(row.step, may=())) for row in weighed(flow)]
    chosen = sorted(range(len(rows)), key=lambda place: (-rows[place].weight, place))[:most]
    told = [rows[place].step for place in sorted(chosen)]
    return list(zip(told, _lines(rows, chosen), strict=False))


def cuts_of(flow: Flow) -> list[str]:
    """Return what a flow does not show, as sentences: calls that were left out, and limits that were reached."""
    return [*([f"{_left_out(flow)}."] if flow.left_out else []), *(limit.on_page for limit in flow.limits)]


def _left_out(flow: Flow) -> str:
    return f"{counted_as(flow.left_out, 'call')} without known effects left out"


def _rest(flow: Flow) -> list[str]:
    lines = ["", f"Unknown receivers ({len(flow.unknown)}):", *(f"  {one}" for one in flow.unknown)] if flow.unknown else []
    if flow.left_out:
        lines += ["", f"{_left_out(flow)} (--whole)."]
    return [*lines, *([""] if flow.limits else []), *map(str, flow.limits)]


def _briefly(may: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first things that a filter may do, shortened, and how many more there are."""
    said = tuple(one if len(one) <= _LONGEST_MAY else f"{one[:_LONGEST_MAY]}…" for one in may[:_MOST_MAY])
    return (*said, f"{len(may) - _MOST_MAY} more") if len(may) > _MOST_MAY else said


def _within(rows: Sequence[Weighed], budget: int, count: Count) -> list[int]:
    """Return the places of the weightiest steps whose lines fit, by weight; a step comes after the one that it is in."""
    chosen: list[int] = []
    for place in sorted(range(len(rows)), key=lambda place: (-rows[place].weight, place)):
        budget -= count(_line(rows[place]) + "\n") + _MARK
        if budget < 0:
            break
        chosen.append(place)
    return chosen


def _lines(rows: Sequence[Weighed], chosen: Iterable[int]) -> list[str]:
    """Return the lines of the chosen steps in the order in which they run; a step says how many inside of it are not shown."""
    shown = sorted(chosen)
    around, hidden = set(shown), Counter[int]()
    for place, row in enumerate(rows):
        if place not in around:
            holder = row.inside
            while holder >= 0 and holder not in around:
                holder = rows[holder].inside
            hidden[holder] += 1
    lines = []
    for place in shown:
        more = f"  … {hidden[place]} more {'steps' if hidden[place] > 1 else 'step'}" if hidden[place] else ""
        lines.append(_line(rows[place], more))
    return [*lines, f"… {hidden[-1]} more steps"] if hidden[-1] else lines


def _line(row: Weighed, more: str = "") -> str:
    indent = "  " * row.depth
    may = f"\n{indent}    may {'; '.join(row.step.may)}" if row.step.may else ""
    return f"{indent}{step_words(row.step)}{_notes(row.step)}{more}{may}"


def step_words(step: FlowStep) -> str:
    """Return what a step is, with its kind where what it does is not plain from the words."""
    first = step.what.split()[0] if step.what else ""
    told = step.kind in _SELF_TOLD or first.startswith(step.kind) or (step.kind == "respond" and first == "head")
    return step.what if told else f"{step.kind} {step.what}"


def _notes(step: FlowStep) -> str:
    said = [f"[{' › '.join(step.conditions)}]"] if step.conditions else []
    said += [f"then {step.then}"] if step.then else []
    said += [step.place] if step.place else []
    said += [f"({step.certainty})"] if step.certainty != "declared" else []
    said += ["after the commit"] if step.after_commit else []
    said += ["in a transaction"] if step.transaction and step.kind not in ("validation", "callback", "dependent") else []
    said += [f"… {step.folded}"] if step.folded else []
    said += [", ".join(step.below)] if step.below else []
    said += [step.unknown] if step.unknown else []
    said += ["not covered by tests"] if step.executed == NEVER else []
    said += [step.observed] if step.observed else []
    return "".join(f"  {one}" for one in said)


def reach_text(reach: Reach, budget: int = 0, count: Count = len) -> str:
    """Return from where a unit is reached: a chain for each entry, with the lines; with a budget the nearest that fit."""
    lines = [reach.sentence]
    for place, chain in enumerate(reach.chains):
        told = _chain(chain)
        left = f"… {len(reach.chains) - place} more entry points"
        if budget and count("\n".join([*lines, *told, left])) > budget:
            return "\n".join([*lines, left])
        lines += told
    return "\n".join(lines)


def _chain(chain: ReachChain) -> list[str]:
    sure = f"  ({chain.certainty})" if chain.certainty != "declared" else ""
    links = (f"    {link.kind} {split_key(link.unit)[1]}  {link.file_path}:{link.line}" for link in chain.links)
    return [f"{chain.kind}  {split_key(chain.entry)[1]}{sure}", *links]
