"""Every file at once: what is known of each, and the drawing of all of them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

from core.analyse.health import FileHealth, file_health
from core.analyse.result import Result
from core.model import History
from core.pipeline.indexing import index_checkout
from core.present.drawings.all_files import MEASURES, MOST, all_files
from core.present.report.markdown import document_markdown
from core.present.report.page import document_html
from core.settings import read_settings
from core.workbench import open_workbench
from core.workbench.folders import folder_sheet
from tests.analyse_graphs import head
from tests.app_pages import html, opened
from tests.retrieval_samples import shop

_ORDER, _RATE, _NOTE = "app/order.rb", "app/rate.rb", "lib/note.rb"


def _found(commits: dict[str, int]) -> list[FileHealth]:
    units = (
        head("class:Order", path=_ORDER),
        head("method:Order#pay", path=_ORDER),
        head("class:Rate", path=_RATE),
        head("class:Note", path=_NOTE),
    )
    heads = {one.key: one for one in units}
    metrics = {"method:Order#pay": {"complexity": 9.0, "fan_in": 2.0}, "class:Order": {"complexity": 1.0, "fan_in": 5.0}}
    histories = {
        f"class:{name}": History(f"class:{name}", number, 0, number, "", (), "hot") for name, number in commits.items()
    }
    return list(file_health(heads, metrics, histories, ()))


def test_a_file_that_changes_and_is_complicated_is_at_risk_and_one_that_never_changed_is_not() -> None:
    order, *others = _found({"Order": 7, "Rate": 7})
    assert (order.file, order.commits, order.complexity, order.used_by) == (_ORDER, 7, 9, 5)
    assert order.risk == 0.556  # 2/3 of the files change less, 5/6 are less complicated, equal ones counted half
    assert {one.file: one.risk > 0 for one in others} == {_RATE: True, _NOTE: False}
    assert {one.risk for one in _found({})} == {0.0}


def test_every_file_is_an_area_that_leads_to_it_and_ten_thousand_are_drawn() -> None:
    rows = tuple(FileHealth(f"app/f{at % 40}/{at}.rb", at / MOST, 1 + at % 300, at, 1, 0, 0) for at in range(MOST + 5))
    drawn = all_files(Result(FileHealth, "Files", rows), "risk")
    drawing = ElementTree.fromstring(re.search(r"<svg.*</svg>", drawn, re.DOTALL)[0])  # type: ignore[index]
    links = drawing.findall(".//a")
    assert len(links) == len({link.get("href") for link in links}) == MOST
    assert "The 10,000 largest of 10,005 files" in drawn
    sizes = {link[0][0].text.split(":")[0]: float(link[0].get("width", 0)) * float(link[0].get("height", 0)) for link in links}  # type: ignore[union-attr]
    assert sizes["app/f19/299.rb"] > 10 * sizes["app/f9/9.rb"]


def test_the_map_shows_them_by_the_measure_of_the_address(shell) -> None:  # type: ignore[no-untyped-def]
    at = opened(shell, "map", view="treemap", areas="all files", measure="used by")
    assert not at.exception
    assert MEASURES["used_by"] in html(at)
    assert "path=app%2Fmodels%2Forder.rb" in html(at)


def test_a_document_has_them_as_a_view_with_its_picture_and_all_rows() -> None:
    bench = shop()
    document = bench.report(["/map?view=treemap&areas=all+files&measure=used+by", "/"])
    part, overview = document.parts
    (said, drawing), (table,) = part.pictures[0], part.tables
    assert MEASURES["used_by"] in said
    assert len(table.rows) == len(bench.analyse.files()) == len(ElementTree.fromstring(drawing).findall(".//a"))
    assert f"index={bench.name}&amp;path=app%2Fmodels%2Forder.rb" in document_html(document, "http://127.0.0.1:1")
    assert "](data:image/svg+xml;base64," in document_markdown(document, "http://127.0.0.1:1")
    assert "areas=all+files" in part.address
    assert overview.title == "Overview"


def test_a_file_knows_its_authors_and_its_owner_and_shows_them() -> None:
    heads = {one.key: one for one in (head("class:Order", path=_ORDER), head("class:Rate", path=_RATE))}
    histories = {"class:Order": History("class:Order", 3, 0, 3, "", ("Ada", "Bob"), "hot")}
    order, rate = sorted(file_health(heads, {}, histories, (), owners={_ORDER: "@shop"}), key=lambda one: one.file)
    assert (order.authors, order.main_author, order.code_owner) == (2, "Ada", "@shop")
    assert (rate.authors, rate.main_author, rate.code_owner) == (0, "", "")
    drawn = str(all_files(Result(FileHealth, "Files", (order, rate)), "authors"))
    assert "authors 2, main author Ada, owner @shop" in drawn
    assert MEASURES["authors"] in drawn


def test_a_folder_names_its_main_author_and_its_code_owners(tmp_path: Path) -> None:
    root = tmp_path / "shop"
    for path, text in {"app/order.rb": "class Order\nend\n", "CODEOWNERS": "* @all\n/app/ @shop @pay\n"}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    for command in (["init", "-q"], ["add", "-A"], ["-c", "user.name=Ada", "-c", "user.email=a@b", "commit", "-qm", "one"]):
        subprocess.run(["git", "-C", str(root), *command], check=True)
    index_checkout(root, read_settings({"home": str(tmp_path / "home")}), vectors=False)
    bench = open_workbench("shop", home=tmp_path / "home")
    known = folder_sheet(bench, "app").sentences[-1]
    assert "Ada is the main author of 1 of 1 file." in known
    assert "Code owners: @pay, @shop (1 file)." in known
    assert [one.code_owner for one in bench.analyse.files()] == ["@pay, @shop"]
