"""Write a folder: its sentences, what is directly inside, its main classes and entry points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.analyse.sizes import Tile
from core.model import unit_key
from core.model.text_table import Flat
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import boxed_grid
from core.present.html.labels import typed_link
from core.present.html.links import anchor, file_url, unit_url
from core.present.html.places import with_places


def folder_sentences(sentences: Sequence[str], index: str) -> Markup:
    """Return the sentences that explain a folder, places in them as links."""
    return joined(*(el("p", with_places(one, index)) for one in sentences))


def folder_contents(inside: Sequence[Tile], index: str) -> Markup:
    """Return the folders and files directly inside a folder, each a link, with bars for size and change."""
    most = {"lines": max((one.lines for one in inside), default=1), "commits": max((one.commits for one in inside), default=1)}
    rows = []
    for one in inside:
        folder = one.kind != "file"
        href = unit_url(unit_key("folder", one.id), index) if folder else file_url(one.id, index)
        name = anchor(href, f"{one.label}/" if folder else one.label)
        rows.append((name, one.units, _heat(one.lines, most["lines"]), _heat(one.commits, most["commits"])))
    return boxed_grid(("", ("Units", "num"), ("Lines", "num"), ("Commits", "num")), rows)


def _heat(count: int, most: int) -> Markup:
    """Return a number over a bar of its share of the largest."""
    bar = el("span", class_="heat", style=f"width:{100 * count / (most or 1):.0f}%")
    return el("span", bar, f"{count:,}", class_="heated")


def folder_classes(rows: Sequence[Mapping[str, Flat]], index: str) -> Markup:
    """Return the main classes, each with its first sentence and how many units use it."""
    listed = [(joined(typed_link(str(row["unit"]), index), _about(row)), row["dependents"]) for row in rows]
    return boxed_grid(("Main classes", ("Dependents", "num")), listed)


def folder_entries(rows: Sequence[Mapping[str, Flat]], index: str) -> Markup:
    """Return the entry points, each with the reason and how many units it leads to."""
    listed = [(joined(typed_link(str(row["unit"]), index), " ", el("span", str(row["reason"]), class_="dim small")),
               row["reaches"]) for row in rows]  # fmt: skip
    return boxed_grid(("Entry points", ("Reaches", "num")), listed)


def _about(row: Mapping[str, Flat]) -> Markup | None:
    return el("div", str(row["about"]), class_="dim small wrap") if row["about"] else None
