"""A report holds every view that was chosen, whole and by itself, and nothing of a checkout becomes markup in it."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from core import Workbench, open_workbench
from core.analyse.sizes import Tile
from core.cli import cli
from core.errors import SettingsError, SourceError
from core.model.analyses import ANALYSES
from core.present.drawings.areas import squarified
from core.present.html.elements import el
from core.present.report.markdown import document_markdown, part_markdown
from core.present.report.page import document_html
from core.present.report.picture import standalone
from core.present.view import Document, ShownView, ViewCode, ViewTable
from core.workbench.report import USUAL
from tests.page_index import sample_index
from tests.shared import made_once

HOSTILE = "<img src=x onerror=alert(1)> | [a](http://evil) `b`"
PAGES = "http://localhost:8501"
SHOWN = [shown for shown in ANALYSES.values() if shown.page in ("health", "changes")]
VIEWS = (
    *USUAL, "/search?q=How does Order work?", "/search?text=Order", "/code?unit=model:Order", "/code?unit=folder:app/models",
    "/code?path=app/models/order.rb", "/code?path=app/models/order.rb&side=around",
    "/code?unit=model:Order&side=around", "/code?unit=OrdersController%23show&side=flow",
    "/code?unit=model:Order&side=flow&flow=reached from", "/map?view=treemap", "/map?view=treemap&areas=all files",
    "/search?q=How does Order work?&view=why&explain=budget&budget=2000", "/code?unit=model:Order&side=around&around=impact",
    "/code?unit=controller:OrdersController&side=around&around=path&to=model:Order", "/health", "/changes",
    *sorted({f"/{shown.page}?{urlencode(shown.fixed)}" for shown in SHOWN if shown.fixed["view"] != "compare"}),
)  # fmt: skip


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = made_once(tmp_path_factory, "sample", sample_index)
    return open_workbench("sample", settings={"home": str(home)})


def test_every_view_is_a_part_with_something_to_say_and_its_permalink(bench: Workbench) -> None:
    for address in VIEWS:
        made = bench.report_part(address)
        assert made.title, address
        assert made.said or made.tables, address
        assert "index=sample" in made.address
        assert f"commit={bench.manifest.git_sha[:12]}" in made.address


def test_a_document_shows_what_its_addresses_name(bench: Workbench) -> None:
    titles = [part.title for part in bench.report().parts]
    assert len(set(titles)) == len(USUAL)
    for old, now in (
        ("/hubs?view=cycles", "/health?view=cycles"),
        ("/findings", "/health?view=findings&list=unused"),
        ("/flow?entry=model:Order&view=reached+from", "/code?unit=model:Order&side=flow&flow=reached+from"),
        ("/structure?view=levels&level=unit", "/map"),
        ("/change?view=hidden+coupling", "/changes?view=together"),
    ):
        assert bench.report_part(old).title == bench.report_part(now).title
    assert bench.report_part("/health").title == bench.report_part("/health?view=cycles").title
    assert bench.report_part("/health?view=findings").title == bench.analyse.findings().title


@pytest.mark.needs_git
def test_a_document_of_recent_commits_is_that_of_their_folder_and_period(bench: Workbench) -> None:
    part = bench.report_part("/changes?within=app/models&window=all")
    assert part.title == "Commits to app/models"
    assert part.said[0] == "Counts all commits."


def test_pictures_lines_and_code_are_in_the_part(bench: Workbench) -> None:
    unit = bench.report_part("/code?unit=model:Order")
    assert [title for title, _ in unit.pictures]
    assert unit.code[0].path == "app/models/order.rb"
    relations = [*unit.tables[0].rows, *unit.tables[1].rows]
    assert len(relations) == len(bench.sheet("model:Order").dependents) + len(bench.sheet("model:Order").dependencies)
    assert all(row["file"] and row["line"] for row in relations)
    matrix = bench.report_part("/map?view=matrix")
    assert len(matrix.tables[0].rows) == len(bench.analyse.matrix(level="folder", depth=2).items)
    assert any(row["text"] for row in matrix.tables[1].rows)


def test_every_view_whose_page_has_a_picture_has_one_that_stands_alone(bench: Workbench) -> None:
    for address in (
        "/", "/map", "/map?level=namespace", "/map?view=matrix", "/map?view=treemap", "/map?view=treemap&areas=all files",
        "/health?view=hubs", "/health?view=cycles", "/health?view=hotspots", "/code?unit=model:Order",
        "/search?q=How does Order work?&view=why&explain=budget", "/search?q=How does Order work?",
        "/code?unit=controller:OrdersController&to=model:Order&side=around&around=path",
    ):  # fmt: skip
        made = bench.report_part(address)
        assert made.pictures, address
        assert "data:image/svg+xml;base64," in part_markdown(made, PAGES)
        for _, drawing in made.pictures:
            root = ElementTree.fromstring(standalone(drawing))
            assert root.get("aria-label"), address
            assert "NaN" not in drawing


def test_areas_fill_their_frame_in_proportion_and_none_lies_on_another() -> None:
    tiles = [
        Tile(str(number), ".", str(number), "file", 1, lines, 0, 0.0) for number, lines in enumerate((900, 500, 500, 90, 9, 1))
    ]
    placed = squarified(tiles, (0, 0, 400, 100))
    for tile, (_, _, wide, high) in placed:
        assert wide * high == pytest.approx(400 * 100 * tile.lines / 2000)
    for (_, one), (_, other) in combinations(placed, 2):
        apart = one[0] + one[2] <= other[0] + 1e-6 or other[0] + other[2] <= one[0] + 1e-6
        assert apart or one[1] + one[3] <= other[1] + 1e-6 or other[1] + other[3] <= one[1] + 1e-6


def test_a_document_is_one_file_that_fetches_nothing(bench: Workbench) -> None:
    made = bench.report(["/", "/map", "/code?unit=model:Order"])
    page, text = document_html(made, PAGES), document_markdown(made, PAGES)
    assert not re.findall(r"(?:src=|url[(])[\"']?https?:", page)
    assert not re.findall(r"<(?:script|link|iframe)", page)
    assert {link for link in re.findall(r'href="([^"]+)"', page) if not link.startswith((f"{PAGES}/", "#"))} == set()
    assert page.count("<svg") == 3
    assert text.count("data:image/svg+xml;base64,") == 3
    commit = f"commit={bench.manifest.git_sha[:12]}"
    assert all(commit in link for link in re.findall(rf'href="({PAGES}/[^"]+)"', page))
    whole = text.partition("## Map of")[2]  # the overview before it says of an action what comes first
    assert not re.search(r"and [0-9]+ more", re.sub("base64,[^)]*", "", whole))


def test_text_of_a_checkout_is_no_markup() -> None:
    table, code = ViewTable(HOSTILE, [{"name": HOSTILE}]), ViewCode("a.rb", 1, "```\n")
    document = Document("T", {}, (ShownView(HOSTILE, "/", (HOSTILE,), (), (table,), (code,)),))
    page, text = document_html(document, PAGES), document_markdown(document, PAGES)
    assert "<img" not in page
    body = text.split("## ", 1)[1]
    assert "<img" not in body.replace("\\<img", "")
    assert "[a](" not in body.replace("\\[a", "")
    assert "````" in body


def test_a_long_cell_is_folded_and_whole() -> None:
    long = ", ".join(f"class:A{number}" for number in range(200))
    made = ShownView("V", "/", tables=(ViewTable("All", [{"units": long}]),))
    page = document_html(Document("T", {}, (made,)), PAGES)
    assert el("summary", f"{long[:100]}…") in page
    assert long in page


def test_an_unknown_view_and_an_unknown_unit_are_one_sentence(bench: Workbench) -> None:
    with pytest.raises(SettingsError, match="'/nowhere' is not a view for a document"):
        bench.report_part("/nowhere")
    with pytest.raises(SettingsError, match="names no unit"):
        bench.report_part("/code")
    with pytest.raises(SourceError, match="No unit 'Ordre'"):
        bench.report_part("/code?unit=Ordre")


def test_views_of_the_index_itself_are_documents_too(bench: Workbench) -> None:
    for view, said in (
        ("/settings", "| sample |"),
        ("/settings?view=side+by+side", "| code units, without tests |"),
        ("/settings?view=coverage", "### files read ("),
        ("/settings?view=settings", "| rank.recency |"),
        ("/settings?view=settings", "| minilm |"),
    ):
        assert said in part_markdown(bench.report_part(view), PAGES).replace("\\_", "_"), view


def test_an_evaluation_and_a_review_say_what_they_need_to_be_documents(bench: Workbench, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="names no question set"):
        bench.report_part("/settings?view=evaluation")
    questions = tmp_path / "questions.json"
    asked = {"id": "1", "query": "How does Order work?", "relevant": [{"unit": "Order"}]}
    questions.write_text(json.dumps({"queries": [asked]}), encoding="utf-8")
    text = part_markdown(bench.report_part(f"/settings?question_set={questions}&view=evaluation"), PAGES)
    assert "## Evaluation: questions.json" in text
    assert "How does Order work?" in text
    with pytest.raises(SettingsError, match="commits alone"):
        bench.report_part("/changes?of=staged&view=review")


def test_the_command_writes_by_the_ending_of_the_file(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORIENTEER_HOME", str(made_once(tmp_path_factory, "sample", sample_index)))
    for name, begins in (("review.html", "<!doctype html>"), ("review.md", "# Shop")):
        told = CliRunner().invoke(cli, ["report", str(tmp_path / name), "-i", "sample", "--view", "/", "--title", "Shop"])
        assert told.exit_code == 0, told.output
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


def test_a_document_begins_with_a_summary_and_says_what_its_tables_lack() -> None:
    table = ViewTable("All", [{"unit": f"class:A{number}", "size": number} for number in range(1, 9)])
    part = ShownView("Hubs", "/health", ("8 linked units.", "More."), tables=(table,))
    short = Document("T", {}, (part,), 5)
    for text in (document_html(short, PAGES), document_markdown(short, PAGES)):
        summary, _, whole = text.partition("Open in the workbench")
        assert "8 linked units. First: A1, A2, A3." in summary
        assert "class:A5" in whole
        assert "class:A6" not in whole
        assert "5 of 8 rows. For all rows:" in whole
    assert "class:A8" in document_markdown(Document("T", {}, (part,)), PAGES)
