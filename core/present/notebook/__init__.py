"""What a notebook shows of a value: each type beside the function that writes it as HTML."""

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
from core.model.run import Context, SearchRun
from core.model.sheet import NeighbourList, UnitSheet
from core.model.shown import drawn
from core.model.why import Explanation
from core.present.html.elements import Markup
from core.present.notebook.answers import context_html, explanation_html, run_html
from core.present.notebook.flows import flow_html, reached_html
from core.present.notebook.index import overview_html
from core.present.notebook.plot import Plot, plot_html
from core.present.notebook.results import metric_difference_html, report_html, result_html
from core.present.notebook.units import linked_html, neighbours_html, sheet_html, unit_html

DRAWINGS: Mapping[type, Callable[[Any], Markup | None]] = {
    CodeUnit: unit_html,
    LinkedCode: linked_html,
    Context: context_html,
    Explanation: explanation_html,
    Flow: flow_html,
    MetricDifference: metric_difference_html,
    NeighbourList: neighbours_html,
    Overview: overview_html,
    Plot: plot_html,
    Reach: reached_html,
    Report: report_html,
    Result: result_html,
    SearchRun: run_html,
    UnitSheet: sheet_html,
}
"""A subclass is drawn as what it is a kind of."""


def register_drawings() -> None:
    """From now on values of these types show themselves in a notebook; doing it twice changes nothing."""
    for type_, draw in DRAWINGS.items():
        drawn.register(type_, draw)
