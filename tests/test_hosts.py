"""What was ranked, once more by the class or file that it is part of."""

from __future__ import annotations

import re

from core.pipeline.answer import ask
from core.present.answer.hit_list import hit_list, hues
from core.present.export.answer import as_dict
from tests.retrieval_samples import DEFAULTS, stores

RUN = ask("How is the tax of an order computed?", stores(), DEFAULTS, budget=800)


def test_every_ranked_unit_stands_in_one_host_in_its_order() -> None:
    found = [key for host in RUN.hosts for key in host.found]
    assert sorted(found) == sorted(unit.unit_key for unit in RUN.ranked)
    ranks = {unit.unit_key: unit.rank for unit in RUN.ranked}
    assert [ranks[host.found[0]] for host in RUN.hosts] == sorted(ranks[host.found[0]] for host in RUN.hosts)
    assert all(list(host.found) == sorted(host.found, key=ranks.__getitem__) for host in RUN.hosts)


def test_a_host_is_the_class_of_its_methods_and_more_evidence_counts_more() -> None:
    order = next(host for host in RUN.hosts if host.unit_key == "model:Order")
    assert {re.split("[#.]", key)[0] for key in order.found if key.startswith("method:")} == {"method:Order"}
    best = max(unit.score - unit.parts["saturation"] for unit in RUN.ranked if unit.unit_key in order.found)
    assert order.evidence > best


def test_hosts_are_told_as_json_and_on_the_page() -> None:
    told = as_dict(RUN)["hosts"]
    assert told[0]["rank"] == 1
    assert all(one["found"] and one["file_path"] for one in told)
    page = str(hit_list(RUN, ""))
    several = next(host for host in RUN.hosts if len(host.found) > 1)
    assert "in it also: " in page
    assert f"pick={several.found[1]}" in page


def test_the_usual_signals_have_colours_of_their_own() -> None:
    colours = hues(RUN)
    usual = [colours[name] for name in ("semantic", "table", "keyword", "definition", "relation", "type_match", "coherence")]
    assert len(set(usual)) == len(usual)
