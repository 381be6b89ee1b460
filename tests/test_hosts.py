"""What was ranked, once more by the class or file that it is part of."""

from __future__ import annotations

import re

import pytest

from core.model.run import SearchRun
from core.pipeline.answer import ask
from core.present.answer.hit_list import hit_list, hues
from core.present.export.answer import as_dict
from core.present.html.labels import parted
from tests.retrieval_samples import DEFAULTS, stores


@pytest.fixture(scope="module")
def run() -> SearchRun:
    return ask("How is the tax of an order computed?", stores(), DEFAULTS, budget=800)


def test_every_ranked_unit_stands_in_one_host_in_its_order(run: SearchRun) -> None:
    found = [key for host in run.hosts for key in host.found]
    assert sorted(found) == sorted(unit.unit_key for unit in run.ranked)
    ranks = {unit.unit_key: unit.rank for unit in run.ranked}
    assert [ranks[host.found[0]] for host in run.hosts] == sorted(ranks[host.found[0]] for host in run.hosts)
    assert all(list(host.found) == sorted(host.found, key=ranks.__getitem__) for host in run.hosts)


def test_a_host_is_the_class_of_its_methods_and_more_evidence_counts_more(run: SearchRun) -> None:
    order = next(host for host in run.hosts if host.unit_key == "model:Order")
    assert {re.split("[#.]", key)[0] for key in order.found if key.startswith("method:")} == {"method:Order"}
    best = max(unit.score - unit.parts["saturation"] for unit in run.ranked if unit.unit_key in order.found)
    assert order.evidence > best


def test_hosts_are_told_as_json_and_on_the_page(run: SearchRun) -> None:
    told = as_dict(run)["hosts"]
    assert told[0]["rank"] == 1
    assert all(one["found"] and one["file_path"] for one in told)
    page = str(hit_list(run, ""))
    several = next(host for host in run.hosts if len(host.found) > 1)
    assert f"{len(several.found)} results inside" in page
    assert all(page.count(f'data-set="pick={key}"') == 1 for key in several.found)


def test_bars_are_drawn_to_one_scale(run: SearchRun) -> None:
    page = str(hit_list(run, ""))
    bars = re.findall(r'class="shares" role="img" aria-label="Score (-?[0-9.]+)"><span style="width:([0-9.]+)%"', page)
    scores = {float(score): float(wide) for score, wide in bars if float(score) > 0}
    best = max(scores)
    assert scores[best] == pytest.approx(100, abs=0.2)
    assert all(wide / 100 == pytest.approx(score / best, abs=0.02) for score, wide in scores.items())


def test_the_usual_signals_have_colours_of_their_own(run: SearchRun) -> None:
    colours = hues(run)
    usual = [colours[name] for name in ("semantic", "table", "keyword", "definition", "relation", "type_match", "coherence")]
    assert len(set(usual)) == len(usual)


def test_the_own_part_of_a_long_name_is_never_cut() -> None:
    shown = str(parted("shop.models.order.Order.total", "name"))
    assert '<span class="cut">shop.models.order.Order</span><span class="own">.total</span>' in shown
    assert str(parted("app/models/order.rb:1–20", marks="/")).endswith('<span class="own">/order.rb:1–20</span></span>')
    assert str(parted("Order", "name")) == '<span class="cut name" title="Order">Order</span>'
