"""What goes with a record when it is destroyed: dependents, what they take with them, callbacks, and what is left behind."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from core.errors import SourceError
from core.flow.compose import Composer
from core.flow.draft import Standing
from core.flow.saving import dependents
from core.model import UnitHead
from core.model.flow import Flow, FlowStep
from core.open_index import OpenIndex


def has_records(head: UnitHead) -> bool:
    """Tell whether a unit is a model, whose records can be destroyed."""
    return head.type == "model"


def destroy_of(index: OpenIndex, number: int, *, depth: int = 4) -> Flow:
    """Return the steps of destroying a record of a model; raises `SourceError` for a unit that is no model."""
    head = index.heads[number]
    if not has_records(head):
        raise SourceError(
            f"{head.key} is not a model, so it has no records to destroy. See its flow: orienteer flow '{head.identifier}'"
        )
    composer = Composer(index, number, depth=depth)
    first = FlowStep("destroy", f"destroy ({head.identifier})", head.key, head.file_path, head.start_line)
    steps = composer.finish([composer.saved(first, number, "destroy", Standing(depth, (number,), number))])
    left = _left_behind(composer, number)
    unknown, limits = tuple(composer.unknown), composer.limits()
    flow = Flow(head.key, f"destroy {head.identifier}", (*steps, *left), "", unknown, composer.left_out, limits)
    return replace(flow, sentence=_sentence(head.identifier, flow, len(left)))


def _left_behind(composer: Composer, number: int) -> list[FlowStep]:
    """Return the models that belong to this one and say nothing of what becomes of them."""
    index = composer.index
    covered = {composer.facts.named(str(one.get("target") or "")) for one in dependents(composer.facts, number)}
    found: dict[int, FlowStep] = {}
    for link in index.links.into(number):
        head = index.heads[link.other]
        polymorphic = link.certainty == "inferred"
        if link.kind != "belongs_to" or link.other in covered or link.other in found or head.is_test or polymorphic:
            continue
        found[link.other] = FlowStep(
            "left", f"{head.identifier} still refers to it", head.key, link.file_path, link.line, link.certainty,
            unknown="no dependent: is declared for it; a callback or a foreign key of the database may care",
        )  # fmt: skip
    return sorted(found.values(), key=lambda step: step.what)


def _sentence(name: str, flow: Flow, left: int) -> str:
    steps = [step for _, step in flow.walk()]
    kinds = Counter(step.what.split()[0] for step in steps if step.kind == "dependent")
    models = len({step.unit for step in steps if step.kind == "dependent" and step.what.startswith("destroy") and step.unit})
    callbacks = sum(step.kind == "callback" for step in steps)
    said = ", ".join(f"{count} × {kind}" for kind, count in sorted(kinds.items())) or "no dependents"
    return (
        f"Destroying {name}: {said}; records of {models} other models are destroyed with it; {callbacks} callbacks; "
        f"{left} models still refer to it."
    )
