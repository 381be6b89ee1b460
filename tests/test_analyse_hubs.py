from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analyse.measures import betweenness, pagerank
from core.errors import SettingsError
from tests.analyse_graphs import analysis, letters
from tests.examples import examples

PAIRS = st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), min_size=1, max_size=40)


def made(pairs):
    return letters(" ".join(source + target for source, target in pairs)).view("unit")


def test_hubs_count_units_and_references_apart():
    found = analysis("""
        method:A#x calls class:C 1
        class:B calls class:C 1
        class:B includes class:C 2
        class:C calls class:D 1
    """).hubs()
    hub = found.items[0]
    assert (hub.unit, hub.fan_in, hub.relations_in, hub.fan_out) == ("class:C", 2, 3, 1)
    assert dict(hub.used_as) == {"calls": 2, "includes": 1}


def test_hubs_say_how_betweenness_was_computed():
    assert "Betweenness: exact, all 3 units." in letters("ab bc").hubs().notes[1]


def test_an_unknown_measure_is_refused():
    with pytest.raises(SettingsError, match="Choose from: fan_in"):
        letters("ab").hubs("size")


@examples(50)
@given(PAIRS)
def test_pagerank_is_that_of_networkx(pairs):
    view = made(pairs)
    ours = pagerank(view, view.nodes)
    theirs = nx.pagerank(view.to_graph(), weight="weight", tol=1e-12, max_iter=500)
    assert ours == pytest.approx(theirs, abs=1e-6)
    assert sum(ours.values()) == pytest.approx(1)


def test_personalised_pagerank_restarts_where_it_is_told():
    view = letters("ab bc cd da").view("unit")
    theirs = nx.pagerank(view.to_graph(), personalization={"class:b": 1}, tol=1e-12, max_iter=500)
    assert pagerank(view, view.nodes, {"class:b": 1}) == pytest.approx(theirs, abs=1e-6)


@examples(50)
@given(PAIRS)
def test_betweenness_is_that_of_networkx(pairs):
    view = made(pairs)
    ours, _ = betweenness(view, view.nodes)
    assert ours == pytest.approx(nx.betweenness_centrality(view.to_graph()), abs=1e-9)


def test_sampled_betweenness_over_all_nodes_is_exact():
    view = letters("ab bc cd de bd ea").view("unit")
    assert betweenness(view, view.nodes, exact=False)[0] == pytest.approx(betweenness(view, view.nodes, exact=True)[0])


def test_a_graph_without_relations_has_no_hubs_and_still_a_ranking():
    empty = letters("aa")
    assert list(empty.hubs()) == []
    assert [rank.pagerank for rank in empty.pagerank()] == [pytest.approx(1.0)]
    assert list(analysis("").pagerank()) == []


def test_folders_and_documents_are_no_hubs():
    found = analysis("""
        class:A references folder:app
        class:A references readme:README
        class:A calls class:B
    """).hubs()
    assert {hub.unit for hub in found} == {"class:A", "class:B"}
