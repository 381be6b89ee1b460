"""Write how a ranking changes when the weights do: who climbs, who falls, who is new."""

from __future__ import annotations

from core.model import split_key
from core.model.run import SearchRun
from core.present.html.elements import Markup, el
from core.present.html.grid import boxed_grid
from core.present.html.labels import type_tag, unit_link


def shifted(before: SearchRun, after: SearchRun, index: str = "", limit: int = 30) -> Markup:
    """Return the ranking of `after`, each unit with its place in `before`."""
    old = {ranked.unit_key: ranked.rank for ranked in before.ranked}
    held = set(before.context.shown_as)
    now = set(after.context.shown_as)
    rows = [
        (
            ranked.rank, _movement(old.get(key), ranked.rank), unit_link(key, index), type_tag(split_key(key)[0]),
            f"{ranked.score:.3f}", _context(key in held, key in now),
        )
        for ranked in after.ranked[:limit]
        for key in (ranked.unit_key,)
    ]  # fmt: skip
    return boxed_grid((("Now", "num"), ("Before", "num"), "Unit", "", ("Score", "num"), ("Context", "dim")), rows)


def moved(before: SearchRun, after: SearchRun, first: int = 10) -> str:
    """Return in words how much the first places changed."""
    old = [ranked.unit_key for ranked in before.ranked[:first]]
    new = [ranked.unit_key for ranked in after.ranked[:first]]
    if old == new:
        return f"The top {first} results are the same."
    came = len(set(new) - set(old))
    places = sum(one != other for one, other in zip(old, new, strict=False))
    return f"{places} of the top {first} results changed, {came} of them new."


def _movement(old: int | None, new: int) -> Markup:
    if old is None:
        return el("td", "new", class_="num good")
    if old == new:
        return el("td", f"{old}", class_="num dim")
    sign, class_ = ("▲", "good") if new < old else ("▼", "bad")
    return el("td", f"{old} {sign}", class_=f"num {class_}", title=f"from {old} to {new}")


def _context(held: bool, holds: bool) -> str:
    return {(True, False): "dropped", (False, True): "added", (True, True): "stays", (False, False): ""}[held, holds]
