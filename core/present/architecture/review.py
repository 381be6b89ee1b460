"""Draw a review: its remarks with their lines, and the neighbourhood that a change touches, before and after."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from core.model import split_key
from core.model.review import ADDED, DOCS, HIGH, MEDIUM, REMOVED, Remark, Review
from core.model.text_table import Flat
from core.present.architecture.evidence import fact
from core.present.drawings.layered_graph import Arrow, Box
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import more_note, paged
from core.present.html.links import page_url
from core.present.html.places import place_link
from core.text.counts import counted_as

_SHOWN = 2_000
_TONES = {HIGH: "tag bad", MEDIUM: "tag warn"}
STATES = ("both", "before", "after")
"""What the picture of the neighbourhood shows."""


@dataclass(frozen=True, slots=True)
class ChangeGraph:
    """Units around a change as boxes, links as arrows, and the same as rows; `of` counts the units in all."""

    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    rows: tuple[dict[str, Flat], ...]
    of: int

    @property
    def sentence(self) -> str:
        """What is shown of what there is."""
        units, links = counted_as(self.of, "unit"), counted_as(len(self.arrows), "link")
        return f"Showing {len(self.boxes)} of {units} around the change and {links}. Dashed: removed."


def remark_list(remarks: Sequence[Remark], index: str, editor: str, root: str) -> Markup:
    """Return remarks with their level, rule and line; those of what is before the change name their line without a link."""
    rows = [_remark(one, index, editor, root) for one in remarks[:_SHOWN]]
    return joined(paged(rows), more_note(_SHOWN, len(remarks)))


def _remark(one: Remark, index: str, editor: str, root: str) -> Markup:
    place = el("span", one.place, class_="dim small")
    if one.file_path and not one.before:
        place = place_link(one.file_path, one.line, index, editor, root)
    level = el("span", one.level, class_=_TONES.get(one.level, "tag"))
    text = el("span", one.text, style="white-space:normal;flex:1 1 20rem")
    return fact(level, text, el("span", one.rule, class_="dim small"), place=place, code=one.code)


def change_graph(found: Review, known: Collection[str], index: str, state: str, cap: int) -> ChangeGraph:
    """Return the changed units, members as the unit that owns them, with their users and the relations that came or went.

    Changed units come first, then the ends of relations that differ, then users; `state` leaves out what only the other side
    has. `known` are the keys that have a page.
    """
    owners = found.owners
    changes: dict[str, list[str]] = {}
    for one in found.units:
        if not one.is_test and one.change != DOCS:
            changes.setdefault(owners.get(one.key, one.key), []).append(one.change)
    links = _links(found, state)
    order = dict.fromkeys([*changes, *(end for pair, (_, kept) in links.items() if not kept for end in pair)])
    order |= dict.fromkeys(end for pair in links for end in pair)
    linked = {end for pair in links for end in pair}
    order = {key: None for key in order if key in linked} or order  # what nothing leads to says nothing in a picture
    shown = set(list(order)[:cap])
    boxes = tuple(_box(key, changes.get(key, []), known, index) for key in order if key in shown)
    arrows = tuple(
        Arrow(source, target, len(said), ", ".join(sorted(said)), back=_is_gone(said))
        for (source, target), (said, _) in sorted(links.items())
        if {source, target} <= shown
    )
    rows: list[dict[str, Flat]] = [
        {"from": source, "to": target, "what": ", ".join(sorted(said))} for (source, target), (said, _) in sorted(links.items())
    ]
    return ChangeGraph(boxes, arrows, tuple(rows), len(order))


def _is_gone(said: Iterable[str]) -> bool:
    return all(one.startswith("gone") for one in said)


def _links(found: Review, state: str) -> dict[tuple[str, str], tuple[set[str], bool]]:
    """Return by pair of owners what leads from one to the other, and whether all of it is as it was."""
    aside = REMOVED if state == "after" else ADDED if state == "before" else ""
    links: dict[tuple[str, str], tuple[set[str], bool]] = {}
    tests = {one.unit for one in found.users if one.is_test} | {one.key for one in found.units if one.is_test}
    differ = {(one.source, one.target, one.kind) for one in found.relations}
    told = [(one.source, one.target, one.kind, one.change) for one in found.relations if one.change != aside]
    told += [(one.unit, one.uses, one.kind, "") for one in found.users if (one.unit, one.uses, one.kind) not in differ]
    for source, target, kind, change in told:
        pair = found.owners.get(source, source), found.owners.get(target, target)
        if pair[0] == pair[1] or source in tests or target in tests:
            continue
        word = {ADDED: "new: ", REMOVED: "gone: "}.get(change, "")
        said, kept = links.get(pair, (set(), True))
        links[pair] = said | {f"{word}{kind.replace('_', ' ')}"}, kept and not change
    return links


def _box(key: str, changes: Sequence[str], known: Collection[str], index: str) -> Box:
    note = ", ".join(f"{changes.count(change)} {change}" for change in dict.fromkeys(changes))
    href = page_url("code", index=index, unit=key) if key in known else "?view=units"
    return Box(key, split_key(key)[1], note, href, "" if key in known else "view=units", "hue0" if changes else "")
