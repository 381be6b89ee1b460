"""Write how a unit changed over time: how often, when last, by whom, and which files change along with its own."""

from __future__ import annotations

from collections.abc import Container, Iterable

from core.analyse.cochange import CoChange
from core.model import History, file_key
from core.model.history import LineHistory
from core.present.architecture.coupled import commit_list
from core.present.architecture.overview import numbers
from core.present.html.elements import Markup, el, joined
from core.present.html.labels import parted
from core.present.html.links import unit_url
from core.text.counts import counted_as

_SHOWN = 20
_MEANT = {
    "new": "first commit within the last 90 days",
    "hot": "10 or more commits in 90 days",
    "active": "3 or more commits in 90 days",
    "stable": "up to 2 commits in 90 days, some this year",
    "dormant": "no commits in a year",
}


def history_html(
    history: History | None, pairs: Iterable[CoChange], file_path: str, known: Container[str], index: str = "",
    lines: LineHistory | None = None,
) -> Markup:  # fmt: skip
    """Return the commits of a unit's own `lines`, then those of its file and the companions of that, most often first."""
    if history is None or history.change_frequency == "unknown":
        return el("p", "Unknown: this file is not in git.", class_="dim")
    told = numbers(
        [
            ("commits", history.commits_total), ("in a year", history.commits_365), ("in 90 days", history.commits_90),
            ("authors", len(history.authors)),
        ]
    )  # fmt: skip
    class_ = f"{history.change_frequency} ({_MEANT[history.change_frequency]})"
    last = el("p", f"Last changed {history.last_change[:10]}, {class_}.", class_="note")
    of_file = el("h4", f"Its file, {file_path}", class_="kind") if lines else None
    authors = el("div", *(el("span", author, class_="chip") for author in history.authors), class_="chips")
    own = [el("h4", "These lines", class_="kind"), el("p", lines.sentence), commit_list(lines.commits)] if lines else []
    return joined(
        *own, of_file, told, last, el("h4", "Authors", class_="kind"), authors, _companions(pairs, file_path, known, index)
    )


def _companions(pairs: Iterable[CoChange], file_path: str, known: Container[str], index: str) -> Markup:
    found = sorted(
        (pair for pair in pairs if file_path in (pair.first, pair.second)),
        key=lambda pair: (-pair.together, pair.first, pair.second),
    )
    title = el("h4", "Usually changed with", el("span", len(found), class_="dim"), class_="kind")
    if not found:
        return joined(title, el("p", "No file changes together with this one regularly.", class_="dim"))
    rows = [el("li", _companion(pair, file_path, known, index)) for pair in found[:_SHOWN]]
    more = el("p", f"and {len(found) - _SHOWN} more", class_="dim note") if len(found) > _SHOWN else None
    return joined(title, el("ul", *rows, class_="list boxed"), more)


def _companion(pair: CoChange, file_path: str, known: Container[str], index: str) -> Markup:
    other = pair.second if pair.first == file_path else pair.first
    share = pair.first_then_second if pair.first == file_path else pair.second_then_first
    key = file_key(other)
    name = el("a", parted(other, marks="/"), href=unit_url(key, index), data_go=True, class_="cut") if key in known else other
    said = f"in {counted_as(pair.together, 'commit')}, {share:.0%} of this file's"
    hidden = None if pair.related else el("span", "hidden coupling", class_="tag warn")
    return el(
        "div", el("div", name, class_="row"), el("div", el("span", said, class_="dim small"), hidden, class_="row"),
        class_="fact",
    )  # fmt: skip
