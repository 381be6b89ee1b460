"""What a notebook shows of a value: each type beside its view, or beside what draws it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.analyse.result import Result
from core.evaluate.compare import MetricDifference
from core.evaluate.report import Report
from core.model import CodeUnit
from core.model.code_links import LinkedCode
from core.model.flow import Flow, Reach
from core.model.overview import Overview
from core.model.rename import RenameCheck
from core.model.run import Context, SearchRun
from core.model.sheet import NeighbourList, UnitSheet
from core.model.shown import drawn
from core.model.why import Explanation
from core.present.html.elements import Markup
from core.present.notebook.cells import view_html
from core.present.notebook.drawings import flow_html, linked_html, reached_html
from core.present.notebook.plot import Plot, plot_html
from core.present.view import ShownView
from core.present.views import (
    context_view,
    difference_view,
    evaluation_view,
    explanation_view,
    neighbours_view,
    overview_view,
    rename_view,
    result_view,
    run_view,
    sheet_view,
    unit_view,
)

DRAWINGS: Mapping[type, Callable[[Any], ShownView | Markup | None]] = {
    CodeUnit: unit_view,
    Context: context_view,
    Explanation: explanation_view,
    Flow: flow_html,
    LinkedCode: linked_html,
    MetricDifference: difference_view,
    NeighbourList: neighbours_view,
    Overview: overview_view,
    Plot: plot_html,
    Reach: reached_html,
    RenameCheck: rename_view,
    Report: evaluation_view,
    Result: result_view,
    SearchRun: run_view,
    UnitSheet: sheet_view,
}
"""A subclass is shown as what it is a kind of. Steps inside of steps, linked code and pictures are HTML of their own."""


def register_drawings() -> None:
    """From now on values of these types show themselves in a notebook; doing it twice changes nothing."""
    for type_, draw in DRAWINGS.items():
        drawn.register(type_, lambda value, draw=draw: _html(draw(value)))


def _html(made: ShownView | Markup | None) -> Markup | None:
    return view_html(made) if isinstance(made, ShownView) else made
