"""A change is reviewed as units and relations, with what deserves a look, from commits, from a diff and from what is staged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from core.errors import SettingsError, SourceError
from core.inspect.diff import read_diff
from core.mcp.calls import called
from core.mcp.prompts import prompt_text
from core.mcp.toolset import TOOLS
from core.model.review import BODY, ChangedUnit, Review
from core.pipeline.indexing import index_checkout
from core.pipeline.patched import write_files
from core.present.export.review import review_json, review_markdown, review_text, with_code
from core.present.export.sarif import review_sarif
from core.review.code_owners import code_owners
from core.review.reached import users_of_change
from core.review.sides import Side
from core.serving.indexes import ServedIndexes
from core.settings import read_settings
from core.text.tokens import count_tokens
from core.workbench import Workbench, open_workbench
from tests.command import orienteer
from tests.review_shop import AFTER, BEFORE, git, make, write
from tests.shared import checkout

pytest.importorskip("mcp", reason="Agents need the protocol's library: pip install 'orienteer[mcp]'")
pytestmark = pytest.mark.needs_git


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("review") / "shop"
    make(root)
    index_checkout(root, read_settings({"home": str(root.parent / "home")}), vectors=False)
    return root


@pytest.fixture(scope="module")
def bench(shop: Path) -> Workbench:
    return open_workbench("shop", home=shop.parent / "home")


@pytest.fixture(scope="module")
def review(bench: Workbench) -> Review:
    return bench.review("main..change")


@pytest.fixture(scope="module")
def requested(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = tmp_path_factory.mktemp("requested")
    index_checkout(Path(__file__).parent / "repos" / "requested", read_settings({"home": str(home)}), vectors=False)
    return open_workbench("requested", home=home)


def remarks(review: Review) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for one in review.remarks:
        found.setdefault(one.rule, []).append((one.place, one.text))
    return found


def test_units_are_told_by_what_became_of_them(review: Review) -> None:
    changes = {one.key: one.change for one in review.units}
    assert changes["method:Order#settle"] == "signature"
    assert changes["method:Order#cancel"] == "removed"
    assert changes["method:OrdersController#export"] == "added"
    assert "method:Order#total" not in changes  # only the comment above it differs
    moved = next(one for one in review.units if one.change == "moved")
    assert (moved.name, moved.file_path, moved.before) == ("Money", "app/values/money.rb", "app/lib/money.rb")
    assert "method:Money#cents" not in changes
    assert changes["model:Order"] == "body"  # a validation went


def test_lines_that_rely_on_what_is_gone_come_first(review: Review) -> None:
    found = remarks(review)
    assert [place for place, _ in found["left-behind"]] == ["app/services/invoicing.rb:4"]
    assert found["removed-column"][0][0] == "app/controllers/orders_controller.rb:10"
    assert [text for _, text in found["route-without-action"]] == [
        "DELETE /orders/:id names orders#destroy, which does not exist"
    ]
    assert review.remarks[0].level == "high"
    assert review.units[0].reasons[0].level == "high"


def test_what_usually_goes_along_is_missed(review: Review) -> None:
    found = remarks(review)
    assert found["former-signature"][0][0] == "app/services/invoicing.rb:3"
    assert "what was enqueued before" in found["queued-arguments"][0][1]
    assert found["unused-column"][0][1].startswith("orders.colour is new")
    assert "not guarded by require_login" in found["unguarded-action"][0][1]
    assert "no test does" in found["no-test-changes"][0][1]
    assert "the target of GET /orders/:id/export" in found["route-without-test"][0][1]
    assert found["gone-declaration"][0][1].startswith("Order no longer declares validation")
    assert "declares filter before_action require_login (except: [export]), was" in found["changed-declaration"][0][1]
    assert any("also app/services/invoicing.rb" in text for _, text in found["companion"])
    assert "mended-often" in found
    assert "migration-without-schema" not in found


def test_users_entries_and_people_are_named(review: Review) -> None:
    assert ("method:Invoicing#run", "method:Order#settle") in {(one.unit, one.uses) for one in review.users}
    assert "route:POST /orders" in {one.entry for one in review.flows}
    assert [one.name for one in review.reviewers] == ["bob", "eve"]
    owned = {one.name: one for one in review.code_owners}
    assert owned["@ada"].files == ("app/models/order.rb",)
    assert owned["@ada"].place == "CODEOWNERS:3"
    assert "@bob" not in owned
    assert "app/models/order.rb" not in owned["@shop/all"].files
    assert any("binary" in note and "logo.png" in note for note in review.notes) or "logo.png" in str(review.files)


def test_what_is_written_as_it_was_and_was_left_is_told(review: Review) -> None:
    assert remarks(review)["left-alike"] == [
        ("app/models/basket.rb:2", "Basket has a line that the change replaces in Order, and is left as it was")
    ]


def test_units_of_which_most_changed_come_first_after_those_that_others_rely_on(review: Review) -> None:
    calm = [one for one in review.units if not one.is_test and all(reason.level != "high" for reason in one.reasons)]
    lines = [0 if one.change in ("docs", "removed") else one.lines for one in calm]
    assert lines == sorted(lines, reverse=True)
    assert max(lines) > 1


def test_owners_are_read_as_github_and_gitlab_read_them() -> None:
    text = "# all\n* @a\n*.js @b\ndocs/* c@d.org\n/x/ @e\napps/ @f\n\n[Two][2] @g\n*.js\nn\\ m.txt @h # why\n!no @i\ny/z\n"
    paths = ["s.js", "docs/i.md", "docs/b/t.md", "x/y.rb", "k/x/y.rb", "k/apps/q.rb", "n m.txt"]
    found = {one.name: (one.files, one.place) for one in code_owners(text, "CODEOWNERS", paths)}
    assert found == {
        "@a": (("docs/b/t.md", "k/x/y.rb", "n m.txt"), "CODEOWNERS:2"), "@b": (("s.js",), "CODEOWNERS:3"),
        "@e": (("x/y.rb",), "CODEOWNERS:5"), "@f": (("k/apps/q.rb",), "CODEOWNERS:6"), "@g": (("s.js",), "CODEOWNERS:9"),
        "@h": (("n m.txt",), "CODEOWNERS:10"), "c@d.org": (("docs/i.md",), "CODEOWNERS:4"),
    }  # fmt: skip


def test_the_same_change_gives_the_same_review_by_commits_by_diff_and_staged(
    bench: Workbench, shop: Path, review: Review
) -> None:
    diff = git(shop, "diff", "main", "change")
    taken_back = bench.review(diff=diff)  # the checkout has it
    assert [(one.key, one.change) for one in taken_back.units] == [(one.key, one.change) for one in review.units]
    assert taken_back.notes[0].startswith("The checkout has the diff already")
    git(shop, "checkout", "-q", "main")
    try:
        applied = bench.review(diff=diff)
        write(shop, AFTER)
        git(shop, "add", "-A")
        staged = bench.review(staged=True)
    finally:
        git(shop, "reset", "-q", "--hard")
        git(shop, "checkout", "-q", "change")
    for other in (applied, staged):
        assert remarks(other) == remarks(review)
        assert other.relations == review.relations
    assert bench.review("main..change") == review


def test_every_format_has_what_matters(review: Review) -> None:
    text, markdown = review_text(review), review_markdown(review, lambda path, line: f"https://x/{path}#L{line}")
    assert text.index("Check first") < text.index("Changed, riskiest first") < text.index("Files (")
    assert "[`app/services/invoicing.rb:4`](https://x/app/services/invoicing.rb#L4)" in markdown
    told = json.loads(review_json(review))
    assert len(told["remarks"]) == len(review.remarks)
    run = json.loads(review_sarif(review, "1"))["runs"][0]
    assert {one["level"] for one in run["results"]} == {"error", "warning", "note"}
    assert len({one["partialFingerprints"]["remark/v1"] for one in run["results"]}) == len(run["results"])


@pytest.mark.parametrize("budget", [1, 50, 300, 1_000, 20_000])
def test_a_budget_holds_and_shows_the_riskiest_code_whole(review: Review, budget: int) -> None:
    told = with_code(review, review_text(review), budget)
    assert count_tokens(told) <= budget
    if budget == 20_000:
        assert "def settle(amount, currency)\n    update!(state: amount)\n  end" in told


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere..change", "is not a commit"), ("main..nowhere", "is not a commit"), ("change..change", "Nothing changed"),
        ("lonely..change", "no common commit"),
    ],
)  # fmt: skip
def test_commits_that_cannot_be_reviewed_are_one_sentence(bench: Workbench, shop: Path, name: str, said: str) -> None:
    if not git(shop, "branch", "--list", "lonely"):
        tree = git(shop, "rev-parse", "main^{tree}").strip()
        git(shop, "branch", "lonely", git(shop, "commit-tree", tree, "-m", "alone").strip())
    with pytest.raises((SourceError, SettingsError), match=said):
        bench.review(name)


def test_a_shallow_clone_says_how_to_get_the_rest(shop: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", "--no-single-branch", f"file://{shop}", "shallow")
    index_checkout(tmp_path / "shallow", read_settings({"home": str(tmp_path / "home")}), vectors=False)
    with pytest.raises(SourceError, match="--unshallow"):
        open_workbench("shallow", home=tmp_path / "home").review("origin/main..origin/change")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"), ("hello\n", "changes no file"),
        ("--- a/nowhere.rb\n+++ b/nowhere.rb\n@@ -1 +1 @@\n-one\n+two\n", "does not fit the checkout"),
    ],
)  # fmt: skip
def test_a_diff_that_cannot_be_reviewed_is_one_sentence_and_status_2(shop: Path, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "x.diff").write_text(text)
    done = orienteer("review", "-i", "shop", "--diff", tmp_path / "x.diff", home=shop.parent / "home")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr.strip().splitlines()[-1]


def test_nothing_staged_and_two_changes_at_once_are_refused(shop: Path) -> None:
    home = shop.parent / "home"
    assert "Nothing is staged" in orienteer("review", "-i", "shop", "--staged", home=home).stderr
    done = orienteer("review", "main..change", "--staged", "-i", "shop", home=home)
    assert (done.returncode, "No single change" in done.stderr) == (2, True)


def test_the_command_reviews_and_fails_on_a_level(shop: Path) -> None:
    home = shop.parent / "home"
    done = orienteer("review", "main..change", "-i", "shop", home=home)
    assert done.returncode == 0
    assert "Order#cancel is gone, and Invoicing#run still calls it" in done.stdout
    assert orienteer("review", "main..change", "-i", "shop", "--fail-on", "high", home=home).returncode == 1


def test_agents_are_told_of_a_diff_by_the_tool_and_the_prompt(shop: Path) -> None:
    served = ServedIndexes(read_settings({"home": str(shop.parent / "home")}), "shop")
    diff = git(shop, "diff", "main", "change")
    told = called(served, TOOLS, "codebase_review", {"diff": diff, "max_tokens": 400}).text
    assert "Order#cancel is gone, and Invoicing#run still calls it" in told
    assert count_tokens(told) <= 400
    assert "Invoicing#run still calls it" in prompt_text(served, "review_change", {"diff": diff})
    assert "Nothing: The diff changes no file" in prompt_text(served, "review_change", {"diff": "x"})


def test_files_of_a_diff_are_told_with_renames_binaries_and_odd_names() -> None:
    text = (
        "diff --git a/old.rb b/new.rb\nsimilarity index 90%\nrename from old.rb\nrename to new.rb\n"
        "--- a/old.rb\n+++ b/new.rb\n@@ -3,2 +3 @@\n--- a\n-b\n+++ c\n"
        "diff --git a/x.png b/x.png\nnew file mode 100644\nBinary files /dev/null and b/x.png differ\n"
        'diff --git "a/caf\\303\\251.rb" "b/caf\\303\\251.rb"\ndeleted file mode 100644\n'
        '--- "a/caf\\303\\251.rb"\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n\\ No newline at end of file\n'
    )
    found = {one.path: one for one in read_diff(text)}
    assert (found["new.rb"].status, found["new.rb"].before, found["new.rb"].old, found["new.rb"].new) == (
        "renamed", "old.rb", (3, 4), (3,),
    )  # fmt: skip
    assert (found["x.png"].status, found["x.png"].binary) == ("added", True)
    assert (found["café.rb"].status, found["café.rb"].old) == ("removed", (1,))
    plain = read_diff("--- one.py\n+++ one.py\n@@ -1 +1,2 @@\n a\n+b\n--- two.py\n+++ two.py\n@@ -1 +1 @@\n-a\n+b\n")
    assert [(one.path, one.new) for one in plain] == [("one.py", (2,)), ("two.py", (1,))]


def test_a_checkout_without_git_is_reviewed_by_its_diff(tmp_path: Path) -> None:
    root = tmp_path / "checkout"
    root.mkdir()
    write(root, {path: text for path, text in BEFORE.items() if path != "logo.png"})
    index_checkout(root, read_settings({"home": str(tmp_path / "home")}), name="plain", vectors=False)
    checkout(root, **{"node_modules/x/index.js": "let a = 1\n", "backup.tar": "x" * 1000, "notes.unknown": "a\n"})
    diff = "--- a/app/lib/money.rb\n+++ b/app/lib/money.rb\n@@ -2 +2 @@\n-  def cents\n+  def pence\n"
    diff += "--- a/notes.unknown\n+++ b/notes.unknown\n@@ -1 +1 @@\n-a\n+b\n"
    copied = tmp_path / "copied"
    write_files(root, copied, read_settings({"home": str(tmp_path)}).extract, ["notes.unknown", "../checkout/backup.tar"])
    assert {path.relative_to(copied).as_posix() for path in copied.rglob("*") if path.is_file()} == {
        *(path for path in BEFORE if path not in ("logo.png", "CODEOWNERS")), "notes.unknown",
    }  # fmt: skip
    found = open_workbench("plain", home=tmp_path / "home").review(diff=diff)
    assert {(one.key, one.change) for one in found.units} == {("method:Money#pence", "moved")}
    assert any("Without git" in note for note in found.notes)
    shutil.rmtree(root)
    with pytest.raises(SourceError, match="no longer exists"):
        open_workbench("plain", home=tmp_path / "home").review(diff=diff)


@pytest.mark.parametrize(
    ("changed", "tests"),
    [("read_order", ["test_reading"]), ("make_order", ["test_making"]), ("change_lines", ["test_lines"]), ("drop_order", [])],
)
def test_a_test_that_asks_for_the_address_of_a_route_tests_its_action(
    requested: Workbench, changed: str, tests: list[str]
) -> None:
    side = Side(requested.index, requested.analyse)
    head = requested.head(f"shop.{changed}")
    unit = ChangedUnit(head.key, BODY, head.file_path, head.start_line, head.end_line)
    users = users_of_change(side, side, [unit], [])
    assert [side.index.by_key[one.unit].name for one in users if one.is_test] == tests
