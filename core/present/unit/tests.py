"""Write which lines of a unit tests ran, and which tests did."""

from __future__ import annotations

from collections.abc import Sequence

from core.model.executed import MEASURED, ExecutedLines, KnownTest, UnitTests
from core.present.html.code_pane import Mark
from core.present.html.elements import Markup, el, joined
from core.present.html.links import unit_url

_SHOWN = 100  # tests before the rest is only counted


def measured_tests(found: UnitTests, index: str) -> Markup:
    """Return what coverage reports say of the unit: a sentence, and the tests that ran it, those of most lines first."""
    tests = [one for one in found.tests if one.known == MEASURED]
    rows = [el("li", _name(one, index), el("span", f" {one.because}", class_="dim small")) for one in tests[:_SHOWN]]
    more = f"{len(tests) - _SHOWN:,} more. Run: orienteer tests" if len(tests) > _SHOWN else ""
    listed = el("ul", *rows, class_="list") if rows else None
    return joined(el("p", found.sentence, class_="dim"), listed, el("p", more, class_="dim small") if more else None)


def _name(test: KnownTest, index: str) -> Markup:
    if not test.unit:
        return el("span", test.name)
    return el("a", test.name, href=unit_url(test.unit, index), data_go=True)


def executed_marks(lines: ExecutedLines | None) -> Sequence[Mark]:
    """Return a mark for each executable line: tests ran it, or none did; none without a report."""
    if lines is None:
        return ()
    ran = (Mark(line, line, "ran") for line in lines.run)
    return (*ran, *(Mark(line, line, "never", "Not covered by tests.") for line in lines.never))
