"""No export is cut short: rows, frames, JSON and diagrams hold everything, whatever is shown of it."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import dataclass

import pytest

from core import Workbench, open_workbench
from core.analyse.result import Result, flat
from core.model import Relation
from core.model.analyses import COMMANDS
from core.present.export.answer import as_json as answer_json
from core.present.export.flows import flow_mermaid
from core.present.export.text import as_json
from tests.page_index import sample_index
from tests.shared import made_once

CUT = re.compile(r"and \d[\d,]* (more|others)|… and|\d+ more lines? (is|are) left out")


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = made_once(tmp_path_factory, "sample", sample_index)
    return open_workbench("sample", settings={"home": str(home)})


@dataclass(frozen=True)
class CutCycle:
    """A row with long lists, as cycles and matrices have them."""

    units: tuple[str, ...]
    lines: tuple[Relation, ...]


def test_rows_hold_every_name_and_every_line() -> None:
    lines = tuple(Relation(f"class:A{n}", "class:B", "calls", "app/a.rb", n) for n in range(1, 50))
    found = Result(CutCycle, "Knots", (CutCycle(tuple(f"class:A{n}" for n in range(158)), lines),))
    row = found.to_rows()[0]
    assert str(row["units"]).count("class:A") == 158
    assert str(row["lines"]).count("app/a.rb:") == 49
    assert "class:A157" in found.to_frame().to_csv()
    assert "class:A157" in as_json(found)
    assert flat({f"k{n}": n for n in range(20)}) == ", ".join(f"k{n} {n}" for n in range(20))


def test_every_analysis_as_rows_and_as_json_is_whole(bench: Workbench) -> None:
    for name in COMMANDS:
        whole = bench.analysis(name, limit=0)
        assert not CUT.search(as_json(whole)), name
        method = getattr(bench.analyse, name.replace("-", "_"))
        if "limit" in inspect.signature(method).parameters:
            assert len(whole.to_rows()) >= len(bench.analysis(name, limit=1).to_rows()), name


def test_an_answer_as_json_has_every_ranked_unit(bench: Workbench) -> None:
    run = bench.ask("How does Order work?")
    told = json.loads(answer_json(run))
    assert len(told["ranked"]) == len(run.ranked) > 50
    assert len(told["hosts"]) == len(run.hosts)
    assert len(told["dropped"]) == len(run.dropped)


def test_a_diagram_that_is_exported_has_every_step(bench: Workbench) -> None:
    flow = bench.flow("POST /orders/:order_reference/return_requests")
    assert not CUT.search(flow_mermaid(flow))
