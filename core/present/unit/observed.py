"""Write what recordings of the running application say of a unit: figures, what was seen to call it, what it called."""

from __future__ import annotations

from collections.abc import Sequence

from core.model import split_key
from core.model.observed import ObservedCall, ObservedUnit
from core.present.html.elements import Markup, el, joined
from core.present.html.links import unit_url

_SHOWN = 60  # calls of a side before the rest is only counted


def observed_html(found: ObservedUnit, index: str) -> Markup:
    """Return a sentence and both sides of the calls that were seen; those that reading does not know say so."""
    sides = (("Callers at runtime", found.callers), ("Calls at runtime", found.callees))
    return joined(el("p", found.sentence, class_="dim"), *(_side(title, calls, index) for title, calls in sides if calls))


def _side(title: str, calls: Sequence[ObservedCall], index: str) -> Markup:
    rows = (el("li", _call(one, index)) for one in calls[:_SHOWN])
    more = el("p", f"{len(calls) - _SHOWN:,} more.", class_="dim small") if len(calls) > _SHOWN else None
    return joined(el("h5", title.capitalize()), el("ul", *rows, class_="list"), more)


def _call(one: ObservedCall, index: str) -> Markup:
    name = el("a", split_key(one.unit)[1], href=unit_url(one.unit, index), data_go=True)
    times = el("span", f" {one.times:,} times{f', through {one.via}' if one.via else ''}", class_="dim small")
    known = el("span", one.known, class_="tag type") if one.known == "runtime only" else None
    return joined(name, " ", known, times)
