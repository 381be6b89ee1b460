"""Write flows and chains as a notebook shows them."""

from __future__ import annotations

from core.model.address import IndexAddress
from core.model.flow import Flow, Reach
from core.present.flow.steps import Address, reach_html, steps_html
from core.present.html.elements import Markup, el, joined
from core.present.html.links import page_links
from core.present.notebook.cells import paragraph


def flow_html(flow: Flow) -> Markup:
    """Return a flow with its steps, those inside of others folded away."""
    return joined(el("h4", flow.title), paragraph(flow.sentence), steps_html(flow, _address(flow.pages)))


def reached_html(reach: Reach) -> Markup:
    """Return the chains that lead to a unit."""
    return joined(el("h4", reach.unit), paragraph(reach.sentence), reach_html(reach, _address(reach.pages)))


def _address(pages: IndexAddress | None) -> Address:
    links = page_links(pages)
    return lambda key, line: links.unit(key, line or "") if links else ""
