from __future__ import annotations

import random

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analyse.cycles import cut_of, shortest_cycle
from core.analyse.feedback import _best_order, _needed, arranged, feedback_edges
from tests.analyse_graphs import analysis, head, letters
from tests.examples import examples


def weights_of(edges, count):
    weights = [{} for _ in range(count)]
    for source, target, weight in edges:
        if source != target:
            weights[source][target] = weight
    return weights


def left_after(weights, cut):
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(weights)))
    graph.add_edges_from((n, t) for n, targets in enumerate(weights) for t in targets if (n, t) not in set(cut))
    return graph


def edges(count):
    node = st.integers(0, count - 1)
    return st.lists(st.tuples(node, node, st.integers(1, 5)), max_size=4 * count)


def test_a_component_is_told_with_its_cheapest_cut_and_the_lines():
    found = analysis("""
        class:A calls class:B 1
        class:A calls class:B 2
        class:B calls class:C 3
        class:C calls class:A 4
        class:C calls class:A 5
    """).cycles()
    (cycle,) = found
    assert cycle.units == ("class:A", "class:B", "class:C")
    assert [str(link) for link in cycle.cut] == ["class:B → class:C (1)"]
    assert (cycle.cost, cycle.method) == (1, "least possible cost")
    assert [(line.file_path, line.line) for line in cycle.lines] == [("b.rb", 3)]
    assert cycle.shortest == "A → B (calls, a.rb:1) → C (calls, b.rb:3) → A (calls, c.rb:4)"


def test_two_way_associations_close_no_cycle_unless_asked_for():
    made = analysis("""
        model:Order has_many model:Line
        model:Line belongs_to model:Order
    """)
    assert len(made.cycles()) == 0
    assert "With them: 1 cycle with 2 units." in made.cycles().notes[-1]
    assert len(made.cycles(associations=True)) == 1
    assert len(made.cycles(kinds=["has_many"])) == 0


def test_a_hyperlink_back_to_the_controller_of_the_page_closes_no_cycle_unless_asked_for():
    made = analysis("""
        controller:Orders renders view_template:orders/show
        view_template:orders/show links_to controller:Orders
    """)
    assert len(made.cycles()) == 0
    assert len(made.cycles(associations=True)) == 1
    assert made.layers().back == ()
    assert "1 hyperlinks" in made.layers().notes[-1]


def test_the_class_that_an_association_names_in_its_options_belongs_to_the_association():
    made = analysis("""
        model:Order has_many model:Line 3
        model:Order references model:Line 3
        model:Order references model:Line 9
        model:Line belongs_to model:Order 4
        model:Line references model:Order 4
    """)
    assert len(made.cycles()) == 0
    assert len(made.cycles(kinds=["references"])) == 1


def test_components_are_those_of_networkx_largest_first():
    made = letters("ab ba cd de ec fg")
    assert [cycle.units for cycle in made.cycles()] == [("class:c", "class:d", "class:e"), ("class:a", "class:b")]


def test_a_circle_between_two_files_is_shown_before_one_inside_a_file():
    heads = (head("class:A", path="a.rb"), head("class:A::B", path="a.rb"), head("class:C", path="c.rb"))
    text = "class:A calls class:A::B\nclass:A::B calls class:A\nclass:A calls class:C\nclass:C calls class:A"
    (cycle,) = analysis(text, *heads).cycles()
    assert cycle.shortest.startswith("A → C")
    assert cycle.files == 2


def test_namespaces_can_be_in_a_cycle_although_no_units_are():
    heads = (
        head("class:A::X", namespace="A"), head("class:A::Y", namespace="A"),
        head("class:B::X", namespace="B"), head("class:B::Y", namespace="B"),
    )  # fmt: skip
    made = analysis("class:A::X calls class:B::X\nclass:B::Y calls class:A::Y", *heads)
    assert len(made.cycles()) == 0
    assert made.cycles(level="namespace").items[0].units == ("A", "B")


@examples(100)
@given(edges(7))
def test_removing_an_exact_set_leaves_no_cycle_and_no_cheaper_set_does(listed):
    weights = weights_of(listed, 7)
    cut, method = feedback_edges(weights)
    assert method == "exact"
    assert nx.is_directed_acyclic_graph(left_after(weights, cut))
    cost = sum(weights[source][target] for source, target in cut)
    chance = random.Random(1)
    for _ in range(50):
        place = {node: at for at, node in enumerate(chance.sample(range(7), 7))}
        backwards = sum(w for n, targets in enumerate(weights) for t, w in targets.items() if place[t] < place[n])
        assert cost <= backwards


@examples(60)
@given(edges(16))
def test_removing_a_heuristic_set_leaves_no_cycle_and_each_edge_of_it_is_needed(listed):
    weights = weights_of(listed, 16)
    cut, method = feedback_edges(weights)
    assert method == "minimal"
    assert nx.is_directed_acyclic_graph(left_after(weights, cut))
    for edge in cut:
        assert not nx.is_directed_acyclic_graph(left_after(weights, [other for other in cut if other != edge]))


@examples(40)
@given(edges(8))
def test_the_heuristic_is_never_better_than_the_exact_answer(listed):
    weights = weights_of(listed, 8)
    order = arranged(weights)
    place = {node: at for at, node in enumerate(order)}
    back = [(n, t) for n, targets in enumerate(weights) for t in targets if place[t] < place[n]]
    heuristic = sum(weights[n][t] for n, t in _needed(weights, order, back))
    exact = sum(weights[n][t] for n, t in feedback_edges(weights)[0])
    assert sorted(order) == sorted(_best_order(weights)) == list(range(8))
    assert exact <= heuristic


@examples(60)
@given(st.lists(st.tuples(st.sampled_from("abcdefg"), st.sampled_from("abcdefg")), min_size=1, max_size=20))
def test_the_shortest_cycle_has_the_girth_that_networkx_finds(pairs):
    made = letters(" ".join(a + b for a, b in pairs))
    view = made.view("unit")
    for cycle in made.cycles():
        graph = view.to_graph(cycle.units)
        assert len(shortest_cycle(view, cycle.units)) == min(len(found) for found in nx.simple_cycles(graph))
        cut, _ = cut_of(view, cycle.units)
        graph.remove_edges_from([(link.source, link.target) for link in cut])
        assert nx.is_directed_acyclic_graph(graph)


def test_the_same_graph_in_another_order_gives_the_same_cut():
    pairs = [f"{a}{b}" for a in "abcdefghijkl" for b in "abcdefghijkl" if a != b and (ord(a) * 7 + ord(b) * 3) % 4 == 0]
    forwards, backwards = letters(" ".join(pairs)).cycles(), letters(" ".join(reversed(pairs))).cycles()
    assert [[(e.source, e.target) for e in c.cut] for c in forwards] == [
        [(e.source, e.target) for e in c.cut] for c in backwards
    ]


@pytest.mark.parametrize("text", ["ab bc ac", "aa"])
def test_a_graph_without_a_circle_has_no_cycles(text):
    assert not letters(text).cycles()
