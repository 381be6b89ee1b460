"""Boxes of a layered drawing keep their distance, long links pass the rows between, levels show what breaks the order."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from core.analyse.levels import levels, matrix
from core.present.architecture.levels import LevelMap, level_map, level_svg, lines_of
from core.present.drawings.layered_graph import HEIGHT, WIDTH, Arrow, Box, layered_svg, placed, placed_rows
from tests.test_present_map import file_view

KEYS = [f"place {number}" for number in range(9)]
ARROWS = st.lists(
    st.tuples(st.sampled_from(KEYS), st.sampled_from(KEYS), st.integers(1, 50)).filter(lambda one: one[0] != one[1]),
    max_size=25, unique_by=lambda one: one[:2],
)  # fmt: skip


@given(ARROWS)
def test_boxes_of_a_row_do_not_touch_and_stay_inside_the_drawing(links: list[tuple[str, str, int]]) -> None:
    arrows = [Arrow(*link) for link in links]
    rows = placed_rows(KEYS, arrows)
    at = placed(rows, [link[:2] for link in links])
    for row in rows:
        middles = sorted(at.middles[key] for key in row)
        assert all(other - one >= WIDTH for one, other in pairwise(middles))
    assert all(WIDTH / 2 <= middle <= at.width - WIDTH / 2 for middle in at.middles.values())
    assert all(top + HEIGHT <= at.height for top in at.tops.values())


@given(ARROWS)
def test_a_link_passes_every_row_between_its_ends_beside_the_boxes(links: list[tuple[str, str, int]]) -> None:
    rows = placed_rows(KEYS, [Arrow(*link) for link in links])
    at = placed(rows, [link[:2] for link in links])
    for (source, target), lanes in at.lanes.items():
        ends = sorted((at.tops[source], at.tops[target]))
        assert sorted(top for _, top in lanes) == [top for top in sorted(set(at.tops.values())) if ends[0] < top < ends[1]]
        for middle, top in lanes:
            beside = [at.middles[key] for key in KEYS if at.tops[key] == top]
            assert all(abs(middle - other) > WIDTH / 2 for other in beside)


def test_a_lane_is_shared_only_by_links_to_the_same_box() -> None:
    arrows = [
        Arrow(*link) for link in (("a", "b", 9), ("b", "c", 9), ("c", "d", 9), ("a", "d", 1), ("b", "d", 1), ("a", "c", 1))
    ]
    at = placed(placed_rows(["a", "b", "c", "d"], arrows), [(arrow.source, arrow.target) for arrow in arrows])
    users: dict[tuple[float, float], set[str]] = {}
    for (_, target), lanes in at.lanes.items():
        for lane in lanes:
            users.setdefault(lane, set()).add(target)
    assert all(len(targets) == 1 for targets in users.values())
    assert set(at.lanes["a", "d"]) & set(at.lanes["b", "d"])


def test_an_arrow_that_breaks_the_order_is_drawn_so_wherever_it_leads() -> None:
    boxes = [Box("a", "a"), Box("b", "b")]
    svg = layered_svg(boxes, [Arrow("a", "b", 1, back=True)], "said", rows=[["a"], ["b"]], titles=["top", "below"])
    assert "edge back" in svg
    assert [text.text for text in ElementTree.fromstring(svg).iter("text")][:2] == ["top", "below"]


@given(ARROWS)
def test_numbers_of_links_lie_over_no_box_and_over_no_other_number(links: list[tuple[str, str, int]]) -> None:
    arrows = [Arrow(*link) for link in links]
    rows = placed_rows(KEYS, arrows)
    at = placed(rows, [link[:2] for link in links])
    areas = [(x - WIDTH / 2, at.tops[key], x + WIDTH / 2, at.tops[key] + HEIGHT) for key, x in at.middles.items()]
    drawing = ElementTree.fromstring(layered_svg([Box(key, key) for key in KEYS], arrows, "said", rows=rows, counts=True))
    for text in drawing.iterfind(".//text[@class='count']"):
        x, y, half = float(text.get("x", "")), float(text.get("y", "")), 4 * len(text.text or "")
        one = (x - half, y - 9, x + half, y + 1)
        assert not any(one[0] < right and left < one[2] and one[1] < low and top < one[3] for left, top, right, low in areas)
        areas.append(one)


def test_the_heaviest_links_carry_their_number_and_none_does_where_it_is_switched_off() -> None:
    boxes, arrows = [Box(key, key) for key in "abc"], [Arrow("a", "b", 1234), Arrow("a", "c", 7)]
    numbers = [text.text for text in ElementTree.fromstring(layered_svg(boxes, arrows, "", counts=True)).iterfind("text")]
    assert numbers == ["1,234", "7"]
    assert 'class="count"' not in layered_svg(boxes, arrows, "")


def test_levels_are_drawn_from_the_top_and_links_that_lead_up_are_counted_and_have_lines() -> None:
    twice = ("shop/b.rb", "db/c.rb")
    view = file_view(("web/a.rb", "shop/b.rb"), ("web/a.rb", "shop/b.rb"), twice, twice, ("db/c.rb", "shop/b.rb"))
    parts, cells = levels(view), matrix(view).items
    drawn = level_map(parts, cells)
    assert [row for _, row in drawn.levels] == [("web/a.rb",), ("shop/b.rb",), ("db/c.rb",)]
    assert sum(arrow.back for arrow in drawn.arrows) == 1
    assert "Dashed links point up, against the inferred layering: 1." in drawn.sentence
    svg = level_svg(drawn, "file", "shop")
    assert [title for title in ("Level 2", "Level 1", "Level 0") if title in svg] == ["Level 2", "Level 1", "Level 0"]
    assert [line.file_path for line in lines_of(cells, "web/a.rb → shop/b.rb")] == ["web/a.rb", "web/a.rb"]
    assert lines_of(cells, "nonsense") == ()


def test_the_folder_of_the_checkout_itself_has_a_name() -> None:
    drawn = LevelMap(((1, (".",)), (0, ("lib",))), frozenset(), (Arrow(".", "lib", 1, "calls 1"),), 1)
    assert "(top folder)" in level_svg(drawn, "folder", "shop")
