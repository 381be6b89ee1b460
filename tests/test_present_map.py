"""The whole gathered into places: nothing is lost, drawings hold what is said, and files load nothing from elsewhere."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.analyse.order import place_order
from core.analyse.view import View, aggregate
from core.errors import SettingsError
from core.model import Relation, UnitHead
from core.open_index.finding import find_units
from core.present.architecture.compare import comparison_html
from core.present.architecture.place_map import map_boxes, place_map
from core.present.drawings.layered_graph import Arrow, Box, layered_svg, placed_rows
from core.present.export.diagrams import drawn_graph
from tests.analyse_graphs import graph, head


def file_view(*links: tuple[str, str]):
    """A view of files that hold one class each and call each other."""
    heads = (head(f"class:{path}", path=path) for path in sorted({path for link in links for path in link}))
    relations = [
        Relation(f"class:{source}", f"class:{target}", "calls", source, number)
        for number, (source, target) in enumerate(links, 1)
    ]
    return aggregate({one.key: one for one in heads}, relations, "file")


def mapped(view: View, at: str = "", least: int = 0, level: str = "folder"):
    """The map of a view in the order of its places."""
    home = {end: end.removeprefix("class:") if level == "folder" else end for link in view.links() for one in link.evidence
            for end in (one.source, one.target)}  # fmt: skip
    return place_map(view, place_order(view, level, home), at, least)


PATHS = st.sampled_from([f"{top}/{sub}/{name}.rb" for top in "ab" for sub in "xyz" for name in "mn"])


@given(st.lists(st.tuples(PATHS, PATHS), min_size=1, max_size=40), st.sampled_from(["", "a", "a/x"]))
def test_every_line_is_drawn_or_leads_in_or_out_or_stays_inside_a_place(links: list[tuple[str, str]], at: str) -> None:
    view = file_view(*links)
    found = mapped(view, at, least=1)
    drawn = sum(link.lines for link in found.links.values())
    inside = [(s, t) for s, t in links if s != t and (not at or s.startswith(f"{at}/")) and (not at or t.startswith(f"{at}/"))]
    assert drawn <= len(inside)
    assert sum(len({(one.file_path, one.line) for one in link.evidence}) for link in found.links.values()) == drawn
    assert {place for row in found.rows for place in row} == set(found.places)
    down = {place: number for number, row in enumerate(found.rows) for place in row}
    assert all(link.back or down[source] < down[target] for (source, target), link in found.links.items())
    assert sum(found.places.values()) == sum(not at or node.startswith(f"{at}/") for node in view.nodes)


def test_a_place_that_holds_most_is_opened_in_place() -> None:
    links = [(f"app/models/m{number}.rb", f"app/views/v{number}.rb") for number in range(9)]
    found = mapped(file_view(*links, ("lib/a.rb", "app/models/m1.rb")))
    assert {"app", "app/models"}.isdisjoint(found.places)
    assert {"lib", "app/views", "app/models/m1.rb"} <= set(found.places)
    assert "lib" not in found.leaves
    assert "app/models/m1.rb" in found.leaves


def test_a_place_that_would_fill_the_drawing_stays_closed() -> None:
    links = [(f"app/a/m{number}.rb", f"lib/b/v{number}.rb") for number in range(40)]
    found = mapped(file_view(*links, ("bin/x.rb", "app/a/m1.rb")))
    assert set(found.places) == {"app/a", "bin", "lib/b"}
    assert not found.leaves
    assert found.sentence.startswith(f"Showing {len(found.places)} of {found.of} places")


def test_the_threshold_hides_light_links_and_says_so() -> None:
    links = [("a/1.rb", "b/1.rb")] * 3 + [("b/1.rb", "c/1.rb")]
    found = mapped(file_view(*links), least=2)
    assert len(found.links) == 2
    assert len(found.shown) == 1
    assert "1 of 2 links, with 2 lines or more" in found.sentence


def test_users_stand_above_what_they_use_and_the_light_link_of_a_circle_leads_back() -> None:
    arrows = [Arrow("a", "b", 9), Arrow("b", "c", 9), Arrow("c", "a", 1)]
    assert placed_rows(["a", "b", "c"], arrows) == [["a"], ["b"], ["c"]]


def test_a_drawing_is_well_formed_and_every_box_and_arrow_is_a_link() -> None:
    boxes = [Box("a/<b>", "a/<b>", "2 files", "?at=a", "at=a"), Box("c", "c", href="/code?unit=c")]
    svg = layered_svg(boxes, [Arrow("a/<b>", "c", 2, "calls 2")], "Two places", "a/<b> → c")
    root = ElementTree.fromstring(svg)
    links = [element for element in root if element.tag == "a"]
    assert [link.get("data-set") for link in links] == ["link=a/<b> → c", "at=a", None]
    assert root.get("aria-label") == "Two places"
    assert "chosen" in svg


def test_places_open_and_single_files_lead_to_their_page() -> None:
    found = mapped(file_view(("a/1.rb", "b/1.rb"), ("a/2.rb", "c.rb")), "a")
    boxes, arrows = map_boxes(found, "shop")
    assert [box.href for box in boxes] == ["/code?index=shop&unit=file%3Aa%2F1.rb", "/code?index=shop&unit=file%3Aa%2F2.rb"]
    assert not arrows
    assert found.leading_out == 2


def test_namespaces_open_as_folders_do() -> None:
    view = aggregate(
        *graph("class:A::B::C calls class:A::D::E\nclass:A::D::E calls class:F::G::H\nclass:F::G::H calls class:A::B::C"),
        "unit",
    )
    assert set(mapped(view, "class:A", level="namespace").places) == {"class:A::B", "class:A::D"}


def test_a_page_to_drag_about_loads_nothing() -> None:
    pytest.importorskip("pyvis", reason="The page to drag about needs pyvis: pip install 'orienteer[ui]'")
    from core.present.export.interactive import interactive_html

    made = drawn_graph({"a": "A </script><b>", "b": "B"}, {("a", "b"): (3, "calls 3")})
    html = interactive_html(made, "Shop <1>")
    assert not re.search(r"(src|href)\s*=\s*[\"']?https?:", html)
    assert "<title>Shop &lt;1&gt;</title>" in html
    assert "A </script><b>" not in html
    assert made.nodes["a"] == {"label": "A </script><b>", "type": ""}
    with pytest.raises(SettingsError, match="201 nodes are too many"):
        interactive_html(drawn_graph({f"n{number}": "" for number in range(201)}, {}), "large")


def test_a_slip_of_the_finger_still_finds_the_unit() -> None:
    heads = [named("OrdersController"), named("Refund"), named("Shipment")]
    assert [found.name for found in find_units("Refnud", heads)] == ["Refund"]
    assert [found.name for found in find_units("OrderContoller", heads)] == ["OrdersController"]
    assert find_units("zzzz", heads) == []


def test_differences_begin_with_the_architecture_and_link_only_what_is_there() -> None:
    rows = [
        {"what": "gone unit", "subject": "class:Old", "detail": "", "file_path": "old.rb", "line": 3},
        {"what": "new crossing", "subject": "Admin::A → Shop", "detail": "calls 1", "file_path": "a.rb", "line": 1},
        {"what": "new cycle", "subject": "class:A", "detail": "2 units", "file_path": "", "line": 0},
    ]
    html = comparison_html(rows, {"class:A"}, "shop", "vscode", "/code")
    assert html.index("new cycle</h4>" if "new cycle</h4>" in html else "new cycle") < html.index("gone unit")
    assert html.count("unit=class%3AA") == 1
    assert "unit=class%3AOld" not in html
    assert "Admin::A → Shop" in re.sub("<[^>]+>", "", html)
    assert "vscode://file/code/old.rb" not in html


def named(name: str) -> UnitHead:
    return UnitHead("class", name, name, "", "ruby", f"{name.lower()}.rb", 1, 2, "", "", False, "static")
