"""The points, dots and bars that pages draw of measures, large matrices and levels."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.analyse.levels import Cell, Level, Matrix
from core.present.drawings.level_bars import level_bars
from core.present.drawings.matrix_dots import matrix_dots_svg
from core.present.drawings.scatter import Point, coupling_scatter, hub_scatter, scatter_svg
from tests.analyse_graphs import analysis, letters


def _circles(html: str) -> list[tuple[float, float, float]]:
    return [tuple(map(float, one)) for one in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', html)]


def test_a_unit_that_much_uses_is_drawn_high_and_leads_to_its_page():
    html = hub_scatter(letters("ab cb db").hubs(), "unit", "shop")
    assert 'href="/unit?index=shop&amp;unit=class%3Ab"' in html
    assert "class:b: uses 0, used by 3" in html
    highest = min(_circles(html), key=lambda circle: circle[1])
    assert highest[2] == max(radius for _, _, radius in _circles(html))


def test_a_group_leads_to_the_map_of_its_place_and_the_line_of_half_instability_is_drawn():
    html = coupling_scatter(analysis("class:A calls class:B\nclass:B calls class:C").coupling(), "folder", "shop")
    assert 'href="/graph?index=shop&amp;at=' in html
    assert 'class="edge"' in html


def test_a_name_from_the_checkout_is_text_and_no_markup():
    html = scatter_svg([Point("class:<b>", 1, 1, 1, "class", "/unit")], ("x", "y"), "Area: lines.")
    assert "<b>" not in html
    assert "&lt;b&gt;" in html


@given(some.lists(some.tuples(some.floats(0, 1e9), some.floats(0, 1e9), some.floats(0, 1)), max_size=40))
def test_every_point_lies_inside_of_the_drawing(measures):
    points = [Point(f"class:{number}", *one, "class", "/unit") for number, one in enumerate(measures)]
    found = _circles(scatter_svg(points, ("x", "y"), ""))
    assert len(found) == len(points)
    assert all(64 <= x <= 1016 and 26 <= y <= 354 for x, y, _ in found)


def _matrix(*cells: tuple[int, int, bool], names: int = 100) -> Matrix:
    order = tuple(f"Area{number:03d}" for number in range(names))
    items = tuple(
        Cell(row, column, order[row], order[column], 1, back, 0, {"calls": 1}, ()) for row, column, back in cells
    )  # fmt: skip
    return Matrix(Cell, "Structure matrix", items, (), order, ((4, 9),))


def test_a_large_matrix_is_two_paths_however_many_cells_it_has():
    html = matrix_dots_svg(_matrix((0, 1, False), (0, 99, False), (9, 4, True)), "Area009|Area004")
    assert html.count("<path") == 2
    assert html.count("h7.7") == 3
    assert 'data-cells="0,1 0,99 9,4"' in html
    assert html.count('class="block"') == 1
    assert html.count('class="ring"') == 1
    assert "3 cells as dots, 1 of them below the diagonal" in html


def test_a_matrix_without_cells_is_an_empty_field():
    html = matrix_dots_svg(_matrix(names=0))
    assert 'd=""' in html
    assert 'class="ring"' not in html


@pytest.mark.parametrize(("component", "said"), [(0, ">2<"), (1, "2 (2 in a cycle)")])
def test_a_bar_tells_how_many_units_of_a_level_are_in_a_cycle(component, said):
    parts = [Level(level, f"class:{level}{n}", "class", component, 0, 0, "") for level in (0, 1) for n in "ab"]
    html = level_bars(parts)
    assert said in html
    assert ("knot" in html.partition("</thead>")[2]) is (component > 0)
    assert html.index('class="num">1<') < html.index('class="num">0<')
