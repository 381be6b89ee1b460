from __future__ import annotations

import builtins
import math
import re
from itertools import combinations

import networkx as nx
import pytest

from core.analyse import Analysis
from core.analyse.hubs import Hub
from core.analyse.levels import Cell, Matrix
from core.analyse.result import Result
from core.analyse.sizes import Tile
from core.errors import MissingExtra
from core.model import History
from core.open_index.graph import build_graph
from core.present.drawings import charts, figures, scatter
from core.present.drawings.areas import areas_html
from core.present.drawings.scatter import Point
from core.present.export import diagrams
from core.present.html.type_colours import HUES, type_hue
from tests.analyse_graphs import analysis, graph, head, letters


def ours():
    text = "class:A calls class:B\nclass:B calls class:C\nclass:C calls class:A\nmodel:M calls class:A"
    made = graph(text, head("class:A", path="app/a.rb", namespace="X"))
    histories = {key: History(key, 9, 4, 6, "2026-01-01", ("A",), "active") for key in made.units}
    metrics = {key: {"lines": 9.0, "complexity": 2.0} for key in made.units}
    return Analysis(made.units, lambda: made.relations, metrics, histories)


@pytest.mark.parametrize(
    ("draw", "find"),
    [
        (figures.figure_hubs, lambda made: made.hubs()),
        (figures.figure_hotspots, lambda made: made.hotspots()),
        (figures.figure_coupling, lambda made: made.coupling("folder")),
        (figures.figure_levels, lambda made: made.layers()),
        (figures.figure_matrix, lambda made: made.matrix("unit")),
        (figures.figure_tiles, lambda made: made.tiles()),
    ],
)
def test_results_are_drawn_also_when_they_are_empty(draw, find):
    assert draw(find(ours())).to_json() == draw(find(ours())).to_json()
    empty = draw(find(analysis("")))
    assert not any(len(trace.customdata or ()) for trace in empty.data)
    assert draw(find(ours()), theme="dark").layout.template.layout.paper_bgcolor == "#12181a"


def test_points_carry_the_keys_of_their_units():
    figure = figures.figure_hubs(ours().hubs())
    keys = [key for trace in figure.data for key, _ in trace.customdata]
    assert sorted(keys) == ["class:A", "class:B", "class:C", "model:M"]


def test_a_long_name_stands_on_the_side_where_the_plot_goes_on():
    long = "Catalog::ProductImport::ProductsResetStrategy"
    at = {"left": 0, "middle": 5, "right": 10}
    hubs = tuple(Hub(f"class:{long}{one}", "class", x, x, x, 0, 0.1, 0.0, {}, "") for one, x in at.items())
    (trace,) = figures.figure_hubs(Result(Hub, "Hubs", (*hubs, Hub("class:R", "class", 9, 1, 1, 0, 0.1, 0.0, {}, "")))).data
    found = {
        key.removeprefix(f"class:{long}"): side for (key, _), side in zip(trace.customdata, trace.textposition, strict=True)
    }
    assert found == {"left": "top right", "middle": "top center", "right": "top left", "class:R": "top center"}


def test_a_unit_that_much_uses_is_drawn_high_and_large():
    (trace,) = figures.figure_hubs(letters("ab cb db").hubs()).data
    highest = max(range(len(trace.y)), key=lambda at: trace.y[at])
    assert trace.customdata[highest][0] == "class:b"
    assert trace.marker.size[highest] == max(trace.marker.size)


def test_names_that_would_collide_are_left_to_the_pointer():
    crowd = [Point(f"class:Unit{number:02}", 5, 5, 1, "class") for number in range(9)]
    (trace,) = scatter._scatter([*crowd, Point("class:Far", 9, 9, 1, "class")], ("x", "y", "size"), "light").data
    assert sorted(filter(None, trace.text)) == ["Far", "Unit00"]


def test_a_name_from_the_checkout_is_text_and_no_markup():
    figure = scatter._scatter([Point("class:<b>", 1, 1, 1, "class")], ("x", "y", "size"), "light")
    assert figure.data[0].hovertext == figure.data[0].text == ("&lt;b&gt;",)


def test_the_matrix_draws_the_breach_apart_and_boxes_the_cycle():
    figure = figures.figure_matrix(ours().matrix("unit"))
    pointed = [trace for trace in figure.data if trace.type == "scatter" and trace.customdata]
    assert [len(trace.x) for trace in pointed] == [3, 1]
    assert len(figure.layout.shapes) == 1
    picked = figures.figure_matrix(ours().matrix("unit"), pointed[1].customdata[0])
    assert len(picked.layout.shapes) == 2


def test_a_large_matrix_is_dots_however_many_cells_it_has():
    order = tuple(f"Area{number:03d}" for number in range(100))
    cells = [
        Cell(row, column, order[row], order[column], 1, 0, back, 0, {"calls": 1}, ())
        for row, column, back in ((0, 1, False), (0, 99, False), (9, 4, True))
    ]
    figure = figures.figure_matrix(Matrix(Cell, "Dependency matrix", tuple(cells), (), order, ((4, 9),)), "Area009|Area004")
    assert [trace.type for trace in figure.data] == ["scattergl", "scattergl"]
    assert [trace.customdata for trace in figure.data] == [("Area000|Area001", "Area000|Area099"), ("Area009|Area004",)]
    assert len(figure.layout.shapes) == 2


