"""Coverage reports: every format is read, reports of other machines fit, changed lines are not claimed, tests are named."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SourceError
from core.flow.text import flow_text
from core.inspect.diff import changed_lines
from core.measured.choice import Order, choose
from core.measured.formats import llvm
from core.measured.lines import measured_file
from core.measured.moved import digests, moved
from core.measured.paths import matched
from core.measured.reports import read_report
from core.present.unit.sides import executed_marks, measured_tests
from core.workbench import Workbench, index_checkout, open_workbench
from core.workbench.executed import kept_reports
from core.workbench.tests import fit_note, forget_coverage
from tests.command import Done, orienteer

CODE = """\
def paid(order):
    if order.total:
        return True
    return False


def open_(order):
    return not paid(order)
"""
TEST = "from shop import paid, open_\n\n\ndef test_paid():\n    assert paid\n\n\ndef test_open():\n    assert open_\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    (root / "tests").mkdir(parents=True)
    (root / "shop.py").write_text(CODE)
    (root / "tests" / "test_shop.py").write_text(TEST)
    return root


@pytest.fixture
def bench(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    monkeypatch.setenv("ORIENTEER_HOME", str(tmp_path / "home"))
    index_checkout(shop, "shop", vectors=False)
    return open_workbench("shop")


def run(*arguments: object) -> Done:
    return orienteer("tests", "-i", "shop", *arguments, home=Path(os.environ["ORIENTEER_HOME"]))


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def with_contexts(path: Path) -> Path:
    told = {
        "meta": {"format": 3, "show_contexts": True},
        "files": {
            "/ci/shop/shop.py": {
                "executed_lines": [1, 2, 3, 7], "missing_lines": [4, 8],
                "contexts": {
                    "1": [""], "2": ["tests/test_shop.py::test_paid|run"],
                    "3": ["tests/test_shop.py::test_paid[big]|run", "tests/test_shop.py::test_paid[small]|run"], "7": [""],
                },
            }
        },
    }  # fmt: skip
    return written(path, json.dumps(told))


FORMATS = {
    "SimpleCov": '{"RSpec": {"coverage": {"/ci/shop/shop.py": {"lines": [1, 1, 2, 0, null, "ignored", 1, 0]}}}}',
    "lcov": "TN:\nSF:/ci/shop/shop.py\nDA:1,1\nDA:2,1\nDA:3,2\nDA:4,0\nDA:7,1\nDA:8,0\nend_of_record\n",
    "Cobertura": '<?xml version="1.0"?><coverage><sources><source>/ci/shop</source></sources><packages><package><classes>'
    '<class filename="shop.py"><lines><line number="1" hits="1"/><line number="2" hits="1"/><line number="3" hits="2"/>'
    '<line number="4" hits="0"/><line number="7" hits="1"/><line number="8" hits="0"/></lines></class></classes></package>'
    "</packages></coverage>",
    "Go cover profile": "mode: count\nexample.org/shop/shop.py:1.1,2.9 2 1\nexample.org/shop/shop.py:3.1,3.9 1 2\n"
    "example.org/shop/shop.py:4.1,4.9 1 0\nexample.org/shop/shop.py:7.1,7.9 1 1\nexample.org/shop/shop.py:8.1,8.9 1 0\n",
    "llvm-cov": json.dumps(
        {
            "type": "llvm.coverage.json.export", "version": "2.0.1",
            "data": [{"files": [{"filename": "/ci/shop/shop.py", "segments": [
                [1, 1, 1, True, True, False], [3, 1, 2, True, True, False], [3, 20, 0, True, True, False],
                [4, 20, 0, False, False, False], [7, 1, 1, True, True, False], [7, 9, 0, False, False, False],
                [8, 1, 0, True, True, False], [8, 9, 0, False, False, False],
            ]}]}],
        }
    ),
}  # fmt: skip


@pytest.mark.parametrize("format_", sorted(FORMATS))
def test_every_format_says_the_same_of_the_same_run(format_: str, tmp_path: Path) -> None:
    report = read_report(written(tmp_path / "report", FORMATS[format_]))

    assert report.format == format_
    assert [dict(sorted(file.lines.items())) for file in report.files] == [{1: 1, 2: 1, 3: 2, 4: 0, 7: 1, 8: 0}]
    assert matched([file.path for file in report.files], ["shop.py", "tests/test_shop.py"]).popitem()[1] == "shop.py"


def test_lines_of_llvm_between_regions_are_no_code() -> None:
    segments = [
        [1, 1, 5, True, True, False],
        [2, 2, 0, False, False, False],
        [9, 1, 0, True, True, False],
        [9, 5, 0, False, False, False],
    ]
    told = {"type": "llvm.coverage.json.export", "data": [{"files": [{"filename": "a.rs", "segments": segments}]}]}

    assert next(iter(llvm.read(told))).lines == {1: 5, 2: 5, 9: 0}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unknown format"), ("hello", "unknown format"), ("{}", "unknown format"), ("[1]", "unknown format"),
        ('{"RSpec": {"coverage": {"a.rb": {"lines": [-1]}}}}', "not a count"), ("mode: set\nnonsense\n", "not a profile block"),
        ("SF:a.rb\nDA:x,y\nend_of_record\n", "not a line and a count"), ("<coverage><packages>", "ends in an error"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><coverage></coverage>', "declares XML entities"),
        ('{"RSpec": {"coverage"', "is invalid"),
    ],
)  # fmt: skip
def test_a_file_at_fault_is_refused_with_its_reason(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=reason):
        read_report(written(tmp_path / "report", text))


def test_another_sqlite_base_is_no_coverage(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.sqlite") as base:
        base.execute("CREATE TABLE x (y)")

    with pytest.raises(SourceError, match=r"not a coverage\.py data file"):
        read_report(tmp_path / "other.sqlite")


def test_one_rule_for_paths_holds_for_a_whole_report() -> None:
    known = ["app/models/order.rb", "app/models/user.rb", "lib/json.rb", "web/src/a.ts", "web/src/b.ts"]

    told = ["/ci/shop/app/models/order.rb", "/ci/shop/app/models/user.rb", "/gems/json-2/lib/json.rb"]
    assert matched(told, known) == {told[0]: known[0], told[1]: known[1]}
    assert matched(["src/a.ts", "src/b.ts"], known) == {"src/a.ts": "web/src/a.ts", "src/b.ts": "web/src/b.ts"}
    assert matched(["./lib\\json.rb"], known) == {"./lib\\json.rb": "lib/json.rb"}
    assert matched(["nothing.rb"], known) == {}


@given(st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=12), st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=12))
def test_a_line_moves_only_to_a_line_of_the_same_text_and_keeps_its_order(before: list[str], now: list[str]) -> None:
    places = moved(digests("\n".join(before)), digests("\n".join(now)))

    assert list(places.values()) == sorted(set(places.values()))
    lines = ("\n".join(before).split("\n"), "\n".join(now).split("\n"))
    assert all(lines[0][old - 1] == lines[1][new - 1] for old, new in places.items())
    assert before != now or len(places) == len(lines[0])


def test_tests_that_ran_a_unit_come_with_their_place_and_cases_are_one_test(bench: Workbench, tmp_path: Path) -> None:
    assert bench.tests("paid").sentence.startswith("Not measured: no coverage reports (")

    (report,) = bench.keep_coverage([with_contexts(tmp_path / "coverage.json")])
    found = bench.tests("paid")

    assert (report.files, report.tests, report.missing, report.fits) == (1, 1, (), 1.0)
    first = found.tests[0]
    assert (first.name, first.known, first.lines) == ("tests/test_shop.py::test_paid", "measured", 2)
    assert (first.file_path, first.line) == ("tests/test_shop.py", 4)
    assert found.executed is not None
    assert (found.executed.run, found.executed.never) == ((1, 2, 3), (4,))
    assert found.sentence.startswith("Tests ran 3 of its 4 executable lines. 1 test ran it")
    assert [(one.name, one.because) for one in bench.tests("open_").tests] == [
        ("tests.test_shop.test_open", "its code uses it")
    ]


def test_lines_that_changed_since_are_not_claimed(bench: Workbench, tmp_path: Path) -> None:
    bench.keep_coverage([with_contexts(tmp_path / "coverage.json")])

    later = CODE.replace("def paid", "# what is paid\ndef paid").replace("return True", "return order")
    file = measured_file(kept_reports(bench), "shop.py", later)

    assert file is not None
    assert file.hits == {2: 1, 3: 1, 5: 0, 8: 1, 9: 0}
    assert file.tests == {"tests/test_shop.py::test_paid": frozenset({3})}


def test_a_change_names_the_tests_that_ran_it_before_those_that_only_name_it(bench: Workbench, tmp_path: Path) -> None:
    bench.keep_coverage([with_contexts(tmp_path / "coverage.json")])

    choice = bench.tests_for(
        "--- a/shop.py\n+++ b/shop.py\n@@ -3 +3 @@\n-        return True\n+        return order.total > 1\n"
    )

    assert choice.touched == ("function:shop.paid",)
    assert choice.tests[0].name == "tests/test_shop.py::test_paid"
    assert choice.tests[0].because.startswith("ran 1 of the changed lines; ran 2 lines of the changed units")
    assert len({one.unit for one in choice.tests}) == len(choice.tests)


def test_a_test_that_changes_itself_comes_first(bench: Workbench, tmp_path: Path) -> None:
    bench.keep_coverage([with_contexts(tmp_path / "coverage.json")])
    diff = "".join(
        f"--- a/{path}\n+++ b/{path}\n@@ -{line} +{line} @@\n-x\n+y\n"
        for path, line in (("shop.py", 3), ("tests/test_shop.py", 9))
    )

    assert bench.tests_for(diff).tests[0].because.startswith("it is part of the change")


def test_equal_scores_share_a_rank_and_ties_go_by_name() -> None:
    found = choose([Order("a {}", {"y": 1.0, "x": 1.0, "z": 0.5}, {"x": 3, "y": 3, "z": 1}), Order("b", {"z": 9.0}, {})])

    assert [(one.test, one.reasons) for one in found] == [("z", ("a 1", "b")), ("x", ("a 3",)), ("y", ("a 3",))]


def test_reports_are_listed_replaced_and_forgotten_on_the_command_line(bench: Workbench, tmp_path: Path) -> None:
    path = with_contexts(tmp_path / "coverage.json")

    assert run("--exit-code").returncode == 1
    assert "coverage.py" in run("--keep", str(path)).stdout
    assert run("--keep", str(path)).stdout.count("coverage.json") == 1
    assert run("-f", "names", "paid").stdout.splitlines()[0] == "tests/test_shop.py::test_paid"
    assert run("--forget", str(path)).returncode == 0
    told = run("--forget", str(path))
    assert (told.returncode, "No coverage report" in told.stderr) == (2, True)
    assert kept_reports(bench).told() == ()
    with pytest.raises(SourceError, match="Add a coverage report first"):
        forget_coverage(bench, "nothing.json")


def test_a_report_of_other_code_is_refused_or_said_to_fit_badly(bench: Workbench, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="No file of the coverage report"):
        bench.keep_coverage([written(tmp_path / "lcov.info", "SF:/elsewhere/other.py\nDA:1,1\nend_of_record\n")])

    lines = "".join(f"DA:{number},1\n" for number in range(30, 50))
    (report,) = bench.keep_coverage([written(tmp_path / "lcov.info", f"SF:shop.py\n{lines}end_of_record\n")])
    assert "another commit" in fit_note(report)


def test_what_is_added_touches_the_line_before_it_with_context_and_without() -> None:
    bare = "--- a/shop.py\n+++ b/shop.py\n@@ -3,0 +4,2 @@\n+x\n+y\n"
    around = "--- a/shop.py\n+++ b/shop.py\n@@ -3 +3,3 @@\n         return True\n+x\n+y\n"

    assert changed_lines(bare) == changed_lines(around) == {"shop.py": [3]}


@pytest.mark.needs_git
def test_the_change_between_commits_is_told_from_the_side_that_is_indexed(bench: Workbench, shop: Path, tmp_path: Path) -> None:
    git = [shutil.which("git") or "git", "-C", str(shop), "-c", "user.name=A", "-c", "user.email=a@example.org"]

    def commit(text: str) -> None:
        (shop / "shop.py").write_text(text)
        for words in (["add", "-A"], ["commit", "-qm", "one"]):
            subprocess.run([*git, *words], check=True)

    subprocess.run([*git, "init", "-q"], check=True)
    commit(CODE.replace("return True", "return 1"))
    commit(CODE)
    index_checkout(shop, "shop", vectors=False)
    run("--keep", str(with_contexts(tmp_path / "coverage.json")))

    assert run("HEAD~1..HEAD", "-f", "names").stdout.splitlines()[0] == "tests/test_shop.py::test_paid"
    commit(CODE.replace("return False", "return 0"))
    assert run("HEAD~1..HEAD", "-f", "names").stdout.splitlines()[0] == "tests/test_shop.py::test_paid"
    commit(CODE.replace("return False", "return 2"))
    told = run("HEAD~1..HEAD")
    assert (told.returncode, "index it again" in told.stderr) == (2, True)
    told = run("--staged")
    assert (told.returncode, "Nothing changed" in told.stderr) == (2, True)


def test_a_flow_tells_which_of_its_lines_no_test_runs(bench: Workbench, tmp_path: Path) -> None:
    assert {step.executed for _, step in bench.flow("open_").walk()} == {""}

    bench.keep_coverage([with_contexts(tmp_path / "coverage.json")])
    flow = bench.flow("open_", whole=True)

    assert [(step.line, step.executed) for _, step in flow.walk() if step.what.endswith("paid")] == [(8, "by no test")]
    assert "Tests ran" in flow.sentence
    assert "not covered by tests" in flow_text(flow)


def test_the_pane_marks_lines_that_ran_and_lines_that_never_did(bench: Workbench, tmp_path: Path) -> None:
    assert executed_marks(bench.executed("paid")) == ()

    bench.keep_coverage([with_contexts(tmp_path / "coverage.json")])

    marks = executed_marks(bench.executed("paid"))
    assert [(mark.start, mark.kind) for mark in marks] == [(1, "ran"), (2, "ran"), (3, "ran"), (4, "never")]
    told = measured_tests(bench.tests("paid"), "shop")
    assert "tests/test_shop.py::test_paid" in told
    assert "ran 2 of its lines" in told
