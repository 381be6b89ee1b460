"""Write findings as the one table of them: each row links to its unit and its line, and opens to what else is known of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.analyse.finding import CERTAINTIES, NEW, SEVERITIES, Finding
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import boxed_grid, more_note
from core.present.html.labels import typed_link
from core.present.html.places import place_link, with_places
from core.present.html.tables import breakable, heading, number
from core.present.html.tabs import label

_MOST = 2_000  # rows that are written
_BAD = {SEVERITIES[0]: "tag bad"}


def finding_table(findings: Sequence[Finding], known: Collection[str], index: str, editor: str, root: str) -> Markup:
    """Return the findings in their order; units that are `known` become links."""
    rows = [
        (
            el("td", el("span", one.severity, class_=_BAD.get(one.severity, "tag")), data_value=SEVERITIES.index(one.severity)),
            el("td", one.certainty, data_value=CERTAINTIES.index(one.certainty)), label(one.kind),
            el("td", _what(one, known, index), class_="words"),
            joined(
                typed_link(one.unit, index) if one.unit in known else None, " ",
                place_link(one.file_path, one.line, index, editor, root, short=True),
            ),
            el("span", NEW, class_="tag bad") if one.since else "",
        )
        for one in findings[:_MOST]
    ]  # fmt: skip
    if not rows:
        return el("p", "No findings.", class_="dim")
    columns = ("Severity", "Certainty", "Kind", ("What", "wide"), ("Where", "unit"), "New")
    return joined(boxed_grid(columns, rows), more_note(_MOST, len(findings)))


def _what(one: Finding, known: Collection[str], index: str) -> Markup:
    """Return what is found, which opens to the explanation; the subject only where the unit does not name it already."""
    subject = () if one.subject in known else (el("code", breakable(one.subject)), " ")
    said = joined(*subject, with_places(one.what, index, breakable))
    if not one.explanation:
        return said
    facts: list[Markup] = []
    for name, value in one.explanation.items():
        shown = number(value) if isinstance(value, int | float) else with_places(str(value), index, breakable)
        facts += [el("dt", heading(name)), el("dd", shown)]
    return el("details", el("summary", said), el("dl", *facts), class_="found")