def test_areas_carry_their_paths_and_say_what_their_colour_means():
    figure = figures.figure_tiles(ours().tiles(), "app")
    (tree,) = figure.data
    assert [path for path, *_ in tree.customdata] == list(tree.ids)
    assert tree.level == "app"
    assert "commits in the year before the last commit per file" in figure.layout.annotations[0].text
    unknown = figures.figure_tiles(analysis("class:A calls class:B").tiles())
    assert "No git history" in unknown.layout.annotations[0].text


def test_specks_are_left_out_until_their_folder_is_opened():
    tiles = [Tile(".", "", ".", "folder", 2, 9001, 0, 0.0), Tile("a", ".", "a", "folder", 1, 1, 0, 0.0)]
    tiles += [Tile("a/b.rb", "a", "b.rb", "file", 1, 1, 0, 0.0), Tile("c.rb", ".", "c.rb", "file", 1, 9000, 0, 0.0)]
    result = Result(Tile, "Sizes", tuple(tiles))
    assert figures.figure_tiles(result).data[0].ids == (".", "c.rb")
    assert set(figures.figure_tiles(result, "a").data[0].ids) == {".", "a", "a/b.rb", "c.rb"}


def test_areas_of_a_page_lie_inside_each_other_and_lead_on_and_their_colour_is_said():
    drawn = areas_html(ours().tiles(), ".", "shop")
    assert drawn.index('data-set="at=app"') < drawn.index('class="within"') < drawn.index("unit=file%3Aapp%2Fa.rb")
    assert re.search(r'title="app/a.rb: 9 lines, 1 unit, \d commits?"', drawn)
    assert 'tabindex="-1"' not in drawn.partition('class="within"')[0]  # what is outermost is reached by keyboard
    assert "commits in the year before the last commit per file, 0 " in drawn
    unknown = analysis("class:A calls class:B").tiles()
    assert "No git history" in areas_html(unknown, ".", "shop")
    assert "external uses" in areas_html(unknown, ".", "shop", {"app/classs/a.rb": 3.0})


def test_specks_are_no_areas_of_a_page_until_their_folder_is_opened():
    tiles = [Tile(".", "", ".", "folder", 2, 9001, 0, 0.0), Tile("a", ".", "a", "folder", 1, 1, 0, 0.0)]
    tiles += [Tile("a/b.rb", "a", "b.rb", "file", 1, 1, 0, 0.0), Tile("c.rb", ".", "c.rb", "file", 1, 9000, 0, 0.0)]
    result = Result(Tile, "Sizes", tuple(tiles))
    assert "b.rb" not in areas_html(result, ".", "shop")
    assert "a%2Fb.rb" in areas_html(result, "a", "shop")


def test_levels_tell_how_many_of_their_units_are_in_a_cycle():
    figure = figures.figure_levels(ours().layers())
    assert {trace.name: sum(trace.x) for trace in figure.data} == {"in no cycle": 1, "in a cycle": 3}


_TO_LMS = ((0.4122, 0.5363, 0.0514), (0.2119, 0.6807, 0.1074), (0.0883, 0.2817, 0.63))
_TO_OKLAB = ((0.2105, 0.7936, -0.0041), (1.978, -2.4286, 0.4506), (0.0259, 0.7828, -0.8087))


def _times(matrix, values):
    return [sum(share * value for share, value in zip(row, values, strict=True)) for row in matrix]


def _light(colour):
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def _oklab(colour):
    return _times(_TO_OKLAB, [value ** (1 / 3) for value in _times(_TO_LMS, _light(colour))])


def _contrast(one, other):
    dark, bright = sorted(_times([(0.2126, 0.7152, 0.0722)], _light(colour))[0] + 0.05 for colour in (one, other))
    return bright / dark


def test_colours_of_types_have_contrast_in_both_themes_and_differ():
    papers = [palette.paper for palette in charts.PALETTES.values()]
    assert min(_contrast(hue, paper) for hue in HUES for paper in papers) >= 2.5
    assert min(math.dist(_oklab(one), _oklab(other)) for one, other in combinations(HUES, 2)) > 0.08
    usual = (
        "model",
        "controller",
        "helper",
        "serializer",
        "view_component",
        "service",
        "function",
        "component_preview",
        "poro",
    )
    assert len({type_hue(name) for name in usual}) == len(usual)


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


def test_places_are_containers_of_a_c4_model_and_a_link_to_itself_is_left_out():
    made = nx.DiGraph()
    made.add_edge("app/jobs", 'app/"models"', weight=3, kinds="calls 3")
    made.add_edge("app/jobs", "app/jobs", weight=1, kinds="calls 1")
    assert diagrams.structurizr(made, "shop") == (
        'workspace "shop" {\n  model {\n    system = softwareSystem "shop" {\n'
        '      n0 = container "app/\\"models\\""\n      n1 = container "app/jobs"\n    }\n'
        '    n1 -> n0 "calls 3"\n  }\n  views {\n    container system {\n      include *\n      autoLayout\n    }\n  }\n}\n'
    )


def test_graphml_is_read_back_with_the_same_nodes_and_edges():
    units, relations = graph("class:A calls class:B\nclass:A calls class:B 9\nclass:B calls class:A")
    made = build_graph(units.values(), relations)
    made.nodes["class:A"]["label"] = "<b>&\x00"
    read = nx.parse_graphml(diagrams.graphml(made), force_multigraph=True)
    assert set(read.nodes) == set(made.nodes)
    assert sorted(read.edges()) == sorted(made.edges())
    assert read.nodes["class:A"]["label"] == "<b>&�"
