"""The notebooks run on the sample, say what is true of it, and are stored without what a run leaves behind."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import Workbench, open_workbench

pytestmark = pytest.mark.needs_git

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
NEEDED = ("nbclient", "ipykernel", "plotly")

named = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one index: the sample with its made history, without vectors."""
    folder = tmp_path_factory.mktemp("home")
    checkout = folder / "checkouts" / "harbour"
    subprocess.run([sys.executable, str(ROOT / "data" / "make_history.py"), str(checkout)], check=True, capture_output=True)
    index_checkout(checkout, read_settings({"home": str(folder)}), name="harbour", vectors=False)
    return folder


@pytest.fixture(scope="module")
def harbour(home: Path) -> Workbench:
    return open_workbench("harbour", home=home)


def cells(path: Path, kind: str = "code") -> list[dict[str, Any]]:
    return [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == kind]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_there_are_seven_notebooks_in_order() -> None:
    assert [path.stem[:2] for path in NOTEBOOKS] == ["01", "02", "03", "04", "05", "06", "07"]


@named
def test_a_notebook_is_stored_without_outputs(path: Path) -> None:
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells(path))


@named
def test_another_index_is_one_variable_in_the_first_cell(path: Path) -> None:
    first, *others = cells(path)
    assert "from orienteer import open_workbench" in source(first)
    assert "INDEX = None  # or the name of any index" in source(first)
    assert 'open_workbench(INDEX, otherwise="harbour")' in source(first)
    assert not any("INDEX" in source(cell) for cell in others)


