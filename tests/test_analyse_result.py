from __future__ import annotations

import subprocess
import sys

import core.workbench  # noqa: F401  who opens an index has results drawn
from tests.analyse_graphs import analysis, letters


def test_a_result_is_rows_a_frame_and_a_table():
    found = letters("ab bc ca").cycles()
    (row,) = found.to_rows()
    assert row["units"] == "class:a, class:b, class:c"
    assert row["kinds"] == "calls 3"
    assert row["lines"] == "a.rb:1"
    assert list(found.to_frame().columns) == list(row)
    assert "<h4>Cycles</h4>" in found._repr_html_()


def test_an_empty_result_is_false_and_keeps_its_columns():
    found = letters("ab").cycles()
    assert not found
    assert "units" in found.to_frame().columns
    assert found._repr_html_().startswith("<h4>Cycles</h4>")


def test_names_of_code_are_escaped_in_the_table():
    html = analysis("class:<script>alert(1)</script> calls class:B").hubs()._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_long_tables_say_what_they_leave_out():
    html = letters(" ".join(f"{chr(200 + number)}a" for number in range(60))).pagerank()._repr_html_()
    assert "Showing 50 of 61 rows." in html


def test_opening_the_analysis_loads_no_heavy_library():
    code = "import sys, core.analyse; print([m for m in ('pandas', 'networkx', 'numpy', 'plotly') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
