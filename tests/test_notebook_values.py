"""What values of the Python API show in a notebook: HTML that is escaped and needs no trust, text where there is no HTML."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

from core.model import CodeUnit, UnitHead
from core.model.history import LineHistory
from core.model.run import Context, Plan, Ranked, SearchRun, Section, Source, Step
from core.model.shown import Shown
from core.model.text_table import text_table
from core.present.html.elements import Markup
from core.present.html.links import PageLinks
from core.present.notebook.cells import bar, listed, shown, table
from core.workbench import Workbench, open_workbench
from core.workbench.running import USUAL, noted, running
from tests.page_index import ROOT, sample_index

EVIL = "<script>alert(1)</script>"
PAGES = PageLinks("http://127.0.0.1:8501/", "shop")
KEY = f"model:{EVIL}"


class Printer:
    """What IPython passes to `_repr_pretty_`."""

    def __init__(self) -> None:
        self.said = ""

    def text(self, text: str) -> None:
        self.said += text


def pretty(value: object) -> str:
    printer = Printer()
    value._repr_pretty_(printer, False)  # type: ignore[attr-defined]
    return printer.said


def evil_run() -> SearchRun:
    source = Source(KEY, EVIL, 1, 2, EVIL, "whole", 9, False)
    context = Context(EVIL, 10, 20, (Section(EVIL, 20, 10),), (source,))
    head = UnitHead("model", EVIL, EVIL, "", "ruby", EVIL, 1, 2, "", "", False, "static")
    ranked = Ranked(KEY, 0.5, 1, {"name": 1.0}, {"name": 0.5}, (EVIL,))
    plan = Plan(EVIL, EVIL, EVIL, strategies=(EVIL,))
    return SearchRun(EVIL, plan, (), (), (ranked,), context, (), (Step(EVIL, 0.1, {EVIL: EVIL}),), (EVIL,), {KEY: head}, PAGES)


def test_nothing_from_a_checkout_becomes_markup() -> None:
    run = evil_run()
    unit = CodeUnit("model", EVIL, EVIL, file_path=EVIL, source_code=EVIL, docstring=EVIL, language=EVIL)
    for value in (run, run.context, unit):
        html = value._repr_html_()
        assert "<script" not in html
        assert "&lt;script&gt;" in html
    assert ":1–2" in run._repr_html_()  # the lines of a ranked unit
    assert shown("javascript:alert(1)", PAGES).startswith('<a href="http://127.0.0.1:8501/code?')


def test_a_run_is_a_frame_whose_signals_add_up_to_the_score() -> None:
    frame = evil_run().to_frame()
    assert list(frame.columns) == [
        "rank",
        "unit",
        "score",
        "name",
        "found_by",
        "section",
        "file_path",
        "start_line",
        "end_line",
    ]
    assert frame["score"][0] == frame["name"][0]


def test_the_text_of_a_context_is_its_str_and_a_run_without_html_is_readable() -> None:
    run = evil_run()
    assert str(run.context) == EVIL
    assert pretty(run.context) == EVIL
    assert pretty(run).splitlines()[0] == EVIL
    assert "10 of 20 tokens used for 1 sources." in pretty(run)


def test_an_empty_run_keeps_its_columns() -> None:
    run = SearchRun("?", Plan("?", "locate", "pinpoint"), (), (), (), Context("", 0, 0), ())
    assert "score" in run.to_frame().columns
    assert "unit" in run.context.to_frame().columns
    assert "Open in the workbench" not in run._repr_html_()


def test_a_key_becomes_a_link_and_a_sentence_does_not() -> None:
    assert 'href="http://127.0.0.1:8501/code?index=shop&amp;unit=model%3AOrder"' in shown("model:Order", PAGES)
    assert shown("note: nothing", PAGES) == "note: nothing"
    assert shown("app/models/order.rb:3", PAGES) == "app/models/order.rb:3"
    assert shown("model:Order") == "model:Order"


def test_long_tables_and_lists_say_what_they_leave_out() -> None:
    rows = [{"n": number} for number in range(60)]
    assert "Showing 50 of 60 rows." in table("", ("n",), rows)
    assert text_table(("n",), rows).endswith("Showing 50 of 60 rows.")
    assert listed([Markup(str(number)) for number in range(4)], 2) == "0, 1 and 2 more"


@pytest.mark.parametrize(("share", "filled"), [(-1, 0), (0, 0), (0.5, 5), (1, 10), (7, 10)])
def test_a_bar_has_ten_characters_whatever_the_share(share: float, filled: int) -> None:
    assert bar(share).count("█") == filled
    assert len(bar(share)) == 10


def test_importing_the_package_loads_neither_pandas_nor_ipython() -> None:
    code = "import sys, core; print([name for name in ('pandas', 'IPython', 'plotly') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = tmp_path_factory.mktemp("home")
    sample_index(home, "shop")
    return open_workbench("shop", home=home)


def test_everything_that_the_readme_shows_of_python_works(bench: Workbench) -> None:
    run = bench.ask("who is told when an order changes?", budget=4000)
    assert len(run.to_frame()) == len(run.ranked) > 0
    assert str(run.context) == run.context.text
    assert bench.unit("Order").type == "model"
    assert isinstance(bench.graph, nx.MultiDiGraph)
    assert set(bench.dependents("Order", depth=2).to_frame()["distance"]) == {1, 2}
    assert bench.analyse.hubs().to_frame()["fan_in"].is_monotonic_decreasing
    counted = bench.sql("SELECT type, count(*) AS n FROM units GROUP BY type ORDER BY n DESC")
    assert counted["type"][0] == "method"


def test_every_value_of_an_open_index_shows_itself_with_a_link_to_its_page(bench: Workbench) -> None:
    run = bench.ask("How is postage computed?")
    pages = {
        "?": bench._repr_html_(),
        "search?": run._repr_html_(),
        "code?": bench.sheet("Order")._repr_html_(),
        "code?index=shop&amp;side=used+by&amp;unit=model%3AOrder": bench.dependents("Order")._repr_html_(),
        "health?index=shop&amp;view=cycles": bench.analyse.cycles()._repr_html_(),
        "health?index=shop&amp;view=hubs&amp;by=fan_out": bench.analyse.hubs("fan_out")._repr_html_(),
        "code?index=shop&amp;side=around&amp;around=impact&amp;unit=model%3AOrder": bench.analyse.impact("Order")._repr_html_(),
        "map?index=shop&amp;view=matrix&amp;level=folder": bench.analyse.matrix("folder")._repr_html_(),
        "?index=shop": bench.overview._repr_html_(),
    }
    for address, html in pages.items():
        assert f'href="http://127.0.0.1:8501/{address}' in html
        assert "<script" not in html
        assert "<style" not in html


def test_the_sentence_of_an_explanation_is_its_text_and_its_shares_are_folded_below(bench: Workbench) -> None:
    run = bench.ask("How is postage computed?")
    first = bench.why(run, run.ranked[0].unit_key)
    assert pretty(first) == first.sentence
    assert "<summary>Score: " in first._repr_html_()


def test_a_question_set_is_measured_with_other_settings_and_compared_in_words(bench: Workbench, tmp_path: Path) -> None:
    questions = tmp_path / "questions.json"
    questions.write_text(
        '{"repo": "shop", "commit": "1", "queries": [{"id": "one", "query": "postage rates", "relevant": '
        '[{"file": "app/services/shipping/rates.rb", "unit": "Shipping::Rates", "grade": 2}]}]}'
    )
    report = bench.evaluate(questions)
    other = bench.evaluate(questions, settings={"rank.keyword": 0.0})
    assert "Means over 1 of 1 questions." in report._repr_html_()
    assert str(report) == report.to_text()
    assert report.compare(other, "mrr").sentence.startswith("mrr: ")


def test_an_analysis_that_has_a_page_carries_arguments_that_it_takes() -> None:
    from core.analyse import Analysis
    from core.model.analyses import ANALYSES

    analyses = {
        name: method for name, method in inspect.getmembers(Analysis, inspect.isfunction) if hasattr(method, "__wrapped__")
    }
    assert ANALYSES.keys() <= analyses.keys()
    pages = Path(__file__).parents[1] / "pages"
    assert [one.page for one in ANALYSES.values() if one.page and not (pages / f"{one.page}.py").exists()] == []
    taken = {name: inspect.signature(method).parameters.keys() for name, method in analyses.items()}
    assert [name for name, one in ANALYSES.items() if not set(one.carried) <= taken[name]] == []


def test_a_shell_prints_the_text_of_a_value_and_not_its_fields() -> None:
    printing = pytest.importorskip("IPython.lib.pretty", reason="Needs IPython: pip install 'orienteer[notebooks]'")
    history = LineHistory("method:Order#total", ())
    assert printing.pretty(history) == str(history)
    assert printing.pretty(evil_run().context) == EVIL


def test_what_nothing_draws_is_shown_as_its_text() -> None:
    class Plain(Shown):
        def __str__(self) -> str:
            return "plain"

    assert Plain()._repr_html_() is None
    assert pretty(Plain()) == "plain"


def test_links_lead_to_the_workbench_that_runs_on_whatever_port(tmp_path: Path) -> None:
    assert running(tmp_path) == USUAL
    holds = "import sys, time; from pathlib import Path; from core.workbench.running import noted\n"
    holds += "with noted(Path(sys.argv[1]), 'http://127.0.0.1:8642'): print('up', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", holds, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "up\n"
        assert running(tmp_path) == "http://127.0.0.1:8642"
        with noted(tmp_path, "http://127.0.0.1:8643"):
            assert running(tmp_path) == "http://127.0.0.1:8643"
        assert running(tmp_path) == "http://127.0.0.1:8642"
        other.kill()  # what is left of it counts for nothing
    assert running(tmp_path) == USUAL
