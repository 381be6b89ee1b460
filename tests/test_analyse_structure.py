from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analyse.communities import agreement
from tests.analyse_graphs import analysis, head, letters
from tests.examples import examples

PAIRS = st.lists(st.tuples(st.sampled_from("abcdefghij"), st.sampled_from("abcdefghij")), min_size=1, max_size=25)


def made(pairs):
    return letters(" ".join(source + target for source, target in pairs))


@examples(80)
@given(PAIRS)
def test_articulation_points_and_bridges_are_those_of_networkx(pairs):
    ours = made(pairs)
    graph = ours.view("unit").to_graph().to_undirected()
    found = ours.bridges(at_least=1)
    points = {one.unit for one in found if one.role == "articulation point"}
    links = {frozenset((one.unit, one.target)) for one in found if one.role == "bridge"}
    assert points == set(nx.articulation_points(graph))
    assert links == {frozenset(pair) for pair in nx.bridges(graph)}
    for one in found:
        if one.role == "articulation point":
            parts = [len(part) for part in nx.connected_components(graph.subgraph(set(graph) - {one.unit}))]
            whole = len(nx.node_connected_component(graph, one.unit)) - 1
            apart = [len(nx.node_connected_component(graph.subgraph(set(graph) - {one.unit}), n)) for n in graph[one.unit]]
            assert one.separates == whole - max(apart)
            assert whole <= sum(parts)


def test_the_two_halves_of_a_dumbbell_hang_on_one_link():
    found = letters("ab bc ca cd de ef fd").bridges()
    assert [(one.role, one.unit, one.target, one.separates) for one in found if one.role != "between"] == [
        ("articulation point", "class:c", "", 2),
        ("articulation point", "class:d", "", 2),
        ("bridge", "class:c", "class:d", 3),
    ]
    assert {one.unit for one in found if one.role == "between"} == {"class:a", "class:b", "class:e", "class:f"}


COUPLED = """
class:A::X calls class:B::X 1
class:A::X calls class:B::Y 2
class:A::Y calls class:B::X 3
class:B::X calls class:B::Y 4
class:B::X calls class:C::X 5
"""
SPACES = tuple(head(f"class:{space}::{name}", namespace=space) for space in "ABC" for name in "XY")


def test_coupling_counts_units_as_martin_does():
    found = {one.group: one for one in analysis(COUPLED, *SPACES).coupling("namespace")}
    b = found["B"]
    assert (b.units, b.afferent, b.efferent) == (2, 2, 1)
    assert b.instability == pytest.approx(1 / 3)
    assert b.cohesion == pytest.approx((1 + 1) / 2)
    assert b.inner_share == pytest.approx(1 / 5)
    assert (b.used_by, b.uses) == (1, 1)
    assert (found["A"].instability, found["C"].instability) == (1.0, 0.0)
    assert b.abstractness is None


def test_abstractness_is_told_where_the_language_has_interfaces():
    heads = (head("trait:A::T", namespace="A"), head("struct:A::S", namespace="A"))
    found = analysis("struct:A::S implements trait:A::T", *heads).coupling("namespace").items[0]
    assert (found.abstractness, found.instability, found.distance) == (0.5, None, None)


def test_levels_are_the_longest_way_down_and_the_cut_links_point_up():
    found = letters("ab bc ca cd ae ed").layers()
    assert {one.unit[-1]: one.level for one in found} == {"b": 0, "d": 0, "e": 1, "a": 2, "c": 3}
    assert [str(link) for link in found.back] == ["class:b → class:c (1)"]


@examples(80)
@given(PAIRS)
def test_only_cut_links_lie_below_the_diagonal(pairs):
    ours = made(pairs)
    matrix, layers = ours.matrix("unit"), ours.layers()
    view = ours.view("unit")
    assert sorted(matrix.order) == [node for node in view.nodes if view.out[node] or view.into[node]]
    below = {(cell.source, cell.target) for cell in matrix if cell.back}
    assert below == {(link.source, link.target) for link in layers.back}
    level = {one.unit: one.level for one in layers}
    for cell in matrix:
        assert cell.back or level[cell.source] > level[cell.target]
    for start, end in matrix.blocks:
        graph = ours.view("unit").to_graph(matrix.order[start : end + 1])
        assert nx.is_strongly_connected(graph)


def test_without_cycles_levels_are_networkx_generations():
    pairs = "ab ac bd cd de fe"
    graph = letters(pairs).view("unit").to_graph().reverse()
    level = {node: number for number, nodes in enumerate(nx.topological_generations(graph)) for node in nodes}
    assert {one.unit: one.level for one in letters(pairs).layers()} == level


def cliques():
    lines, heads = [], []
    for place, names in (("Pay", "abcde"), ("Ship", "fghij")):
        for name in names:
            namespace = "Pay" if name == "f" else place
            heads.append(head(f"class:{name}", namespace=namespace, path=f"app/{place.lower()}/{name}.rb"))
        lines += [f"class:{one} calls class:{other}" for one in names for other in names if one < other]
    lines.append("class:a calls class:f")
    return analysis("\n".join(lines), *heads)


