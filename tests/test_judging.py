"""What readers say of answers is a question set, and configurations have names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from core import Workbench, open_workbench
from core.cli import cli
from core.errors import AmbiguousName, SettingsError, SourceError
from core.workbench.configurations import configurations, forget_configuration, keep_configuration, parsed, written
from core.workbench.judgements import forget_judged, judge, judgements
from tests.app_pages import html, opened
from tests.page_index import sample_index
from tests.shared import copied, made_once

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

ASKED = "How does Order work?"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sample's index, beside which these tests write."""
    return copied(made_once(tmp_path_factory, "sample", sample_index), tmp_path_factory.mktemp("judged") / "home")


@pytest.fixture(scope="module")
def bench(home: Path) -> Workbench:
    return open_workbench("sample", settings={"home": str(home)})


def test_what_is_judged_is_measured_at_once_and_can_be_taken_back(bench: Workbench) -> None:
    first = bench.ask(ASKED).ranked[0].unit_key
    judge(bench, ASKED, first, "right")
    known = judge(bench, ASKED, "model:Refund", "wrong")
    assert (known.of(ASKED).right, known.of(ASKED).wrong) == ((first,), ("model:Refund",))
    report = bench.evaluate(known.path)
    assert report.results[0].metrics["mrr"] == 1.0
    assert judge(bench, ASKED, first, "wrong").of(ASKED).right == ()
    judge(bench, ASKED, first, "")
    judge(bench, ASKED, "model:Refund", "")
    assert ASKED not in judgements(bench).questions
    judge(bench, "Who pays?", "model:Order", "right")
    assert not forget_judged(bench, "Who pays?").questions
    assert json.loads(known.path.read_text("utf-8"))["queries"] == []


def test_what_cannot_be_judged_is_one_sentence(bench: Workbench) -> None:
    with pytest.raises(SettingsError, match="Invalid verdict"):
        judge(bench, ASKED, "model:Order", "perhaps")
    with pytest.raises(SourceError, match="No unit '"):
        judge(bench, ASKED, "Ordre", "right")
    with pytest.raises(SettingsError, match="No rating for"):
        forget_judged(bench, "never asked")


def test_a_configuration_is_kept_under_its_name_until_it_is_removed(bench: Workbench) -> None:
    keep_configuration(bench, "calm", {"rank.table": 1.5, "rank.recency": 0.0})
    assert [(one.name, str(one)) for one in configurations(bench)] == [("calm", "rank.recency=0 rank.table=1.5")]
    assert parsed(written({"rank.table": 1.5})) == {"rank.table": "1.5"}
    forget_configuration(bench, "calm")
    assert configurations(bench) == ()
    with pytest.raises(SettingsError, match="would change nothing"):
        keep_configuration(bench, "calm", {})
    with pytest.raises(SettingsError, match="is not a setting"):
        parsed("rank.table")


def test_a_configuration_answers_on_the_command_line(bench: Workbench, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    monkeypatch.setenv("ORIENTEER_CACHE_RUNS", "0")
    keep_configuration(bench, "short", {"assemble.budget": 900})

    def asked(*more: str) -> str:
        return CliRunner().invoke(cli, ["context", ASKED, "-i", "sample", "-v", *more]).output

    assert "of 900" in asked("--config", "short")
    assert "of 1200" in asked("--config", "short", "--set", "assemble.budget=1200")
    assert "of 8000" in asked()
    forget_configuration(bench, "short")
    told = CliRunner().invoke(cli, ["ask", ASKED, "-i", "sample", "--config", "short"])
    assert "No configuration 'short'. Choose from: none." in str(told.exception)


def test_an_ambiguous_name_has_every_candidate(bench: Workbench) -> None:
    with pytest.raises(AmbiguousName) as told:
        bench.head("show")
    count = int(str(told.value).split(" means ")[1].split()[0])
    assert len(told.value.keys) == count > 1


def test_the_candidates_of_an_ambiguous_name_are_links(shell: AppTest) -> None:
    at = opened(shell, "code", unit="show")
    assert "Choose one:" in at.warning[0].value
    assert html(at).count('data-set="unit=method:') > 1


def test_settings_of_the_address_hold_where_a_question_is_asked(shell: AppTest) -> None:
    at = opened(shell, "search", q=ASKED)
    assert "Trial settings" not in html(at)
    plain = at.session_state["run"][1].ranked
    at = opened(shell, "search", q=ASKED, set="rank.table=1.5 rank.keyword=0")
    assert at.session_state["run"][1].ranked != plain
    at = opened(shell, "search", q=ASKED, set="rank.table=1.5", view="why", explain="settings")
    assert "Trial settings" in html(at)
    assert at.slider(key="rank_table").value == 1.5


def test_the_slider_for_the_spread_takes_more_away_to_the_right(shell: AppTest) -> None:
    at = opened(shell, "search", q=ASKED, view="why", explain="settings")
    slider = at.slider(key="rank_saturation")
    assert (slider.label, slider.value, slider.max) == ("Spread across files", 0.3, 1.0)
    slider.set_value(0.0).run()
    assert at.query_params["set"] == "rank.saturation=1"
    at.slider(key="rank_saturation").set_value(1.0).run()
    assert at.query_params["set"] == "rank.saturation=0"


def test_an_unknown_setting_in_the_address_is_one_sentence(shell: AppTest) -> None:
    at = opened(shell, "search", q=ASKED, set="rank.table")
    assert not at.exception
    assert "is not a setting" in at.error[0].value
