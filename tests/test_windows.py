"""Windows of long units: whole statements, and which of them a context shows."""

from __future__ import annotations

import pytest

from core.assemble.shorten import matching_lines, shortened
from core.assemble.unit_text import UnitText
from core.assemble.windows import LENGTH, windows
from core.model import UnitHead
from core.pipeline.answer import ask
from core.present.export.places import places_text
from tests.retrieval_samples import DEFAULTS, stores


def cases(count: int, length: int) -> list[str]:
    """Return a method with one switch of so many cases, each of so many lines."""
    body = [
        line
        for number in range(count)
        for line in (f"      case 'event{number}': {{", *(["        act();"] * (length - 2)), "      }")
    ]
    return ["  perform(event) {", "    switch (event.name) {", *body, "    }", "  }"]


def test_a_short_unit_is_one_window() -> None:
    lines = cases(2, 8)
    assert windows(lines, range(len(lines))) == [tuple(range(len(lines)))]


@pytest.mark.parametrize("length", [8, 20, 28])
def test_no_window_divides_a_case_that_fits_one(length: int) -> None:
    lines = cases(9, length)
    found = windows(lines, range(len(lines)))
    starts = {group[0] for group in found}
    assert [place for group in found for place in group] == list(range(len(lines)))
    assert max(map(len, found)) <= LENGTH
    assert all(lines[start].lstrip().startswith(("case", "perform", "switch", "}")) for start in starts)


@pytest.mark.parametrize("comment", [["# Limit."], ["/**", " * Limit.", " */", "@Optional()"], ["// Limit", "// of all."]])
def test_a_comment_stays_with_what_it_is_about(comment: list[str]) -> None:
    lines = [line for number in range(20) for line in (*comment, f"LIMIT_{number} = {number}", "")]
    assert all(lines[group[0]] == comment[0] for group in windows(lines, range(len(lines))))


def test_a_closing_line_stays_with_what_it_closes() -> None:
    lines = [line for number in range(9) for line in (f"allow('{number}', () =>", "  ok(", "    1", "  )", ");", "")]
    assert all(lines[group[0]].startswith("allow") for group in windows(lines, range(len(lines))))


def test_a_text_without_statements_is_cut_by_its_length() -> None:
    lines = ['TEXT = """', *(["  words"] * 100), '"""']
    assert max(map(len, windows(lines, range(len(lines))))) <= LENGTH


def test_lines_that_are_apart_are_not_joined() -> None:
    lines = ["class A", "  x = 1", "  def b", "    body", "  end", "  y = 2", "end"]
    assert windows(lines, [0, 1, 2, 5, 6]) == [(0, 1, 2), (5, 6)]


def words(text: str) -> int:
    return len(text.split())


def perform() -> UnitText:
    """Return a method that starts at line 11, with a switch of 40 cases of 12 lines."""
    lines = tuple(cases(40, 12))
    end = 10 + len(lines)
    head = UnitHead("method", "a.ts:A.perform", "perform", "a.ts:A", "typescript", "a.ts", 11, end, "", "", False, "static")
    return UnitText(head, lines, ())


def test_a_long_unit_is_shown_by_its_signature_and_the_whole_window_that_matches() -> None:
    text = perform()
    case = next(place for place, line in enumerate(text.lines) if "event37" in line)
    runs = shortened(text, 80, ["event37"], words)
    assert runs[0][0] == 0
    assert any(start <= case and case + 12 <= end for start, end in runs)


def test_the_lines_that_match_a_long_unit_are_those_of_a_window() -> None:
    text = perform()
    first, last = matching_lines(text, ["event37"])
    assert last - first < LENGTH
    assert any("event37" in line for line in text.lines[first - text.first : last - text.first + 1])
    assert matching_lines(text, ["nothing"]) == (11, 10 + len(text.lines))


def test_an_answer_leads_to_the_lines_of_a_long_class_that_match() -> None:
    run = ask("Which associations and scopes does Order declare?", stores(), DEFAULTS, budget=800)
    host = next(host for host in run.hosts if host.found[0] == "model:Order")
    first, last = host.lines
    assert 1 <= first <= last < first + 3 * LENGTH
    assert f"app/models/order.rb:{first}" in places_text(run)
