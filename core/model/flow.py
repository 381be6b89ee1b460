"""What happens when something is entered: the steps of a flow in order, and from where a unit is reached."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from core.model.address import IndexAddress
from core.model.limit import Limit
from core.model.shown import Shown

ELSEWHERE = frozenset({"enqueue", "deliver", "broadcast", "publish"})
"""Kinds of steps whose own flow runs elsewhere or later."""

ABOVE, DEEPER, ON_ITS_OWN = "as above", "deeper", "on its own"
"""Why a step is folded."""

RAN, NEVER = "by tests", "by no test"
"""By whom the line of a step was run, as far as coverage reports tell."""

REACHING = ELSEWHERE | {"request"}
"""Kinds of steps that reach others: jobs, mails, subscribers, other programs."""

EFFECTS = ELSEWHERE | {"save", "destroy", "write", "request"}
"""Kinds of steps that change something or reach others: no cut of a flow hides them."""

TELLING = EFFECTS | {"cache", "render", "redirect", "respond", "raise", "filter", "policy"}
"""Kinds of steps that do something that is seen from outside; a call without such a step sets nothing off."""


@dataclass(frozen=True, slots=True)
class FlowStep:
    """One step: what runs, where it is written, when, and how surely.

    `kind` is route, constraint, filter, policy, action, call, save, destroy, write, cache (what is kept there is changed or
    swept), request (to another service), validation, callback, transaction, enqueue, deliver, broadcast, publish, render,
    redirect, respond, raise, return (what ends the body, or one run of a loop, before later steps) or unknown. `conditions`
    are the branches around it, outermost first, and what a declaration asks for; `then` is `return`, `next` or `break` where
    that follows at once; `may` is what it may do beside running (halt, set a variable). What runs within a database
    transaction, or only after its commit, says so. The `steps` inside of it run before the next one, unless it is `folded`:
    as above, deeper (than was asked for), or on its own (elsewhere or later). `below` names what is saved, sent or asked of
    others inside of a step that is not followed. `unknown` says what is not known. `executed` says
    by whom its line was run (`RAN`, `NEVER`), and is empty where no coverage report tells. `observed` is what
    recordings of the running application counted of its unit.
    """

    kind: str
    what: str
    unit: str = ""
    file_path: str = ""
    line: int = 0
    certainty: str = "declared"
    conditions: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    transaction: bool = False
    after_commit: bool = False
    folded: str = ""
    unknown: str = ""
    steps: tuple[FlowStep, ...] = ()
    executed: str = ""
    observed: str = ""
    then: str = ""
    below: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """File and line, empty where nothing is written."""
        return f"{self.file_path}:{self.line}" if self.file_path else ""


@dataclass(frozen=True, slots=True)
class Flow(Shown):
    """What an entry sets off: its steps in order, and what is left out or not known.

    `unknown` are sentences; `left_out` counts calls that were followed to their end and set nothing off; `limits` say what
    was not followed or is not shown.
    """

    entry: str
    title: str
    steps: tuple[FlowStep, ...]
    sentence: str
    unknown: tuple[str, ...] = ()
    left_out: int = 0
    limits: tuple[Limit, ...] = ()
    pages: IndexAddress | None = field(default=None, compare=False)

    def walk(self) -> Iterator[tuple[int, FlowStep]]:
        """Yield every step with its depth, in the order in which they run."""
        return walked(self.steps)

    def to_rows(self) -> list[dict[str, object]]:
        """Return the steps as flat dictionaries, in the order in which they run."""
        return [{"step": number, "depth": depth, **row_of(step)} for number, (depth, step) in enumerate(self.walk(), 1)]

    def __str__(self) -> str:
        lines = (f"{'  ' * depth}{step.kind} {step.what}  {step.place}".rstrip() for depth, step in self.walk())
        return "\n".join([self.sentence, *lines, *map(str, self.limits)])


@dataclass(frozen=True, slots=True)
class Reach(Shown):
    """From where a unit, or a line of it, is reached: a chain for each entry, the entry first, the nearest entries first."""

    unit: str
    sentence: str
    chains: tuple[ReachChain, ...]
    pages: IndexAddress | None = field(default=None, compare=False)

    def to_rows(self) -> list[dict[str, object]]:
        """Return the chains as flat dictionaries."""
        return [
            {
                "entry": chain.entry, "kind": chain.kind, "steps": len(chain.links), "certainty": chain.certainty,
                "chain": " → ".join([chain.entry, *(link.unit for link in chain.links)]), "key": chain.entry,
            }
            for chain in self.chains
        ]  # fmt: skip

    def __str__(self) -> str:
        return "\n".join([self.sentence, *(str(row["chain"]) for row in self.to_rows())])


@dataclass(frozen=True, slots=True)
class ReachLink:
    """One step of a chain: the unit that is reached, by which kind of relation, and the line that says so."""

    unit: str
    kind: str
    file_path: str
    line: int
    certainty: str


@dataclass(frozen=True, slots=True)
class ReachChain:
    """How a unit is reached from an entry; `kind` is that of the entry: route, job, schedule, test, task, console …"""

    entry: str
    kind: str
    links: tuple[ReachLink, ...]

    @property
    def certainty(self) -> str:
        """That of the least sure link."""
        order = ("declared", "expanded", "inferred", "dynamic")
        return max(
            (link.certainty for link in self.links), key=lambda one: order.index(one) if one in order else 0, default="declared"
        )


def walked(steps: tuple[FlowStep, ...], depth: int = 0) -> Iterator[tuple[int, FlowStep]]:
    """Yield steps and those inside of them with their depth, in the order in which they run."""
    for step in steps:
        yield depth, step
        yield from walked(step.steps, depth + 1)


def row_of(step: FlowStep) -> dict[str, object]:
    """Return a step without those inside of it as flat values."""
    return {
        "kind": step.kind, "what": step.what, "conditions": " › ".join(step.conditions), "may": ", ".join(step.may),
        "transaction": step.transaction, "after_commit": step.after_commit, "folded": step.folded, "certainty": step.certainty,
        "unknown": step.unknown, "executed": step.executed, "observed": step.observed, "then": step.then,
        "below": ", ".join(step.below),
        "file_path": step.file_path, "line": step.line, "key": step.unit,
    }  # fmt: skip
