"""Steps of a flow while it is put together: what is inside of one is known at once, or is a body that may be followed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from core.model.flow import FlowStep


@dataclass(frozen=True, slots=True)
class Standing:
    """How a step runs: how many calls may still be followed, what is being run, in a transaction or after its commit."""

    depth: int
    running: tuple[int, ...] = ()
    within: int = -1  # the class that runs a method of a module
    transaction: bool = False
    after_commit: bool = False

    @property
    def in_filter(self) -> bool:
        """Whether this is inside of a filter, whose page is another one than that of the request."""
        return self.running[:1] == (-1,)

    def into(self, number: int, within: int = -1) -> Standing:
        """Return how the steps of a unit run that is called here."""
        return replace(self, depth=self.depth - 1, running=(*self.running, number), within=within)


class FollowedWork(NamedTuple):
    """What a step runs: the body of a unit, the callbacks of saving a model, a move of its machine, or a template.

    `how` is `body`, `away` (elsewhere or later), `saved`, `moved` or `template`; `detail` is the class that runs a body, or an
    event.
    """

    how: str
    number: int
    detail: str = ""


@dataclass(slots=True)
class Draft:
    """A step, the steps that are known to be inside of it, and what else it runs, with how it runs that.

    `after_error` tells that it only runs after an error; `branch` numbers the branches between which steps are shared. An
    `inline` step gives way to what it runs, unless that is shown above.
    """

    step: FlowStep
    inside: list[Draft] = field(default_factory=list)
    followed: FollowedWork | None = None
    standing: Standing | None = None
    after_error: bool = False
    branch: int = -1
    inline: bool = False


def drafts(steps: Iterable[FlowStep]) -> list[Draft]:
    """Return steps that run nothing as drafts."""
    return [Draft(step) for step in steps]


def size(found: Iterable[Draft]) -> int:
    """Return how many steps these are, with those inside."""
    return sum(1 + size(one.inside) for one in found)
