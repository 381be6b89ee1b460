"""Write how one unit leads to another: chains of units with the relation and the line between each two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from core.analyse.paths import PathStep
from core.model import split_key
from core.present.drawings.layered_graph import Arrow, Box
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import kinds_of, unit_link
from core.present.html.links import unit_url
from core.present.html.places import place_link


def path_chains(steps: Iterable[PathStep], index: str = "") -> Markup:
    """Return each path as a row of units joined by arrows that say what the relation is and where it is written."""
    return joined(*(_path(list(group), index) for _, group in groupby(steps, key=lambda step: step.path)))


def path_boxes(steps: Iterable[PathStep], index: str = "") -> tuple[list[Box], list[Arrow]]:
    """Return the units of all paths as boxes, the two ends coloured, and their links as arrows; to be drawn in layers."""
    links = {(step.source, step.target): step for step in steps}
    sources, targets = {source for source, _ in links}, {target for _, target in links}
    boxes = [
        Box(
            key, split_key(key)[1], split_key(key)[0].replace("_", " "), unit_url(key, index),
            hue="" if key in sources and key in targets else "hue0",
        )
        for key in sorted(sources | targets)
    ]  # fmt: skip
    arrows = [Arrow(*ends, len(step.lines) or 1, kinds_of(step.kinds)) for ends, step in sorted(links.items())]
    return boxes, arrows


def _path(steps: Sequence[PathStep], index: str) -> Markup:
    parts: list[Markup] = []
    for step in steps:
        parts += [unit_link(step.source, index, class_="chip", title=step.source), _arrow(step, index)]
    if steps:
        parts.append(unit_link(steps[-1].target, index, class_="chip", title=steps[-1].target))
    return el("div", *parts, class_="chips way")


def _arrow(step: PathStep, index: str) -> Markup:
    kinds = ", ".join(kind.replace("_", " ") for kind in step.kinds)
    evidence = "; ".join(f"{line.file_path}:{line.line}" for line in step.lines)
    first = (place_link(line.file_path, line.line, index, short=True) for line in step.lines[:1])
    return el("span", f"{kinds} ", *first, " →", class_="dim small", title=evidence)
