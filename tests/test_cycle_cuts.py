"""A cycle taken apart: what a cut frees is counted rightly, the best comes first, and the plan has every line."""

from __future__ import annotations

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from core.analyse.cycle_cuts import cut_cycle
from core.present.architecture.cycles import (
    cut_choices,
    cut_ends,
    knot_drawing,
    plan_html,
    plan_markdown,
    plan_rows,
    plan_title,
)
from tests.analyse_graphs import analysis, head, letters
from tests.examples import examples

PAIRS = st.lists(st.tuples(st.sampled_from("abcdefg"), st.sampled_from("abcdefg")), min_size=1, max_size=25)


@examples(60)
@given(PAIRS)
def test_what_a_cut_frees_is_what_is_no_longer_in_a_component(pairs):
    made = letters(" ".join(one + other for one, other in pairs))
    view = made.structure("unit")
    for cycle in made.cycles():
        found = cut_cycle(view, cycle.units)
        assert found.cuts
        for cut in found.cuts:
            after = cut_cycle(view, cycle.units, [(link.source, link.target) for link in cut.links])
            assert cut.freed == cycle.size - sum(map(len, after.tied))
            assert cut.lines == after.lines
            rest = view.to_graph(cycle.units)
            rest.remove_edges_from((link.source, link.target) for link in cut.links)
            assert {node for part in nx.strongly_connected_components(rest) if len(part) > 1 for node in part} == {
                unit for group in after.tied for unit in group
            }


def test_the_cut_that_frees_most_for_each_line_comes_first_and_ends_the_knot():
    view = letters("ab bc cd da ae ea").structure("unit")
    units = [f"class:{one}" for one in "abcde"]
    first = cut_cycle(view, units).cuts[0]
    assert (first.freed, first.lines) == (3, 1)
    taken = [(link.source, link.target) for link in first.links]
    second = cut_cycle(view, units, taken)
    assert second.sentence == "2 of 5 units still in a cycle. 1 link cut, 1 line."
    done = cut_cycle(view, units, [*taken, *((link.source, link.target) for link in second.cuts[0].links)])
    assert done.sentence == "No unit left in a cycle. 2 links cut, 2 lines."
    assert not done.cuts


def test_cuts_are_ticked_by_the_address_and_exported_with_their_code():
    view = letters("ab ba bc cb").structure("unit")
    units = ["class:a", "class:b", "class:c"]
    named = "class:a → class:b"
    found = cut_cycle(view, units, cut_ends(f"{named}|nonsense|class:x → class:y"))
    assert [str(link) for link in found.removed] == ["class:a → class:b (1)"]
    html = cut_choices(found, named)
    assert 'data-set="cuts="' in html
    assert f'data-set="cuts={named}|class:' in html
    assert html.count("☐") == len(found.cuts)
    drawing = knot_drawing(found, "shop")
    assert ("2 in a cycle" in drawing, "1 free" in drawing, drawing.count('class="square hue')) == (True, True, 3)
    rows = plan_rows(found, lambda path, line: f"{path} {line}")
    assert rows == [{"from": "a", "to": "b", "kind": "calls", "file": "a.rb", "line": 1, "code": "a.rb 1"}]
    assert "- `a.rb:1` calls: `a.rb 1`" in plan_markdown(found, lambda path, line: f"{path} {line}", "Plan")


def test_a_line_that_has_two_relations_is_one_line_of_the_plan():
    view = analysis(
        "class:a calls class:b 1\nclass:a references class:b 1\nclass:b calls class:a 2", head("class:a"), head("class:b")
    ).structure("unit")
    found = cut_cycle(view, ["class:a", "class:b"], cut_ends("class:a → class:b"))
    (row,) = plan_rows(found, lambda path, line: "")
    assert (row["kind"], row["line"]) == ("calls, references", 1)
    assert str(plan_html(found, lambda path, line: "a.b", "", "")).count("a.b</code>") == 1
    assert plan_title(found) == "Plan: 1 link, 1 line"
