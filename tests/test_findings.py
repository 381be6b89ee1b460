"""All findings as one list: what each list becomes, what is new since an earlier state, and the page with its filters."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.analyse.finding import CERTAINTIES, KINDS, NEW, SEVERITIES
from core.errors import SettingsError, SourceError
from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import Workbench, open_workbench
from tests.app_pages import html, opened
from tests.command import orienteer
from tests.page_index import SAMPLE, sample_index
from tests.shared import made_once


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = made_once(tmp_path_factory, "sample", sample_index)
    return open_workbench("sample", settings={"home": str(home)})


def test_findings_have_the_items_of_every_list_the_most_severe_and_surest_first(bench: Workbench) -> None:
    found = bench.analyse.findings()
    order = [(SEVERITIES.index(one.severity), CERTAINTIES.index(one.certainty)) for one in found]
    assert order == sorted(order)
    for kind in ("n+1", "schema", "missing indexes", "unused", "unread columns", "misplaced"):
        listed = getattr(bench.analyse, KINDS[kind].analysis)()
        assert len(listed) == len(bench.analyse.findings(kind)) == sum(one.kind == kind for one in found)
    assert "fine" not in {one.what for one in bench.analyse.findings("environment")}


def test_a_damaged_file_of_findings_is_made_anew(tmp_path: Path) -> None:
    sample_index(tmp_path)
    first = open_workbench("sample", settings={"home": str(tmp_path)}).analyse.findings()
    (file,) = tmp_path.rglob("findings/*.json")
    whole = file.read_bytes()
    for damaged in (b"", whole[:99], b"[]"):
        file.write_bytes(damaged)
        again = open_workbench("sample", settings={"home": str(tmp_path)}).analyse.findings()
        assert again.items == first.items
        assert file.read_bytes() == whole


def test_what_is_unused_is_not_listed_again_as_unreachable(bench: Workbench) -> None:
    unused = {one.subject for one in bench.analyse.findings("unused")}
    assert unused & {one.unit for one in bench.analyse.unreached()}
    assert not unused & {one.subject for one in bench.analyse.findings("unreached")}


def test_every_finding_names_a_unit_a_line_and_what_else_is_known(bench: Workbench) -> None:
    for one in bench.analyse.findings():
        assert one.unit in bench.heads
        assert one.line
    n_plus_one = bench.analyse.findings("n+1").items[0]
    assert {"queries", "mend", "lines"} <= n_plus_one.explanation.keys()
    assert "Not covered" in bench.analyse.findings("n+1").sentence  # what a list leaves out is said with its findings


def test_an_unknown_kind_or_state_is_an_error_that_names_what_there_is(bench: Workbench) -> None:
    with pytest.raises(SettingsError, match="Did you mean 'n\\+1'"):
        bench.analyse.findings("n+11")
    with pytest.raises(SourceError, match="No generation 99"):
        bench.analyse.findings(since="99")
    assert "no earlier generation" in bench.analyse.findings(since="previous").sentence


def test_findings_say_what_is_new_since_the_previous_version(tmp_path: Path) -> None:
    checkout, settings = tmp_path / "shop", read_settings({"home": str(tmp_path / "home")})
    shutil.copytree(SAMPLE, checkout)
    index_checkout(checkout, settings, name="shop", vectors=False)
    added = checkout / "app" / "services" / "left_over.rb"
    added.write_text("# A line above, so that all lines move.\nclass LeftOver\n  def nobody_calls_me = 1\nend\n")
    moved = checkout / "app" / "jobs" / "stock_feed_job.rb"
    moved.write_text(f"# moved by a line\n{moved.read_text()}")
    index_checkout(checkout, settings, name="shop", vectors=False)
    bench = open_workbench("shop", settings={"home": str(tmp_path / "home")})
    found = bench.analyse.findings(since="previous")
    assert {one.file_path for one in found if one.since == NEW} == {"app/services/left_over.rb"}
    assert re.search(r"Since version 1 of .*: \d new, 0 gone\.", found.notes[0])
    assert found.items == open_workbench("shop", settings={"home": str(tmp_path / "home")}).analyse.findings(since="1").items
    done = orienteer("analyze", "findings", "--type", "unused", "--since", "previous", "-i", "shop", home=tmp_path / "home")
    assert "LeftOver" in done.stdout


def test_the_page_filters_by_kind_and_certainty_and_opens_an_explanation(shell: AppTest) -> None:
    every = html(opened(shell, "health", view="findings"))
    assert "<dt>suggestion</dt>" in every
    assert 'href="/code?index=sample&amp;unit=' in every
    one = opened(shell, "health", view="findings", list="schema", certainty="sure")
    assert not one.exception
    assert "<dt>suggestion</dt>" not in html(one)
    assert "warehouses.<wbr>code" in html(one)
    assert one.caption[1].value.startswith("18 findings")