@named
def test_a_notebook_uses_public_names_and_ends_with_exercises(path: Path) -> None:
    trees = [ast.parse(source(cell)) for cell in cells(path)]
    imported = {node.module or "" for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert {name.partition(".")[0] for name in imported} <= {"orienteer", "pandas", "plotly", *sys.stdlib_module_names}
    assert "## Exercises\n\n1. " in source(cells(path, "markdown")[-1])


@named
def test_a_notebook_has_short_sentences_and_marks_those_about_the_sample(path: Path) -> None:
    text = "\n\n".join(source(cell) for cell in cells(path, "markdown"))
    sentences = [one.split() for one in re.split(r"(?<=[.?!:])\s+|\n\s*\n", text) if len(one.split()) > 2]
    assert median(map(len, sentences)) <= 15
    assert [" ".join(words) for words in sentences if len(words) > 30] == []
    about = [part for part in text.split("\n\n") if re.search(r"`(Order|Shipping|Payments|ApplicationRecord)\b", part)]
    assert [part for part in about if not part.startswith("*On Harbour:*")] == []


@named
def test_a_notebook_defines_nothing_and_explains_itself(path: Path) -> None:
    trees = [ast.parse(source(cell)) for cell in cells(path)]
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    assert not any(isinstance(node, kinds) for tree in trees for node in ast.walk(tree))
    assert len(cells(path, "markdown")) * 3 >= len(cells(path))


@pytest.fixture(scope="module")
def kernel(home: Path) -> Iterator[Any]:
    """One kernel for all notebooks, with the indexes of `home`; each of them begins without names."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        pytest.skip(f"The notebooks need {', '.join(missing)}. Run: pip install 'orienteer[notebooks]'")
    from jupyter_client.manager import AsyncKernelManager
    from jupyter_core.utils import run_sync

    settings = {name: value for name, value in os.environ.items() if not name.startswith("ORIENTEER_")}
    manager = AsyncKernelManager()
    environment = {**settings, "ORIENTEER_HOME": str(home), "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    run_sync(manager.start_kernel)(env=environment, cwd=str(ROOT / "notebooks"))
    yield manager
    run_sync(manager.shutdown_kernel)(now=True)


@pytest.fixture(scope="module")
def few(home: Path) -> Path:
    """A set with every eighth question about the sample: what a notebook does with the set it does with these."""
    whole = json.loads((ROOT / "data" / "questions" / "sample.json").read_text("utf-8"))
    (home / "few.json").write_text(json.dumps({**whole, "queries": whole["queries"][::8]}))
    return home / "few.json"


@named
def test_a_notebook_runs_on_the_sample_and_links_to_the_pages(path: Path, kernel: Any, few: Path) -> None:
    outputs = executed(path, kernel, few)
    pages = [data["text/html"] for data in outputs if "text/html" in data]
    assert any('href="http://127.0.0.1:8501/' in html for html in pages)
    assert all("text/plain" in data for data in outputs if "text/html" in data)
    assert not any("<script" in html or "<iframe" in html for html in pages)
    addresses = {address for html in pages for address in re.findall(r'(?:src|href)="(\w+://[^/"]*)', html)}
    assert addresses == {"http://127.0.0.1:8501"}


def executed(path: Path, kernel: Any, few: Path) -> list[dict[str, str]]:
    """Run a notebook in the folder where it lies; return what its cells show, by mime type."""
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("wb.questions()", f"Path({str(few)!r})").replace(
            "import json", "import json\nfrom pathlib import Path"
        )
    notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))
    nbclient.NotebookClient(notebook, km=kernel, timeout=120).execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return [output.data for output in shown if "data" in output]


def test_order_is_what_the_sample_turns_around(harbour: Workbench) -> None:
    first, second = harbour.analyse.hubs("betweenness", limit=2)
    assert first.unit == "model:Order"
    assert first.betweenness > 1.3 * second.betweenness
    assert harbour.analyse.hotspots(limit=1).items[0].unit == "model:Order"
    callbacks = harbour.sql("SELECT unit_key, count(*) n FROM facts WHERE kind = 'callbacks' GROUP BY ALL ORDER BY n DESC")
    assert callbacks["unit_key"][0] == "model:Order"
    assert callbacks["n"][0] >= 3 * callbacks["n"][1]


def test_the_hotspots_after_order_are_charging_and_postage(harbour: Workbench) -> None:
    assert [hot.unit for hot in harbour.analyse.hotspots(limit=3)][1:] == [
        "service:Payments::Charge",
        "service:Shipping::Rates",
    ]


def test_the_sample_has_two_cycles_and_one_link_opens_each(harbour: Workbench) -> None:
    found = harbour.analyse.cycles()
    assert [set(cycle.units) for cycle in found] == [
        {"model:Order", "service:Checkout::PlaceOrder", "service:Payments::Charge"},
        {"service:Inventory::Allocate", "service:Shipping::Rates", "service:Shipping::Splitter"},
    ]
    assert all(len(cycle.cut) == 1 for cycle in found)


def test_one_hidden_coupling_one_misplaced_unit_and_one_dead_service_are_found(harbour: Workbench) -> None:
    pairs = [(pair.first, pair.second) for pair in harbour.analyse.cochange(related=False)]
    assert pairs == [("app/presenters/basket_presenter.rb", "app/services/shipping/rates.rb")]
    assert [unit.unit for unit in harbour.analyse.misplaced()] == ["service:Notifications::PostcodeNormaliser"]
    dead = {unit.unit for unit in harbour.analyse.orphans()}
    assert "service:Catalogue::ImportSpreadsheet" in dead
    assert "service:Inventory::GiveBack" not in dead


def test_values_are_stable_and_models_have_most_dependents(harbour: Workbench) -> None:
    coupling = {row["group"]: row for row in harbour.analyse.coupling("folder", depth=2).to_rows()}
    assert coupling["app/values"]["instability"] == 0
    assert coupling["app/controllers"]["instability"] > 0.8
    assert max(coupling, key=lambda group: coupling[group]["afferent"]) == "app/models"


def test_the_answer_about_refunds_spans_the_layers_that_the_notebook_names(harbour: Workbench) -> None:
    run = harbour.ask("What happens when an order is refunded?")
    best = {unit.unit_key.split(":", 1)[1].split("#")[0].split(".")[0] for unit in run.ranked[:12]}
    assert {"Refund", "Refunds::Settle", "Order::Refundable", "Admin::RefundsController", "OrderMailer"} <= best
