"""Write what an application is: what it says of itself, what it is made of and about, what happens in it, what to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.model.overview import Overview, installed
from core.model.text_table import Flat
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import typed_link, unit_link
from core.present.html.links import anchor, page_url, unit_url

_NOUNS = 16


def said_html(overview: Overview, index: str) -> Markup:
    """Return the first sentence of the README and the stack; says so when there is none."""
    said = el("p", "No README found.", class_="dim")
    if overview.says:
        named = overview.says_in  # a set says itself what it is
        source = el("span", "— ", unit_link(named, index), class_="dim small") if named else None
        said = el("p", overview.says, " ", source, class_="lead")
    chips = [
        el("span", installed(row), el("span", f" {row['role']}", class_="label"), class_="chip", title=str(row["file_path"]))
        for row in overview.stack
    ]
    return joined(said, el("div", *chips, class_="chips") if chips else None)


def noun_chips(nouns: Sequence[Mapping[str, Flat]], index: str) -> Markup:
    """Return the nouns as links to their units, each with how many units speak of it."""
    links = [
        anchor(
            unit_url(str(row["unit"]), index), str(row["noun"]), " ", el("b", f"{row['used_by']:,}"), class_="chip",
            title=f"used by {row['used_by']} units, {row['tied_to']} associations",
        )
        for row in nouns[:_NOUNS]
    ]  # fmt: skip
    return el("div", *links, class_="chips") if links else el("p", "No models or classes found.", class_="dim")


def journey_list(journeys: Sequence[Mapping[str, Flat]], index: str) -> Markup:
    """Return the journeys, each leading to its flow, with what it sets off."""
    rows = [
        el(
            "li", el("div", anchor(page_url("flow", index=index, entry=str(row["entry"])), str(row["title"])), " ",
                     el("span", str(row["kind"]), class_="tag")),
            el("div", str(row["sets_off"]) or "no external effects", class_="dim small"),
        )
        for row in journeys
    ]  # fmt: skip
    return el("ul", *rows, class_="list boxed padded") if rows else el("p", "No entry points found.", class_="dim")


def reading_list(reading: Sequence[Mapping[str, Flat]], index: str) -> Markup:
    """Return what to read, in order, each with the reason."""
    rows = [
        el(
            "li", el("div", el("span", f"{row['step']} ", class_="dim"), typed_link(str(row["unit"]), index)),
            el("div", f"{row['chapter']} · {row['reason']}", class_="dim small"),
        )
        for row in reading
    ]  # fmt: skip
    return el("ol", *rows, class_="list boxed padded")
