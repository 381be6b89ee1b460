"""Plots, the cheat sheet and Arrow tables of an open index."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import orienteer
from core.model.frames import arrow_table
from core.present.notebook.plot import Plot
from core.settings import read_settings
from core.workbench.plots import Plots
from tests.page_index import sample_index
from tests.shared import made_once

CHARTS = ("hubs", "levels", "matrix", "coupling", "areas")
NAMED = {
    "around": lambda wb: wb.plot.around("Order"),
    "path": lambda wb: wb.plot.path("OrdersController", "Order"),
    "answer": lambda wb: wb.plot.answer(wb.ask("How is postage computed?")),
    "flow": lambda wb: wb.plot.flow("Checkout::PlaceOrder#call"),
}
"""The plots that need an argument."""
WITHOUT = ("hotspots",)  # the sample has no history here


@pytest.fixture(scope="module")
def wb(tmp_path_factory: pytest.TempPathFactory) -> orienteer.Workbench:
    home = made_once(tmp_path_factory, "sample", sample_index)
    return orienteer.open_workbench("sample", settings=read_settings({"home": str(home)}))


def drawn(wb: orienteer.Workbench, name: str) -> Plot:
    return NAMED[name](wb) if name in NAMED else getattr(wb.plot, name)()


@pytest.mark.parametrize("name", sorted({name for name in vars(Plots) if not name.startswith("_")} - {"flow", *WITHOUT}))
def test_a_plot_is_a_drawing_whose_links_open_the_workbench(wb: orienteer.Workbench, name: str) -> None:
    plot = drawn(wb, name)
    html = plot._repr_html_() or ""
    assert plot.title in str(plot)
    assert ElementTree.fromstring(plot.svg).tag.endswith("svg")
    assert "<script" not in html
    assert {link.split("/")[2] for link in re.findall(r'href="([^"]*)"', html)} <= {"127.0.0.1:8501"}


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_is_offered_to_notebooks_that_draw_it_themselves(wb: orienteer.Workbench, name: str) -> None:
    pytest.importorskip("plotly")
    plot = drawn(wb, name)
    assert plot.figure("dark").data
    assert "application/vnd.plotly.v1+json" in plot._repr_mimebundle_()


def test_without_plotly_the_drawing_is_left(wb: orienteer.Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "plotly"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "plotly", None)
    plot = wb.plot.hubs()
    assert plot._repr_mimebundle_() == {}
    assert "<svg" in (plot._repr_html_() or "")
    with pytest.raises(orienteer.MissingExtra):
        plot.figure()


def test_a_flow_is_a_mermaid_diagram(wb: orienteer.Workbench) -> None:
    plot = drawn(wb, "flow")
    assert plot.mermaid.startswith("sequenceDiagram")
    assert plot._repr_mimebundle_()["text/markdown"].startswith("```mermaid\n")
    assert plot._repr_html_() is None
    with pytest.raises(ValueError, match="not a chart"):
        plot.figure()


def test_a_plot_of_nothing_says_so(wb: orienteer.Workbench) -> None:
    plot = wb.plot.path("Money", "OrdersController")
    assert plot.svg == ""
    assert "No path of relations" in (plot._repr_html_() or "")


def test_frames_are_arrow_tables_too(wb: orienteer.Workbench) -> None:
    pa = pytest.importorskip("pyarrow")
    statement = "SELECT type, count(*) AS units FROM units GROUP BY type ORDER BY units DESC, type"
    table = wb.arrow(statement)
    assert isinstance(table, pa.Table)
    assert table.column_names == ["type", "units"]
    assert wb.analyse.hubs(limit=3).to_arrow().num_rows == 3
    assert wb.ask("How is postage computed?").to_arrow().column_names[:3] == ["rank", "unit", "score"]


def test_arrow_needs_its_package(wb: orienteer.Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = wb.sql("SELECT 1 AS one")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(orienteer.MissingExtra, match=r"orienteer\[notebooks\]"):
        arrow_table(frame)


def test_the_cheat_sheet_names_verbs_in_one_line_each(wb: orienteer.Workbench) -> None:
    sheet = orienteer.cheat_sheet()
    rows = re.findall(r"^\| `wb\.([\w.]+).*\| (.+) \|$", sheet, re.M)
    assert {"sql", "ask", "flow", "analyse.cycles", "plot.map"} <= {name for name, _ in rows}
    assert max(len(summary.split()) for _, summary in rows) <= 25
    assert wb.help() == sheet
    assert wb.help()._repr_markdown_().startswith("# Cheat sheet")


def test_a_report_is_saved_by_the_suffix_of_its_file(wb: orienteer.Workbench, tmp_path: Path) -> None:
    document = wb.save_report(tmp_path / "review.html", ["/health?view=cycles"], title="Review")
    wb.save_report(str(tmp_path / "review.md"), ["/health?view=cycles"], title="Review")
    assert [part.title for part in document.parts] == ["Cycles"]
    assert (tmp_path / "review.html").read_text().startswith("<!doctype html>")
    assert (tmp_path / "review.md").read_text().startswith("# Review")


def test_among_several_indexes_the_one_named_otherwise_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ORIENTEER_INDEX", raising=False)
    for name in ("bakery", "harbour"):
        (tmp_path / "code" / name).mkdir(parents=True)
        (tmp_path / "code" / name / "till.py").write_text("def total(lines):\n    return sum(lines)\n")
        orienteer.index_checkout(tmp_path / "code" / name, home=tmp_path / "home", vectors=False)
        assert orienteer.open_workbench(home=tmp_path / "home", otherwise="harbour").name == name
    with pytest.raises(orienteer.SettingsError, match="bakery, harbour"):
        orienteer.open_workbench(home=tmp_path / "home", otherwise="florist")
