"""Magics of a notebook, in a shell of IPython."""

from __future__ import annotations

import pytest

from core.model.run import SearchRun
from core.settings import read_settings
from core.workbench import open_workbench
from tests.page_index import sample_index
from tests.shared import made_once

interactive = pytest.importorskip(
    "IPython.core.interactiveshell", reason="Magics need IPython: pip install 'orienteer[notebooks]'"
)


@pytest.fixture(scope="module")
def shell(tmp_path_factory):
    home = made_once(tmp_path_factory, "sample", sample_index)
    made = interactive.InteractiveShell()
    made.user_ns["wb"] = open_workbench("sample", settings=read_settings({"home": str(home)}))
    made.run_cell("%load_ext orienteer").raise_error()
    yield made
    made.history_manager.end_session()


def test_a_question_is_asked_on_the_workbench_of_the_notebook(shell):
    run = shell.run_cell("%%ask\nhow is an order refunded?").result
    assert isinstance(run, SearchRun)
    assert run.question == "how is an order refunded?"
    assert run.ranked
    assert shell.run_cell("%ask how is an order refunded").result.ranked


def test_sql_is_a_cell_or_a_line(shell):
    cell = shell.run_cell("%%sql\nSELECT count(*) AS many\nFROM units").result
    line = shell.run_cell("%sql SELECT count(*) AS many FROM units").result
    assert cell["many"].tolist() == line["many"].tolist()
    assert cell["many"][0] > 100


FAULTS = [
    ("%ask", "Say what is asked for"),
    ("%sql DROP TABLE units", "The query failed"),
    ("%sql SELECT * FROM nowhere", "nowhere"),
]


@pytest.mark.parametrize(("cell", "sentence"), FAULTS)
def test_a_fault_is_one_sentence(shell, capsys, cell, sentence):
    assert not shell.run_cell(cell).success
    told = capsys.readouterr()
    assert sentence in told.out + told.err
    assert "Traceback" not in told.out + told.err
