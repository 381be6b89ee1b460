"""What likely units call and are called by takes part in the context, though no word of the question is in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from core import open_workbench
from core.assemble.led_to import led_to
from core.assemble.wanted import Wanted
from core.model.run import Plan
from core.pipeline.indexing import index_checkout
from core.settings import AssembleSettings, read_settings
from core.workbench import Workbench
from tests.shared import checkout, made_once

_FILES = {
    "app/models/parcel.rb": "class Parcel\n  def postage\n    rate * weight_class\n  end\n\n"
    "  def rate\n    Tariff.cheapest(self)\n  end\n\n  def weight_class\n    log('w')\n    3\n  end\n\n"
    "  def log(text)\n    @lines << text\n  end\nend\n",
    "app/models/tariff.rb": "class Tariff\n  def self.cheapest(parcel)\n    zone = 4\n    zone + 1\n  end\nend\n",
    "app/models/van.rb": "class Van\n  def leave\n    parcel = Parcel.new\n    parcel.postage\n"
    "    parcel.log('van')\n  end\nend\n",
    "test/models/parcel_test.rb": "class ParcelTest < ActiveSupport::TestCase\n"
    "  test 'postage' do\n    Parcel.new.postage\n  end\nend\n",
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    def make(folder: Path) -> None:
        settings = {"home": str(folder / "home"), "embed.embedder": "hash", "index.vectors": "exact"}
        index_checkout(checkout(folder / "post", **_FILES), read_settings(settings), name="post", vectors=False)

    folder = made_once(tmp_path_factory, "led_to", make)
    return open_workbench("post", settings={"home": str(folder / "home")})


def chances(bench: Workbench, *, direction: str = "both", allows=lambda head: True, **values: float) -> dict[str, float]:
    index = bench.stores.index
    key = next(key for key in index.keys if index.by_key[key].identifier == "Parcel#postage")
    plan = Plan("how is postage computed?", "understand", "focused", direction=direction)
    found = led_to([Wanted(key, "primary", 1.0)], plan, index, allows, AssembleSettings(**values))
    return {index.by_key[want.key].identifier: want.chance for want in found}


def test_what_a_likely_unit_calls_is_wanted_with_a_share_of_its_chance(bench) -> None:
    found = chances(bench)
    assert found["Parcel#postage"] == 1.0
    assert 0 < found["Parcel#rate"] < 0.45
    assert "Parcel#rate" in chances(bench, calling=0.0)


def test_what_calls_it_is_wanted_less_and_a_test_not_at_all(bench) -> None:
    found = chances(bench)
    assert 0 < found["Van#leave"] < found["Parcel#rate"]
    assert not [name for name in found if "Test" in name]


def test_who_asks_for_callers_is_led_to_them_first(bench) -> None:
    found = chances(bench, direction="in")
    assert found["Van#leave"] > found["Parcel#rate"]


def test_nothing_is_added_where_the_shares_are_nought_or_the_question_is_limited(bench) -> None:
    assert chances(bench, called=0.0, calling=0.0) == {"Parcel#postage": 1.0}
    inside = chances(bench, allows=lambda head: head.file_path == "app/models/van.rb")
    assert set(inside) == {"Parcel#postage", "Van#leave"}


def test_the_context_shows_the_method_that_decides_with_the_relation_that_leads_there(bench) -> None:
    run = bench.ask("how is the postage of a parcel computed?", budget=2000)
    assert "Tariff.cheapest(self)" in run.context.text
    assert "zone + 1" in run.context.text
