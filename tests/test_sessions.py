"""What outlives one question: earlier questions, and indexes that are open while new generations are published."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from core.pipeline.indexing import index_checkout
from core.settings import Settings, read_settings
from core.workbench import Workbench, open_workbench
from core.workbench.sessions import MOST_FOLLOWED, Session, edition, run_before
from tests.retrieval_samples import shop


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "order.rb").write_text("class Order\n  def total = 1\nend\n")
    made = read_settings({"home": str(tmp_path / "indexes")})
    index_checkout(tmp_path / "shop", made, name="shop", vectors=False)
    return made


def publish(tmp_path: Path, settings: Settings, text: str) -> None:
    (tmp_path / "shop" / "basket.rb").write_text(text)
    index_checkout(tmp_path / "shop", settings, name="shop", vectors=False)


def opened(settings: Settings) -> Workbench:
    return open_workbench("shop", settings=settings)


def test_a_workbench_is_renewed_when_a_generation_was_published_since(tmp_path: Path, settings: Settings) -> None:
    bench = opened(settings)
    assert bench.renewed() is bench
    publish(tmp_path, settings, "class Basket\nend\n")
    newer = bench.renewed()
    assert "class:Basket" in {f"class:{head.identifier}" for head in newer.heads.values()}
    assert not any(head.identifier == "Basket" for head in bench.heads.values())
    assert newer.renewed() is newer


def test_a_session_opens_an_index_once_for_each_state_and_lets_the_one_before_go(tmp_path: Path, settings: Settings) -> None:
    opens: list[str] = []

    def open_(name: str, chosen: Settings) -> Workbench:
        opens.append(name)
        return open_workbench(name, settings=chosen)

    session = Session(open_)
    before = session.workbench(opened(settings).manifest, settings)
    assert session.workbench(before.manifest, settings) is before
    assert session.kept(before, "count", lambda: len(before.heads)) == session.kept(before, "count", lambda: -1)
    publish(tmp_path, settings, "class Basket\nend\n")
    after = session.workbench(opened(settings).manifest, settings)
    assert opens == ["shop", "shop"]
    assert session.kept(after, "count", lambda: len(after.heads)) > len(before.heads)
    assert session.kept(before, "count", lambda: -1) == -1
    other = replace(settings, rank=replace(settings.rank, recency=0.0))
    assert session.workbench(after.manifest, other).settings is other


def test_of_many_indexes_the_one_that_was_not_asked_for_the_longest_is_let_go(settings: Settings) -> None:
    bench = opened(settings)
    session = Session(lambda _name, _settings: opened(settings), most=2)
    first = session.workbench(bench.manifest, settings)
    for name in ("b", "c"):
        session.workbench(replace(bench.manifest, name=name), settings)
    assert session.workbench(bench.manifest, settings) is not first


def test_numbers_that_start_again_do_not_make_two_states_one(settings: Settings) -> None:
    manifest = opened(settings).manifest
    assert edition(manifest) != edition(replace(manifest, built_at="later"))


def test_a_question_is_asked_after_the_ones_before_it() -> None:
    bench = shop()
    assert run_before(bench.ask, ()) is None
    asked = bench.ask("and who uses it?", after=["how does Shipping::Rates work?"])
    alike = bench.ask("and who uses it?", prior=bench.ask("how does Shipping::Rates work?"))
    assert asked.plan == alike.plan
    assert any("Taken from the earlier question" in note for note in asked.notes)


def test_a_long_conversation_is_heard_from_its_last_questions_on() -> None:
    asked: list[str] = []

    def ask(question: str, **_: object) -> str:
        asked.append(question)
        return question

    said = [f"What about {number}?" for number in range(MOST_FOLLOWED + 3)]
    assert run_before(ask, said) == said[-1]
    assert asked == said[3:]


def test_no_click_on_a_page_walks_all_that_an_open_index_holds() -> None:
    settings = tomllib.loads((Path(__file__).parents[1] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert settings["runner"]["postScriptGC"] is False
