"""What colours the map: every overlay has a value for each place, which the picture, the legend and the table show."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.present.architecture.place_map import overlay_legend, place_map
from core.workbench import Workbench, open_workbench
from core.workbench.checking import broken_lines
from core.workbench.overlays import OVERLAYS, overlaid, place_rows
from tests.app_pages import html, opened
from tests.page_index import sample_index
from tests.shared import made_once

LEVELS = {"folder": "file", "namespace": "namespace", "part": "part"}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    return open_workbench("sample", settings={"home": str(made_once(tmp_path_factory, "sample", sample_index))})


@pytest.mark.parametrize("level", LEVELS)
def test_every_place_has_a_value_of_every_overlay_or_says_that_there_is_none(bench: Workbench, level: str) -> None:
    found = place_map(bench.analyse.uses(LEVELS[level]), bench.analyse.order(level))
    rows = place_rows(bench, found, ())
    assert [row["place"] for row in rows] == list(found.places)
    assert sum(int(row["files"]) for row in rows)
    for name, row in OVERLAYS.items():
        over = overlaid(bench, found, name, ())
        assert over.values == {one["place"]: one[name] for one in rows}
        assert all(note == row.unknown for place, note in over.notes.items() if over.values[place] is None)
        assert row.legend in overlay_legend(over)


def test_values_are_those_of_the_files_and_links_of_a_place(bench: Workbench) -> None:
    found = place_map(bench.analyse.uses("file"), bench.analyse.order("folder"), "app")
    rows = {str(row["place"]): row for row in place_rows(bench, found, {("app/models/order.rb", 3)})}
    files = [one for one in bench.analyse.files() if one.file.startswith("app/models/")]
    assert rows["app/models"]["files"] == len(files)
    assert rows["app/models"]["cycles"] == round(sum(one.cycle > 0 for one in files) / len(files), 3)
    assert sum(int(row["upward"]) for row in rows.values()) == found.against
    assert {row["churn"] for row in place_rows(bench, found, ()) if not bench.histories} <= {None}  # unknown without a history
    assert {place for place, row in rows.items() if row["rules"]} == {"app/models"}
    assert {row["rules"] for row in place_rows(bench, found, ())} == {0}
    assert {row["rules"] for row in place_rows(bench, found, None)} == {None}


def test_the_map_shows_an_overlay_with_its_legend(shell: AppTest, bench: Workbench) -> None:
    at = opened(shell, "map", overlay="upward")
    assert not at.exception
    assert "lines upward" in html(at)
    assert OVERLAYS["upward"].legend in html(at)
    assert "--heat:" in html(at)
    assert "--heat:" not in html(opened(shell, "map", overlay="nonsense"))
    assert "lines upward" in bench.report_part("/map?overlay=upward").pictures[0][1]
    assert "no rules" in html(opened(shell, "map", overlay="rules"))
    assert broken_lines(bench) is None
