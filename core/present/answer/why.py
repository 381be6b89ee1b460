"""Write what became of a unit in a run: how far it came, its score beside that of the first, what found it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from core.model import split_key
from core.model.run import SearchRun
from core.model.why import Explanation
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import grid
from core.present.html.labels import type_tag, unit_link, words
from core.present.html.links import anchor, page_url

_STAGES = ("recall", "search", "rank", "assemble", "context")
_REACHED = {
    "recall": "not found", "search": "found, then dropped", "rank": "ranked too low", "assemble": "ranked, no room",
    "context": "in the context",
}  # fmt: skip


def why_html(explained: Explanation, run: SearchRun, index: str = "") -> Markup:
    """Return the sentence, the stages with the one that the unit reached, its score beside the first's, and its finders."""
    reached = _STAGES.index(explained.stage)
    steps = [
        el("span", _REACHED[stage], class_="chip", aria_current="step")
        if number == reached
        else el("span", stage, class_="dim small")
        for number, stage in enumerate(_STAGES)
    ]
    return joined(
        el("p", el("b", unit_link(explained.unit_key, index)), " ", type_tag(split_key(explained.unit_key)[0])),
        el("div", *steps, class_="chips"),
        el("p", explained.sentence, style="max-width:60rem;margin-top:.6rem"),
        _scores(explained, run),
        _finders(explained),
    )


class ScoreRow(TypedDict):
    """What one signal gives to a unit and to the first of the ranking."""

    signal: str
    this: float
    first: float


def score_rows(explained: Explanation, run: SearchRun) -> list[ScoreRow]:
    """Return one row per signal: what it gives to the unit and to the first of the ranking; nothing without a score."""
    first = run.ranked[0] if run.ranked else None
    if first is None or not explained.parts:
        return []
    return [
        ScoreRow(signal=name, this=explained.parts.get(name, 0.0), first=first.parts.get(name, 0.0))
        for name in dict.fromkeys((*first.parts, *explained.parts))
    ]


def nearly(run: SearchRun, index: str, earlier: Sequence[str] = (), limit: int = 12) -> Markup | None:
    """Return the units that came farthest without a place in the context, as links that ask why; None without any.

    `earlier` are the questions that the one of the run follows up.
    """
    near = [dropped.unit_key for dropped in run.dropped if dropped.stage == "assemble"][:limit]
    if not near:
        return None
    asked = {"index": index, "q": run.question, "after": earlier, "view": "why"}
    links = [anchor(page_url("search", **asked, why=key), split_key(key)[1], class_="chip", title=key) for key in near]
    return joined(el("h4", "Ranked, but over the token budget", class_="kind"), el("div", *links, class_="chips"))


def _scores(explained: Explanation, run: SearchRun) -> Markup | None:
    rows = [
        (words(row["signal"]), _number(row["this"]), _number(row["first"]), _gap(row["this"] - row["first"]))
        for row in score_rows(explained, run)
    ]
    if not rows:
        return None
    best = f"Top result: {split_key(run.ranked[0].unit_key)[1]}"
    columns = ("Signal", ("This", "num"), (best, "num"), ("Gap", "num"))
    return el("div", grid(columns, rows), class_="boxed", style="max-width:44rem")


def _finders(explained: Explanation) -> Markup | None:
    if not explained.hits:
        return None
    ordered = sorted(explained.hits.items(), key=lambda pair: (int(pair[1]["rank"] or 0), pair[0]))
    found = (
        el("li", el("b", name), f" number {hit['rank']}, score {hit['score']:.3f} ", el("span", hit["evidence"], class_="dim"))
        for name, hit in ordered
    )
    return joined(el("h4", "Found by", class_="kind"), el("ul", *found))


def _number(value: float) -> str:
    return f"{round(value, 3) + 0.0:.3f}"


def _gap(value: float) -> Markup:
    return el("td", f"{value:+.3f}", class_="num bad" if value < -0.0005 else "num good" if value > 0.0005 else "num dim")