def test_communities_are_the_groups_that_hold_together():
    found = cliques().communities()
    assert [(one.size, "".join(unit[-1] for unit in one.units)) for one in found] == [(5, "abcde"), (5, "fghij")]
    assert (found.items[0].inner, found.items[0].outer) == (10, 1)
    assert dict(found.items[1].namespaces) == {"Ship": 4, "Pay": 1}
    assert "1.00 with folders" in found.notes[0]


def test_a_unit_among_strangers_is_misplaced_with_its_lines():
    (found,) = cliques().misplaced("namespace")
    assert (found.unit, found.place, found.better, found.own, found.there) == ("class:f", "Pay", "Ship", 1, 4)
    assert len(found.lines) == 4
    assert not cliques().misplaced("folder")


def test_places_divided_by_role_are_not_judged():
    lines, heads = [], []
    for number in range(6):
        heads.append(head(f"controller:C{number}", path=f"app/controllers/c{number}.rb"))
        lines += [f"controller:C{number} calls model:M{number}{letter}" for letter in "abc"]
        lines += [f"model:M{number}a calls model:M{number}b", f"model:M{number}b calls model:M{number}c"]
    found = analysis("\n".join(lines), *heads).misplaced("folder")
    assert not found
    assert "judged only by dependents: app/controllers" in found.notes[1]


def test_a_unit_that_only_another_place_uses_is_misplaced_unless_the_move_would_change_its_role():
    text = """
    service:Rates calls service:Post
    service:Client calls service:Post
    service:Rates calls service:Client
    service:Mail calls service:Sms
    controller:X calls service:Only
    controller:Y calls service:Only
    """
    heads = [head(f"service:{name}", path=f"app/services/ship/{name}.rb") for name in ("Rates", "Client")]
    heads += [head(f"service:{name}", path=f"app/services/notify/{name}.rb") for name in ("Post", "Mail", "Sms", "Only")]
    (found,) = analysis(text, *heads).misplaced()
    assert (found.unit, found.better, found.why) == (
        "service:Post", "app/services/ship", "all 2 dependents are there"
    )  # fmt: skip


def test_agreement_is_one_for_the_same_division_and_zero_for_none():
    one = {"a": 1, "b": 1, "c": 2, "d": 2}
    assert agreement(one, {"a": "x", "b": "x", "c": "y", "d": "y"}) == pytest.approx(1)
    assert agreement(one, {"a": "x", "b": "y", "c": "x", "d": "y"}) == pytest.approx(0)
    assert agreement(one, dict.fromkeys("abcd", "x")) == 0
    assert agreement({"a": 1}, {"a": "x"}) == 1


def test_a_reading_order_gives_each_step_a_reason():
    text = """
    route:GET/ routes_to controller:Home
    controller:Home calls model:Order
    controller:Home calls model:User
    model:Order inherits class:Record
    model:User inherits class:Record
    model:Cart inherits class:Record
    model:Cart calls model:Order
    model:Order calls model:User
    """
    found = analysis(text, head("readme:README.md", path="README.md")).reading_order()
    steps = [(step.unit, step.chapter) for step in found]
    assert steps[:3] == [
        ("readme:README.md", "start"), ("controller:Home", "entry points"), ("class:Record", "foundations"),
    ]  # fmt: skip
    assert ("model:Order", "most used") in steps
    assert found.items[1].reason == "a route maps to it, uses User, Order"
    assert len({step.unit for step in found}) == len(found)


def test_a_topic_is_read_from_its_entry_point_to_its_tests():
    text = """
    route:GET/ routes_to controller:Home
    controller:Home calls model:Order
    model:Order calls class:Tax
    class:Tax calls class:Rate
    job:Export calls model:Order
    test:OrderTest tests model:Order
    class:Far calls class:Away
    """
    found = analysis(text).reading_order(["model:Order"])
    assert [(step.unit, step.chapter) for step in found] == [
        ("controller:Home", "entry points"),
        ("model:Order", "topic"),
        ("class:Tax", "dependencies"),
        ("class:Rate", "dependencies"),
        ("job:Export", "dependents"),
        ("test:OrderTest", "tests"),
    ]
    assert found.items[2].reason == "Order calls Tax (order.rb:3)"


def test_counts_and_tiles_tell_what_is_in_the_index():
    ours = analysis("class:A calls model:B\ntest:T tests model:B", head("class:A", path="app/x/a.rb"))
    assert [(one.name, one.units, one.tests) for one in ours.counts()] == [("class", 1, 0), ("model", 1, 0), ("test", 0, 1)]
    tiles = {tile.id: tile for tile in ours.tiles()}
    assert (tiles["."].units, tiles["."].lines, tiles["."].parent) == (2, 18, "")
    assert (tiles["app/x"].parent, tiles["app/x/a.rb"].kind) == ("app", "file")
    assert sum(tile.lines for tile in tiles.values() if tile.kind == "file") == tiles["."].lines
    assert [tile.id for tile in ours.tiles(depth=1)] == [".", "app"]
