"""Drawings are SVG from the core: what they show adds up, and every shape leads somewhere."""

from __future__ import annotations

from xml.etree import ElementTree

from core.analyse.levels import matrix
from core.analyse.sizes import Tile
from core.analyse.view import aggregate
from core.present.architecture.levels import cell_list
from core.present.architecture.overview import folder_list, folder_trail
from core.present.drawings.matrix import cell_name, picked_cell
from core.present.drawings.neighbourhood import neighbourhood, neighbourhood_svg
from tests.analyse_graphs import graph


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def star(users: int):
    lines = [f"class:U{number} calls class:Centre" for number in range(users)]
    return graph("\n".join([*lines, "class:Centre calls class:Used"]))


def test_the_largest_users_are_kept_and_the_rest_is_counted_in_words() -> None:
    view = aggregate(*star(30))
    found = neighbourhood(view, "class:Centre", 1, 5)
    assert found.columns[0] == tuple(sorted(f"class:U{number}" for number in range(30))[:5])
    assert found.totals == (30, 1, 1)
    assert found.sentence == "30 dependents, 1 dependency. Showing 6 of 31, those with the most lines."


def test_who_is_used_in_turn_stands_among_the_users_and_is_counted_on_both_sides() -> None:
    view = aggregate(*graph("class:A calls class:Centre\nclass:Centre calls class:A\nclass:Centre calls class:B"))
    found = neighbourhood(view, "class:Centre", 1, 5)
    assert found.columns == (("class:A",), ("class:Centre",), ("class:B",))
    assert found.sentence.startswith("1 dependent, 2 dependencies (1 mutual, shown as dependents).")


def test_every_group_of_users_has_its_place_and_its_heading() -> None:
    lines = [f"class:U{number} calls model:Centre {line}" for number in range(30) for line in (number + 1, number + 100)]
    made = graph("\n".join([*lines, "controller:C calls model:Centre 1", "job:J calls model:Centre 1"]))
    view = aggregate(*made)
    found = neighbourhood(view, "model:Centre", 1, 5)
    assert found.columns[0][:2] == ("controller:C", "job:J")
    svg = neighbourhood_svg(found, view, "shop")
    assert [text in svg for text in ("controllers 1", "jobs and mailers 1", "others 3 of 30")] == [True] * 3


def test_every_node_is_a_link_and_every_link_has_its_kinds_as_tooltip() -> None:
    view = aggregate(*star(3))
    found = neighbourhood(view, "class:Centre", 2, 20)
    svg = parsed(neighbourhood_svg(found, view, "shop"))
    assert len(svg.findall(".//a[@data-go]")) == len(found.shown) == 5
    assert "link=class:U0 → class:Centre" in {link.get("data-set") for link in svg.findall(".//a[@data-set]")}
    titles = [title.text for title in svg.findall(".//path/title")]
    assert titles == sorted(titles)
    assert "class:U0 → class:Centre: calls 1" in titles


def test_two_that_use_each_other_are_drawn_once_with_the_way_back_marked() -> None:
    view = aggregate(*graph("class:A calls class:B\nclass:B calls class:A"))
    found = neighbourhood(view, "class:A", 1, 20)
    assert found.columns == (("class:B",), ("class:A",), ())
    assert neighbourhood_svg(found, view, "shop").count('class="edge back"') == 1
    assert neighbourhood_svg(found, view, "shop", picked="class:A → class:B").count("chosen") == 2  # the line and its head


def test_the_cells_of_a_matrix_are_listed_as_links_those_against_the_order_first() -> None:
    found = matrix(aggregate(*graph("class:A calls class:B\nclass:B calls class:C\nclass:C calls class:B")))
    html = cell_list(found, "class:A|class:B")
    names = [link.get("data-set", "").removeprefix("cell=") for link in parsed(html).findall(".//a")]
    assert len(names) == 3
    back = [cell_name(cell) for cell in found.items if cell.back]
    assert names[: len(back)] == back
    assert html.count('aria-current="true"') == 1
    assert html.count("against") == len(back)
    assert "Showing 1 of 3" in cell_list(found, "", limit=1)
    picked = picked_cell(found, "class:A|class:B")
    assert picked is not None
    assert picked.weight == 1
    assert picked_cell(found, "class:A|class:Z") is None


def test_folders_open_in_place_and_files_on_their_page() -> None:
    tiles = [
        Tile(".", "", ".", "folder", 3, 30, 0, 0.0), Tile("app", ".", "app", "folder", 2, 20, 5, 2.5),
        Tile("a.rb", ".", "a.rb", "file", 1, 10, 0, 0.0), Tile("app/b.rb", "app", "b.rb", "file", 2, 20, 5, 5.0),
    ]  # fmt: skip
    html = folder_list(tiles, ".", "shop")
    assert html.index('data-set="at=app"') < html.index("/code?index=shop&amp;unit=file%3Aa.rb")
    assert "b.rb" not in html.replace("a.rb", "")
    assert "/code?index=shop&amp;unit=file%3Aapp%2Fb.rb" in folder_list(tiles, "app", "shop")
    assert 'data-set="at=."' in folder_trail("app/models")
    assert 'data-set="at=app/models"' in folder_trail("app/models")
