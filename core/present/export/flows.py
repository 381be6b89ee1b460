"""Flows as Mermaid and as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict

from core.flow.text import step_words
from core.model import split_key
from core.model.flow import ON_ITS_OWN, Flow, FlowStep, Reach, row_of

_MOST_MESSAGES = 120  # of a diagram: more of them nobody reads
_LONGEST = 90
_UNSAFE = re.compile(r'[;#"<>{}\n]')


def flow_json(flow: Flow) -> str:
    """Return a flow with its nested steps as JSON."""
    told = {
        "entry": flow.entry, "title": flow.title, "sentence": flow.sentence, "unknown": list(flow.unknown),
        "left_out": flow.left_out, "limits": [asdict(limit) for limit in flow.limits],
        "steps": [_plain(step) for step in flow.steps],
    }  # fmt: skip
    return json.dumps(told, indent=1, ensure_ascii=False)


def _plain(step: FlowStep) -> dict[str, object]:
    row = {**row_of(step), "conditions": list(step.conditions), "may": list(step.may), "below": list(step.below)}
    return {**row, "steps": [_plain(inner) for inner in step.steps]}


def flow_mermaid(flow: Flow, deepest: int = 0) -> str:
    """Return a flow as a sequence diagram of Mermaid: who asks whom, in order.

    What depends on something is in `opt`, in `break` where it ends there.

    Of steps that are more than `deepest` below the first none is drawn, and of the rest what can be read; 0 draws all.
    """
    names: dict[str, str] = {}
    lines = list(_messages(flow.steps, "Caller", names, "    ", deepest or 99))
    shown = lines[:_MOST_MESSAGES] if deepest else lines
    opened = sum(line.strip().startswith(("opt ", "break ")) for line in shown) - sum(line.strip() == "end" for line in shown)
    shown += ["    end"] * opened
    if len(lines) > len(shown):
        shown.append(f"    Note over Caller: {len(lines) - len(shown)} more lines omitted")
    participants = [f"    participant {short} as {_safe(name)}" for name, short in names.items() if name != "Caller"]
    return "\n".join(["sequenceDiagram", "    participant Caller", *participants, *shown])


def _messages(steps: tuple[FlowStep, ...], caller: str, names: dict[str, str], indent: str, deep: int) -> Iterator[str]:
    for step in steps:
        target = participant(step) or caller
        inner = indent
        if step.conditions:
            word = "break" if "return" in (step.then, step.what) else "opt"
            yield f"{indent}{word} {_safe(' and '.join(step.conditions))}"
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
