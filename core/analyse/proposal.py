"""The order that was found, as a declaration to begin with: which folders stand above which, and how many lines say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.analyse.levels import Cell, Matrix
from core.analyse.order import PlaceOrder
from core.text.counts import counted_as


@dataclass(frozen=True, slots=True)
class Proposed:
    """One layer of a proposal: lines that lead down from it, and lines that lead up and would break it today."""

    place: str
    down: int
    up: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """The layers from the top down, with the number of links that agree with the order and that break it."""

    layers: tuple[Proposed, ...]
    down: int
    up: int

    @property
    def sentence(self) -> str:
        """How many links agree with the layering."""
        if not self.layers:
            return "No layering to propose: no folder depends on another."
        agree = "line follows" if self.down == 1 else "lines follow"
        return f"{self.down:,} {agree} the inferred layering. {self.up:,} would violate it today."

    @property
    def next_step(self) -> str:
        """How to start from it on the command line."""
        if not self.layers:
            return f"{self.sentence} Declare rules in orienteer.toml."
        fit = f"{counted_as(self.down, 'line')} {'agrees' if self.down == 1 else 'agree'}, {self.up:,} don't"
        return f"Run `orienteer check --propose` to write the current layering to orienteer.toml ({fit})."

    def to_toml(self) -> str:
        """Return the proposal as the table that declares it."""
        width = max((len(one.place) for one in self.layers), default=0) + 3
        rows = [
            f"  {f'{chr(34)}{one.place}{chr(34)},'.ljust(width)}  # {one.down:,} lines down, {one.up:,} up"
            for one in self.layers
        ]
        head = f"# {self.sentence}"
        return "\n".join((head, "[[architecture.layers]]", 'name = "folders from the top down"', "order = [", *rows, "]", ""))


def proposal(order: PlaceOrder, matrix: Matrix) -> Proposal:
    """Return the first row of an order of folders as layers; `matrix` is of its places. What has no link is left out."""
    down: dict[str, int] = {}
    up: dict[str, int] = {}
    linked: set[str] = set()
    for cell in matrix:
        linked |= {cell.source, cell.target}
        (up if cell.back else down)[cell.source] = (up if cell.back else down).get(cell.source, 0) + cell.weight
    layers = tuple(Proposed(one, down.get(one, 0), up.get(one, 0)) for one in order.first() if one in linked and one != ".")
    names = {one.place for one in layers}
    kept = [cell for cell in matrix if {cell.source, cell.target} <= names]
    return Proposal(layers, _lines([cell for cell in kept if not cell.back]), _lines([cell for cell in kept if cell.back]))


def _lines(cells: Iterable[Cell]) -> int:
    """Return how many lines there are: one that leads to several places is one line, as where it is checked."""
    return len({(one.file_path, one.line) for cell in cells for one in cell.lines})
