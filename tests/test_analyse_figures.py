from __future__ import annotations

import builtins

import networkx as nx
import pytest

from core.analyse import Analysis
from core.errors import MissingExtra
from core.model import History
from core.present.drawings import figures
from core.present.export import diagrams
from tests.analyse_graphs import analysis, graph, head, letters


def ours():
    text = "class:A calls class:B\nclass:B calls class:C\nclass:C calls class:A\nmodel:M calls class:A"
    made = graph(text, head("class:A", path="app/a.rb", namespace="X"))
    heads = {key: head(key) for key in made.nodes}
    histories = {key: History(key, 9, 4, 6, "2026-01-01", ("A",), "active") for key in made.nodes}
    return Analysis(made, heads, {key: {"lines": 9.0, "complexity": 2.0} for key in made.nodes}, histories)


@pytest.mark.parametrize(
    ("draw", "find"),
    [
        (figures.figure_hubs, lambda made: made.hubs()),
        (figures.figure_hotspots, lambda made: made.hotspots()),
        (figures.figure_coupling, lambda made: made.coupling("folder")),
        (figures.figure_levels, lambda made: made.layers()),
        (figures.figure_matrix, lambda made: made.matrix("unit")),
        (figures.figure_tiles, lambda made: made.tiles()),
        (lambda result: figures.figure_ranking(result, "pagerank"), lambda made: made.pagerank()),
    ],
)
def test_results_are_drawn_also_when_they_are_empty(draw, find):
    assert draw(find(ours())).to_json() == draw(find(ours())).to_json()
    empty = draw(find(analysis("")))
    assert not any(len(trace.customdata or ()) > 1 for trace in empty.data)


def test_points_carry_the_keys_of_their_units():
    figure = figures.figure_hubs(ours().hubs())
    keys = [key for trace in figure.data for key in trace.customdata]
    assert sorted(keys) == ["class:A", "class:B", "class:C", "model:M"]


def test_the_matrix_draws_the_breach_apart_and_boxes_the_cycle():
    figure = figures.figure_matrix(ours().matrix("unit"))
    assert [len(trace.x) for trace in figure.data] == [3, 1]
    assert len(figure.layout.shapes) == 1


def test_without_plotly_the_extra_is_named(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("plotly"):
            raise ModuleNotFoundError("No module named 'plotly'", name="plotly")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match=r"pip install 'orienteer\[ui\]'"):
        figures.figure_hubs(letters("ab").hubs())


def test_diagrams_name_units_and_relations_in_order():
    made = letters("ba ab").view("unit").to_graph()
    assert diagrams.mermaid(made, back={("class:b", "class:a")}) == (
        'flowchart LR\n  n0["a"]\n  n1["b"]\n  n0 -->|"calls 1"| n1\n  n1 -.->|"calls 1"| n0\n'
    )
    text = diagrams.dot(made, "Two", back={("class:b", "class:a")})
    assert '  n0 [label="a"];' in text
    assert 'n1 -> n0 [label="calls 1", color="#c0392b", style=dashed, constraint=false];' in text


def test_names_of_code_cannot_break_out_of_a_diagram():
    made = nx.DiGraph()
    made.add_edge("a", "b", kinds='x"] --> y')
    made.nodes["a"]["label"] = 'A"]; evil\\'
    assert '[label="A\\"]; evil\\\\"]' in diagrams.dot(made)
    assert 'n0["A#34;#93;#59; evil#92;"]' in diagrams.mermaid(made)


def test_graphml_is_read_back_with_the_same_nodes_and_edges():
    made = ours().graph
    made.nodes["class:A"]["label"] = "<b>&\x00"
    read = nx.parse_graphml(diagrams.graphml(made), force_multigraph=True)
    assert set(read.nodes) == set(made.nodes)
    assert sorted(read.edges()) == sorted(made.edges())
    assert read.nodes["class:A"]["label"] == "<b>&�"
