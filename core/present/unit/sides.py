"""Write the sides of a unit's page: how it changed, its columns, units like it, what ran of it in recordings and in tests."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from core.analyse.cochange import CoChange
from core.model import History, UnitHead, file_key, split_key
from core.model.columns import ABOUT, GROUPS, HOWS, ColumnUse
from core.model.executed import MEASURED, ExecutedLines, KnownTest, UnitTests
from core.model.history import LineHistory
from core.model.observed import ObservedCall, ObservedUnit
from core.model.sheet import Similar
from core.present.architecture.coupled import commit_list
from core.present.architecture.overview import numbers
from core.present.html.code_pane import Mark
from core.present.html.elements import Markup, el, joined
from core.present.html.grid import paged
from core.present.html.labels import parted, place, type_tag
from core.present.html.links import unit_url
from core.present.html.places import place_link
from core.text.counts import counted_as

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
    return joined(title, paged((el("li", _companion(pair, file_path, known, index)) for pair in found), "ul", "list boxed"))


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


def column_list(columns: Sequence[tuple[str, Sequence[ColumnUse]]], index: str, editor: str, root: str) -> Markup:
    """Return one foldable row per column: how often it is written and read, and by which lines."""
    return joined(*(_column(name, uses, index, editor, root) for name, uses in columns))


def _column(name: str, uses: Sequence[ColumnUse], index: str, editor: str, root: str) -> Markup:
    doing = [use for use in uses if use.group not in ABOUT]
    writes = sum(use.kind == "writes" for use in doing)
    counts = f"{writes} write, {len(doing) - writes} read, {len(uses) - len(doing)} declare, validate or migrate"
    head = el("summary", el("code", name, class_="mono"), " ", el("span", counts, class_="dim small"))
    if not uses:
        return el(
            "div",
            el("code", name, class_="mono"),
            " ",
            el("span", "no known reads or writes", class_="dim small"),
            class_="fact",
        )
    rows = (el("li", _column_line(use, index, editor, root)) for use in uses)
    return el("details", head, paged(rows, "ul", "list boxed"))


def _column_line(use: ColumnUse, index: str, editor: str, root: str) -> Markup:
    type_, identifier = split_key(use.unit)
    notes = [use.kind, GROUPS.get(use.group, use.group), *([] if use.certain else [f"perhaps: {HOWS.get(use.how, use.how)}"])]
    link = el("a", parted(identifier), href=unit_url(use.unit, index), data_go=True, class_="cut")
    first = el(
        "div", link, type_tag(type_), *(el("span", note, class_="tag cut", title=note) for note in notes), class_="row wrapping"
    )
    shown = place_link(use.file_path, use.line, index, editor, root, short=True)
    return el("div", first, el("div", shown, el("code", use.text, class_="quote", title=use.text), class_="row"), class_="fact")


def similar_list(similar: Iterable[Similar], heads: Mapping[str, UnitHead], index: str = "") -> Markup:
    """Return the units as links, most alike first, each with a bar, below a sentence that says what was compared."""
    listed = list(similar)
    way = {"vectors": "By semantic similarity.", "words": "By shared words. Semantic similarity needs vectors."}
    said = el("p", way[listed[0].by], class_="dim small") if listed else None
    return joined(said, el("ul", *(el("li", _alike(one, heads[one.unit_key], index)) for one in listed), class_="list boxed"))


def _alike(one: Similar, head: UnitHead, index: str) -> Markup:
    first = el(
        "span", parted(head.identifier, "name"), type_tag(head.type), el("span", class_="push"),
        el("span", f"{one.similarity:.2f}", class_="num"), class_="row",
    )  # fmt: skip
    bar = el("span", el("span", class_="hue0", style=f"width:{100 * max(0.0, min(1.0, one.similarity)):.0f}%"), class_="shares")
    return el(
        "a", first, el("div", parted(place(head), marks="/"), class_="small dim"), bar,
        class_="item", href=unit_url(head.key, index), data_go=True, title=head.identifier,
    )  # fmt: skip


def observed_html(found: ObservedUnit, index: str) -> Markup:
    """Return a sentence and both sides of the calls that were seen; those that reading does not know say so."""
    sides = (("Callers at runtime", found.callers), ("Calls at runtime", found.callees))
    return joined(el("p", found.sentence, class_="dim"), *(_calls(title, calls, index) for title, calls in sides if calls))


def _calls(title: str, calls: Sequence[ObservedCall], index: str) -> Markup:
    rows = (el("li", _observed_call(one, index)) for one in calls)
    return joined(el("h5", title.capitalize()), paged(rows, "ul", "list"))


def _observed_call(one: ObservedCall, index: str) -> Markup:
    name = el("a", split_key(one.unit)[1], href=unit_url(one.unit, index), data_go=True)
    times = el("span", f" {one.times:,} times{f', through {one.via}' if one.via else ''}", class_="dim small")
    known = el("span", one.known, class_="tag type") if one.known == "runtime only" else None
    return joined(name, " ", known, times)


def measured_tests(found: UnitTests, index: str) -> Markup:
    """Return what coverage reports say of the unit: a sentence, and the tests that ran it, those of most lines first."""
    tests = [one for one in found.tests if one.known == MEASURED]
    rows = [el("li", _test_name(one, index), el("span", f" {one.because}", class_="dim small")) for one in tests]
    return joined(el("p", found.sentence, class_="dim"), paged(rows, "ul", "list") if rows else None)


def _test_name(test: KnownTest, index: str) -> Markup:
    if not test.unit:
        return el("span", test.name)
    return el("a", test.name, href=unit_url(test.unit, index), data_go=True)


def executed_marks(lines: ExecutedLines | None) -> Sequence[Mark]:
    """Return a mark for each executable line: tests ran it, or none did; none without a report."""
    if lines is None:
        return ()
    ran = (Mark(line, line, "ran") for line in lines.run)
    return (*ran, *(Mark(line, line, "never", "Not covered by tests.") for line in lines.never))
