from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analyse.ends import with_verdicts
from core.errors import SourceError
from core.model.verdict import NOT_ANALYSED, POSSIBLY_USED, UNUSED, Verdict
from tests.analyse_graphs import analysis, head, letters
from tests.examples import examples

SHOP = """
route:GET/orders routes_to method:OrdersController#index
method:OrdersController#index calls model:Order
model:Order calls class:Tax
model:Order includes concern:Taggable
rake_task:clean calls class:Sweeper
test:OrderTest tests model:Order
class:Old calls class:Older
class:Older calls class:Old
test:LoneTest tests class:Lone
"""
CONTROLLER = (
    head("controller:OrdersController"),
    head("method:OrdersController#index", parent="controller:OrdersController"),
    head("class:Alone"),
)


def shop():
    return analysis(SHOP, *CONTROLLER)


def test_impact_lists_dependents_by_distance_and_the_tests_last():
    found = shop().impact("class:Tax")
    assert [(one.distance, one.unit, one.role) for one in found] == [
        (1, "model:Order", "code"),
        (2, "controller:OrdersController", "code"),
        (3, "route:GET/orders", "code"),
        (2, "test:OrderTest", "test"),
    ]
    assert found.items[1].through == "model:Order"
    assert [line.line for line in found.items[1].lines] == [2]
    assert found.notes[0] == "3 units may be affected, 1 of them directly. 1 test reaches it."


def test_the_impact_of_a_method_is_that_of_the_method_alone():
    assert [one.unit for one in shop().impact("method:OrdersController#index")] == ["route:GET/orders"]


def test_dependencies_and_dependents_stop_at_the_depth():
    made = letters("ab bc cd")
    assert [one.unit for one in made.dependencies("class:a", 2)] == ["class:b", "class:c"]
    assert [one.unit for one in made.dependents("class:d", 0)] == ["class:c", "class:b", "class:a"]
    assert [one.unit for one in made.dependencies("a")] == ["class:b"]


def test_a_kind_limits_the_neighbours():
    assert [one.unit for one in shop().dependencies("model:Order", kinds=["includes"])] == ["concern:Taggable"]


def test_an_unknown_unit_is_named_in_the_error():
    with pytest.raises(SourceError, match="No unit 'Ghost'"):
        letters("ab").impact("Ghost")
    with pytest.raises(SourceError, match="'X' means 2 units: class:A::X, class:B::X"):
        analysis("class:A::X calls class:B::X").impact("X")


def test_a_path_is_told_step_by_step_with_its_lines():
    found = shop().path("route:GET/orders", "class:Tax")
    assert [(step.step, step.source, step.target) for step in found] == [
        (1, "route:GET/orders", "controller:OrdersController"),
        (2, "controller:OrdersController", "model:Order"),
        (3, "model:Order", "class:Tax"),
    ]


def test_between_members_a_path_among_members_is_preferred():
    found = shop().path("route:GET/orders", "method:OrdersController#index")
    assert [step.target for step in found] == ["method:OrdersController#index"]


def test_no_path_says_so_and_whether_one_leads_back():
    found = letters("ab bc").path("class:c", "class:a")
    assert not found
    assert "A path exists in the other direction." in found.notes[0]
    assert "other way" not in letters("ab cd").path("class:a", "class:d").notes[0]
    assert letters("ab").path("class:a", "class:a").notes[0] == "Start and end are the same unit."


@examples(60)
@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), min_size=3, max_size=18))
def test_all_short_paths_are_the_simple_paths_of_networkx_of_these_lengths(pairs):
    made = letters(" ".join(a + b for a, b in pairs))
    start, end = f"class:{pairs[0][0]}", f"class:{pairs[-1][1]}"
    graph = made.view("unit").to_graph()
    if start == end or not nx.has_path(graph, start, end):
        assert not made.paths(start, end)
        return
    longest = nx.shortest_path_length(graph, start, end) + 1
    theirs = {tuple(chain) for chain in nx.all_simple_paths(graph, start, end, cutoff=longest)}
    ours: dict[int, list[str]] = {}
    for step in made.paths(start, end, longer=1, limit=1000):
        ours.setdefault(step.path, [step.source]).append(step.target)
    assert {tuple(chain) for chain in ours.values()} == theirs
    assert len(ours) == len(theirs)
    lengths = [len(chain) for chain in ours.values()]
    assert lengths == sorted(lengths)


def test_orphans_are_those_without_a_reason():
    found = shop().orphans()
    assert [(end.unit, end.role) for end in found] == [("class:Lone", "tests only"), ("class:Alone", "unknown")]
    every = {end.unit: end.role for end in shop().orphans(every=True)}
    assert every["route:GET/orders"] == "entry point"
    assert every["rake_task:clean"] == "entry point"


def test_a_subclass_without_users_may_be_known_to_its_parent():
    made = analysis("""
        class:Format inherits class:Base
        class:User calls class:Base
        rake_task:t calls class:User
    """)
    assert [(end.unit, end.role, end.reason) for end in made.orphans()] == [
        ("class:Format", "subclass", "unused, unless Base, its parent, or a registry finds it")
    ]


def test_dead_ends_are_foundations_or_stand_alone():
    found = {end.unit: (end.role, end.reason) for end in shop().dead_ends()}
    assert found["class:Tax"] == ("foundation", "1 dependent")
    assert found["class:Alone"][0] == "unknown"
    assert found["class:Lone"] == ("tests only", "used only by 1 test")
    assert "model:Order" not in found


def test_dead_code_whose_parts_use_each_other_is_unreached():
    found = {end.unit for end in shop().unreached()}
    assert {"class:Old", "class:Older", "class:Alone", "class:Lone"} == found


def test_entry_points_are_ordered_by_what_they_reach():
    found = shop().entry_points()
    assert [(one.unit, one.reaches, one.starts) for one in found] == [
        ("controller:OrdersController", 3, 1),
        ("rake_task:clean", 1, 1),
    ]
    assert found.items[0].reason == "a route maps to it"


def test_orphans_are_told_apart_by_what_their_silence_means():
    made = analysis("""
        class:A calls class:Used
        class:B calls class:Used
        class:C calls class:Used
    """)
    sentences = {
        "class:A": Verdict(POSSIBLY_USED, "1 line writes 'A'."),
        "class:B": Verdict(UNUSED, "3 files were read."),
        "class:C": Verdict(NOT_ANALYSED, "x."),
    }
    found = with_verdicts(made.orphans(), sentences)
    assert [(end.unit, end.usage, end.users, end.why) for end in found] == [
        ("class:B", UNUSED, "none", ""), ("class:A", POSSIBLY_USED, "unknown", "1 line writes 'A'."),
        ("class:C", NOT_ANALYSED, NOT_ANALYSED, "x."),
    ]  # fmt: skip
    assert "1 unused" in found.notes[1]
