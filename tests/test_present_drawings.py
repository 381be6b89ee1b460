"""Drawings are SVG from the core: what they show adds up, and every shape leads somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analyse.levels import matrix
from core.analyse.view import aggregate
from core.present.drawings.matrix import matrix_svg, picked_cell, quiet_rows
from core.present.drawings.neighbourhood import neighbourhood, neighbourhood_svg
from core.present.drawings.treemap import Area, squarified, treemap
from tests.analyse_graphs import graph


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def star(users: int):
    lines = [f"class:U{number} calls class:Centre" for number in range(users)]
    return graph("\n".join([*lines, "class:Centre calls class:Used"]))


@dataclass
class Tiles:
    rows: list[dict[str, Any]] = field(default_factory=list)

    def to_rows(self) -> list[dict[str, Any]]:
        return self.rows


def tile(id_: str, lines: int, change: float = 0.0, kind: str = "file") -> dict[str, Any]:
    parent, _, label = id_.rpartition("/")
    return {
        "id": id_, "parent": "" if id_ == "." else parent or ".", "label": label or id_, "kind": kind, "units": 1,
        "lines": lines, "commits": int(change), "change": change,
    }  # fmt: skip


@given(st.lists(st.floats(1, 1e6), min_size=1, max_size=60), st.floats(10, 2000), st.floats(10, 2000))
def test_squares_fill_the_area_in_proportion(sizes: list[float], width: float, height: float) -> None:
    ordered = sorted(sizes, reverse=True)
    areas = squarified(ordered, Area(0, 0, width, height))
    total = sum(ordered)
    for size, area in zip(ordered, areas, strict=True):
        assert area.width * area.height == pytest.approx(size / total * width * height, rel=1e-6)
        assert area.x >= -1e-6
        assert area.x + area.width <= width * (1 + 1e-9) + 1e-6
        assert area.y + area.height <= height * (1 + 1e-9) + 1e-6


def test_a_treemap_opens_folders_in_place_and_files_on_their_page() -> None:
    tiles = Tiles(
        [tile(".", 30, kind="folder"), tile("app", 30, 2, "folder"), tile("app/a.rb", 20, 3), tile("app/b.rb", 10, 1)]
    )
    html = treemap(tiles, ".", "shop")
    assert 'data-set="at=app"' in html
    assert "/unit?index=shop&amp;unit=file%3Aapp%2Fa.rb" in html
    assert "app/a.rb: 20 lines, 1 units, 3 commits" in html
    assert "Nothing is known of change" in treemap(Tiles([tile(".", 3, kind="folder"), tile("a.rb", 3)]), ".", "shop")
    assert treemap(Tiles(), "gone", "shop")
    assert treemap(tiles, "app", "shop") != html


def test_the_largest_users_are_kept_and_the_rest_is_counted_in_words() -> None:
    view = aggregate(star(30))
    ranks = {f"class:U{number}": float(number) for number in range(30)}
    found = neighbourhood(view, "class:Centre", 1, 5, ranks)
    assert found.columns[0] == tuple(sorted(f"class:U{number}" for number in range(25, 30)))
    assert found.totals == (30, 1, 1)
    assert found.sentence == "Used by 30, uses 1; showing 6 of 31, ranked by PageRank."


def test_every_node_is_a_link_and_every_link_has_its_kinds_as_tooltip() -> None:
    view = aggregate(star(3))
    found = neighbourhood(view, "class:Centre", 2, 20, {})
    svg = parsed(neighbourhood_svg(found, view, "shop"))
    assert len(svg.findall(".//a[@data-go]")) == len(found.shown) == 5
    assert "link=class:U0 → class:Centre" in {link.get("data-set") for link in svg.findall(".//a[@data-set]")}
    titles = [title.text for title in svg.findall(".//path/title")]
    assert titles == sorted(titles)
    assert "class:U0 → class:Centre: calls 1" in titles


def test_two_that_use_each_other_are_drawn_once_with_the_way_back_marked() -> None:
    view = aggregate(graph("class:A calls class:B\nclass:B calls class:A"))
    found = neighbourhood(view, "class:A", 1, 20, {})
    assert found.columns == (("class:B",), ("class:A",), ())
    assert neighbourhood_svg(found, view, "shop").count('class="edge back"') == 1
    assert neighbourhood_svg(found, view, "shop", picked="class:A → class:B").count("chosen") == 1


def test_a_matrix_shows_its_cells_frames_its_cycles_and_leaves_out_quiet_rows() -> None:
    text = "class:A calls class:B\nclass:B calls class:C\nclass:C calls class:B"
    found = matrix(aggregate(graph(text)))
    found = replace(found, order=(*found.order, "class:Quiet"))
    assert quiet_rows(found) == ("class:Quiet",)
    svg = parsed(matrix_svg(found, "class:C|class:B"))
    cells = svg.findall(".//a")
    assert len(cells) == 3
    assert sum("up" in (cell.find(".//rect").get("class") or "") for cell in cells) == 1
    assert len([rect for rect in svg.findall(".//rect") if rect.get("class") == "block"]) == 1
    picked = picked_cell(found, "class:A|class:B")
    assert picked is not None
    assert picked.relations == 1
    assert picked_cell(found, "class:A|class:Z") is None
