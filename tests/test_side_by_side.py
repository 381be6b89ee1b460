"""Several indexes in the same numbers: on the command line and on the page, each number as the page of the index says it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from streamlit.testing.v1 import AppTest

from core.cli import cli
from core.workbench import index_checkout, open_workbench
from core.workbench.side_by_side import measures
from tests.app_pages import html, opened
from tests.page_index import ROOT
from tests.shared import checkout, made_once

TANGLED = {
    "shop/order.py": "from shop.bill import Bill\n\n\nclass Order:\n    def bill(self):\n        return Bill(self)\n",
    "shop/bill.py": "import shop.order\n\n\nclass Bill:\n    def again(self):\n        return shop.order.Order()\n",
    "texts/de.yml": "de:\n  a: b\n" * 50,
}


def _two(home: Path) -> None:
    index_checkout(checkout(home / "code" / "tangled", **TANGLED), home=home, vectors=False)
    index_checkout(
        checkout(home / "code" / "plain", **{"one.go": "package one\n\nfunc One() int { return 1 }\n"}),
        home=home,
        vectors=False,
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "side-by-side", _two)


def test_the_numbers_are_those_of_the_pages_and_data_is_no_language(home: Path) -> None:
    bench = open_workbench("tangled", home=home)
    found = measures(bench)
    assert (found.cycles, found.largest_cycle) == (1, len(bench.analyse.cycles().items[0].units))
    assert found.users == bench.analyse.hubs(limit=1).items[0].fan_in
    assert found.languages == "python 100%"
    assert (measures(open_workbench("plain", home=home)).hub, found.commit, found.fresh) == ("", "no git", "current")


def test_indexes_are_listed_side_by_side(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    told = CliRunner().invoke(cli, ["list", "--measures"]).output
    assert told.split("\n")[0].split() == ["plain", "tangled"]
    assert "1, the largest with 2 units" in told
    one = json.loads(CliRunner().invoke(cli, ["list", "plain", "--measures", "-f", "json"]).output)
    assert [row["index"] for row in one] == ["plain"]
    assert "No index 'nowhere'" in str(CliRunner().invoke(cli, ["list", "nowhere"]).exception)


def test_the_page_shows_those_that_the_address_names(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    page = opened(
        AppTest.from_file(str(ROOT / "pages" / "shell.py"), default_timeout=60), "settings", index="plain", view="side by side"
    )
    assert not page.exception
    shown = html(page)
    assert "open here" in shown
    assert 'href="/health?index=tangled&amp;view=cycles"' in shown
    page.multiselect(key="with").set_value(["plain"]).run()
    assert "tangled" not in html(page).partition("open here")[2]
    assert page.query_params["with"] == "plain"
