"""Flows as text for a terminal or a model, as Mermaid and as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from core.model import split_key
from core.model.flow import ON_ITS_OWN, Flow, FlowStep, Reach, row_of, walked

_MOST_MESSAGES = 120  # of a diagram: more of them nobody reads
_LONGEST = 90
_UNSAFE = re.compile(r'[;#"<>{}\n]')
_SELF_TOLD = frozenset({"filter", "policy", "callback", "route", "dependent"})  # what is said names the kind already


def flow_text(flow: Flow, budget: int = 0, count: Callable[[str], int] = len) -> str:
    """Return a flow as indented lines; with a budget the deepest steps are folded until it fits, which is said."""
    deepest = max((depth for depth, _ in flow.walk()), default=0)
    text = _text(flow, deepest)
    while budget and deepest > 0 and count(text) > budget:
        deepest -= 1
        text = _text(flow, deepest)
    return text


def _text(flow: Flow, deepest: int) -> str:
    lines = [flow.sentence, *_lines(flow.steps, 0, deepest)]
    if flow.unknown:
        lines += ["", f"Not known ({len(flow.unknown)} shown):", *(f"  {one}" for one in flow.unknown)]
    if flow.left_out:
        lines += ["", f"{flow.left_out} calls that set nothing off are left out (--whole)."]
    return "\n".join(lines)


def _lines(steps: tuple[FlowStep, ...], depth: int, deepest: int) -> Iterator[str]:
    for step in steps:
        indent = "  " * depth
        yield f"{indent}{step_words(step)}{_notes(step)}"
        if step.may:
            yield f"{indent}    may {'; '.join(step.may)}"
        if depth < deepest:
            yield from _lines(step.steps, depth + 1, deepest)
        elif step.steps:
            yield f"{indent}    … {sum(1 for _ in walked(step.steps))} more steps"


def step_words(step: FlowStep) -> str:
    """Return what a step is, with its kind where what it does is not plain from the words."""
    first = step.what.split()[0] if step.what else ""
    told = step.kind in _SELF_TOLD or first.startswith(step.kind) or (step.kind == "respond" and first == "head")
    return step.what if told else f"{step.kind} {step.what}"


def _notes(step: FlowStep) -> str:
    said = [f"[{' › '.join(step.conditions)}]"] if step.conditions else []
    said += [step.place] if step.place else []
    said += [f"({step.certainty})"] if step.certainty != "declared" else []
    said += ["after the commit"] if step.after_commit else []
    said += ["in a transaction"] if step.transaction and step.kind not in ("validation", "callback", "dependent") else []
    said += [f"… {step.folded}"] if step.folded else []
    said += [step.unknown] if step.unknown else []
    return "".join(f"  {one}" for one in said)


def flow_json(flow: Flow) -> str:
    """Return a flow with its nested steps as JSON."""
    told = {
        "entry": flow.entry, "title": flow.title, "sentence": flow.sentence, "unknown": list(flow.unknown),
        "left_out": flow.left_out, "steps": [_plain(step) for step in flow.steps],
    }  # fmt: skip
    return json.dumps(told, indent=1, ensure_ascii=False)


def _plain(step: FlowStep) -> dict[str, object]:
    row = {**row_of(step), "conditions": list(step.conditions), "may": list(step.may)}
    return {**row, "steps": [_plain(inner) for inner in step.steps]}


def flow_mermaid(flow: Flow, deepest: int = 0) -> str:
    """Return a flow as a sequence diagram of Mermaid: who asks whom, in order; what depends on something as `opt`.

    Of steps that are more than `deepest` below the first none is drawn; 0 draws all.
    """
    names: dict[str, str] = {}
    lines = list(_messages(flow.steps, "Caller", names, "    ", deepest or 99))
    shown = lines[:_MOST_MESSAGES]
    opened = sum(line.strip().startswith("opt ") for line in shown) - sum(line.strip() == "end" for line in shown)
    shown += ["    end"] * opened
    if len(lines) > len(shown):
        shown.append(f"    Note over Caller: {len(lines) - len(shown)} more lines are left out")
    participants = [f"    participant {short} as {_safe(name)}" for name, short in names.items() if name != "Caller"]
    return "\n".join(["sequenceDiagram", "    participant Caller", *participants, *shown])


def _messages(steps: tuple[FlowStep, ...], caller: str, names: dict[str, str], indent: str, deep: int) -> Iterator[str]:
    for step in steps:
        target = participant(step) or caller
        inner = indent
        if step.conditions:
            yield f"{indent}opt {_safe(' and '.join(step.conditions))}"
            inner = f"{indent}    "
        arrow = "-)" if step.folded == ON_ITS_OWN else "->>"
        yield f"{inner}{_short(caller, names)}{arrow}{_short(target, names)}: {_safe(step_words(step))}"
        yield from _messages(step.steps, target, names, inner, deep - 1) if deep > 1 else ()
        if step.conditions:
            yield f"{indent}end"


def participant(step: FlowStep) -> str:
    """Return who does a step: the class of a method, the template, the database; empty where the caller does it itself."""
    if step.kind in ("write", "save", "destroy"):
        found = re.search(r"\(([\w:]+)\)$", step.what)
        return found.group(1) if found else "Database"
    if not step.unit or step.kind == "route":
        return ""
    type_, identifier = split_key(step.unit)
    return re.split(r"[#.](?=[^#./]+$)", identifier)[0] if type_ in ("method", "scope", "function") else identifier


def _short(name: str, names: dict[str, str]) -> str:
    if name == "Caller":
        return "Caller"
    return names.setdefault(name, f"P{len(names) + 1}")


def _safe(text: str) -> str:
    plain = _UNSAFE.sub(" ", text)
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 1] + "…"


def reach_text(reach: Reach) -> str:
    """Return from where a unit is reached: a chain for each entry, with the lines."""
    lines = [reach.sentence]
    for chain in reach.chains:
        lines.append(
            f"{chain.kind}  {split_key(chain.entry)[1]}" + (f"  ({chain.certainty})" if chain.certainty != "declared" else "")
        )
        lines += [f"    {link.kind} {split_key(link.unit)[1]}  {link.file_path}:{link.line}" for link in chain.links]
    return "\n".join(lines)


def reach_mermaid(reach: Reach) -> str:
    """Return the chains that lead to a unit as a flowchart of Mermaid."""
    names: dict[str, str] = {}
    lines: dict[str, None] = {}
    for chain in reach.chains:
        before = chain.entry
        for link in chain.links:
            lines.setdefault(f"    {_node(before, names)} -->|{_safe(link.kind)}| {_node(link.unit, names)}")
            before = link.unit
    labels = [f'    {short}["{_safe(split_key(key)[1])}"]' for key, short in names.items()]
    return "\n".join(["flowchart LR", *labels, *lines])


def _node(key: str, names: dict[str, str]) -> str:
    return names.setdefault(key, f"N{len(names) + 1}")
