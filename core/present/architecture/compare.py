"""Write what differs between two generations of an index: how many of each kind, then every one with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from core.model import is_key, split_key
from core.present.architecture.evidence import fact
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import paged
from core.present.html.labels import chip, unit_link
from core.present.html.places import place_link
from core.text.counts import and_more

_FIRST = ("cycle", "crossing", "hub")  # what an architect wants to know before the single units and relations
Difference = Mapping[str, str | int]
"""One difference as a flat row: what, subject, detail, file and line."""

_NAMED = 6  # units of a cycle


def comparison_html(
    rows: Sequence[Difference], known: Collection[str], index: str = "", editor: str = "", root: str = ""
) -> Markup:
    """Return the counts of each kind, then the differences by kind: cycles, crossings and hubs first.

    `known` are the keys that have a page; others, such as those of gone units, are text.
    """
    counts = Counter(str(row["what"]) for row in rows)
    ordered = sorted(rows, key=lambda row: (_rank(str(row["what"])), row["what"]))
    chips = [chip(what, counts[what]) for what in sorted(counts, key=lambda what: (_rank(what), what))]
    groups = [
        _group(what, list(group), known, index, editor, root) for what, group in groupby(ordered, key=lambda row: row["what"])
    ]
    return joined(el("div", *chips, class_="chips", style="margin-bottom:.7rem"), *groups)


def _rank(what: str) -> int:
    last = what.rpartition(" ")[2]
    return _FIRST.index(last) if last in _FIRST else len(_FIRST)


def _group(what: str, rows: Sequence[Difference], known: Collection[str], index: str, editor: str, root: str) -> Markup:
    items = [el("li", _row(row, known, index, editor, root)) for row in rows]
    title = el("h4", what, el("span", len(items), class_="dim"), class_="kind")
    return joined(title, paged(items, "ul", "list boxed"))


def _row(row: Difference, known: Collection[str], index: str, editor: str, root: str) -> Markup:
    between = " → " if " → " in str(row["subject"]) else ", "  # a pair, or the units of a cycle
    keys = str(row["subject"]).split(between)
    names: list[Markup | str] = []
    for number, key in enumerate(keys[:_NAMED]):
        shown = split_key(key)[1] if is_key(key) else key
        names += [between] if number else []
        names.append(unit_link(key, index) if key in known else shown)
    names.append(and_more(len(keys), _NAMED))
    path, line = str(row["file_path"]), int(row["line"] or 0)
    where = el("span", f"{path}:{line}" if line else path, class_="dim small")
    if path and not str(row["what"]).startswith("gone"):
        where = place_link(path, line, index, editor, root)
    return fact(el("span", *names), el("span", row["detail"], class_="dim", style="white-space:normal"), place=where)
