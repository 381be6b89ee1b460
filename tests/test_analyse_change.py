from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from core.analyse import Analysis
from core.analyse.cochange import MOST_FILES, called, count_changes
from core.analyse.hotspots import percentiles
from core.errors import SettingsError
from core.model import Commit, History
from tests.analyse_graphs import analysis, graph, head


def test_percentiles_are_shares_of_smaller_values_and_half_of_the_equal():
    assert percentiles([1, 2, 2, 4]) == [0.125, 0.5, 0.5, 0.875]


def history(key, recent, total=50):
    return History(key, total, 0, recent, "2026-01-01", ("A", "B"), "active")


def changing(histories, metrics):
    made = graph("class:A calls class:B\nclass:B calls class:C", head("method:A#x", parent="class:A"))
    return Analysis(made.units, lambda: made.relations, metrics, {one.unit_key: one for one in histories})


def test_hotspots_multiply_change_complexity_and_size():
    metrics = {
        "class:A": {"lines": 10.0},
        "method:A#x": {"complexity": 9.0, "lines": 3.0},
        "class:B": {"lines": 30.0, "complexity": 3.0},
        "class:C": {"lines": 20.0, "complexity": 1.0},
    }
    found = changing([history("class:A", 5), history("class:B", 9), history("class:C", 0)], metrics).hotspots()
    assert [(one.unit, one.commits, one.complexity) for one in found] == [("class:B", 9, 3.0), ("class:A", 5, 9.0)]
    assert found.items[0].score == pytest.approx(5 / 6 * 3 / 6 * 5 / 6)
    assert found.items[0].authors == 2


def test_hotspots_say_when_there_is_no_history_or_no_recent_one():
    assert "no git" in changing([], {}).hotspots().notes[0]
    unknown = History("class:A")
    assert "no git" in changing([unknown], {}).hotspots().notes[0]
    old = changing([history("class:A", 0, 7)], {}).hotspots(days=90)
    assert "all commits" in old.notes[0]
    assert old.items[0].commits == 7


TEXT = """
class:A calls class:B
class:A calls class:D
"""
HEADS = tuple(head(f"class:{name}", path=f"{name.lower()}.rb") for name in "ABCD")
CHANGED = {
    "1": ["a.rb", "b.rb"], "2": ["a.rb", "b.rb"], "3": ["a.rb", "b.rb", "c.rb"], "4": ["a.rb", "c.rb"],
    "5": ["a.rb", "c.rb", "notes.txt"], "6": ["d.rb"], "7": ["d.rb"], "8": ["readme"],
    "mega": [f"{n}.rb" for n in range(MOST_FILES)] + ["a.rb", "d.rb"],
}  # fmt: skip
END = datetime(2012, 3, 1, tzinfo=UTC)


def log(changed, days=100):
    """Commits, newest first, one every so many days before the end."""
    dates = [(END - timedelta(days=number * days)).isoformat() for number in range(len(changed))]
    return [
        Commit(sha, date, "Ada", tuple(files), f"change {sha}")
        for date, (sha, files) in zip(dates, changed.items(), strict=True)
    ]


COMMITS = log(CHANGED)


def coupled(commits=COMMITS):
    made = graph(TEXT, *HEADS)
    return Analysis(made.units, lambda: made.relations, commits=lambda: (commits, END))


def test_commits_are_counted_by_pair_and_large_ones_skipped():
    counted = count_changes(COMMITS, {"a.rb", "b.rb", "c.rb", "d.rb"})
    assert (counted.counted, counted.too_large) == (7, 1)
    pairs = {pair: len(commits) for pair, commits in counted.pairs.items()}
    assert pairs == {("a.rb", "b.rb"): 3, ("a.rb", "c.rb"): 3, ("b.rb", "c.rb"): 1}


def test_co_change_tells_support_confidence_and_lift_and_whether_a_relation_explains_it():
    found = coupled().cochange()
    assert [(one.first, one.second, one.together, one.related) for one in found] == [
        ("a.rb", "b.rb", 3, True),
        ("a.rb", "c.rb", 3, False),
    ]
    first = found.items[0]
    assert (first.first_then_second, first.second_then_first, first.confidence) == (pytest.approx(0.6), 1.0, 1.0)
    assert first.lift == pytest.approx(3 * 7 / (5 * 3))
    assert "Skipped 1 with more than 30 files" in found.notes[1]


def test_hidden_coupling_has_no_relation_and_dead_coupling_no_common_commit():
    assert [(one.first, one.second) for one in coupled().cochange(related=False)] == [("a.rb", "c.rb")]
    (dead,) = coupled().dead_coupling()
    assert (dead.first, dead.second, dead.relations, dead.commits_first, dead.commits_second) == ("a.rb", "d.rb", 1, 5, 2)
    assert dead.expected == pytest.approx(10 / 7)


def test_a_test_that_changes_with_what_it_tests_is_no_hidden_coupling_unless_asked_for():
    tested = head("test:ATest", path="a_test.rb")
    made = graph(TEXT, *HEADS, tested)
    commits = log({str(number): ["a.rb", "a_test.rb"] for number in range(4)})
    asked = Analysis(made.units, lambda: made.relations, commits=lambda: (commits, END))
    assert len(asked.cochange(related=False)) == 0
    assert [(one.first, one.second) for one in asked.cochange(related=False, tests=True)] == [("a.rb", "a_test.rb")]


def test_without_commits_nothing_is_coupled_and_the_note_says_why():
    found = coupled([]).cochange()
    assert not found
    assert "no git history" in found.notes[1]


def test_pairs_are_those_of_the_window_before_the_last_commit_with_the_commits_that_coupled_them():
    (pair,) = coupled().cochange(days=365)  # the commits 1 to 4 are at most 300 days older than the last
    assert (pair.first, pair.second, [one.sha for one in pair.commits]) == ("a.rb", "b.rb", ["1", "2", "3"])
    (none,) = coupled(log({"1": ["a.rb"], "2": ["notes.txt"]})[1:]).cochange(days=90).notes[1:]
    assert none == "No commits in the 90 days before the last commit. Choose a longer period."


def test_few_commits_are_trusted_less_than_many():
    changed = {f"few {number}": ["a.rb", "b.rb"] for number in range(3)}
    changed |= {f"many {number}": ["c.rb", "d.rb"] for number in range(30)} | {
        f"c {number}": ["c.rb", "d.rb"][:1] for number in range(2)
    }
    first, second = coupled(log(changed)).cochange()
    assert (first.first, second.first, second.confidence) == ("c.rb", "a.rb", 1.0)
    assert [one.first for one in coupled(log(changed)).cochange(by="lift")] == ["a.rb", "c.rb"]
    with pytest.raises(SettingsError, match="lift"):
        coupled().cochange(by="chance")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("app/models/story.rb", "app/views/stories/_row.html.erb"),
        ("app/models/story.rb", "app/controllers/stories_controller.rb"),
        ("app/controllers/stories_controller.rb", "app/views/stories/index.html.erb"), ("src/Tree.tsx", "src/tree.css"),
        ("lib/shop/user.rb", "app/helpers/users_helper.rb"),
    ],
)  # fmt: skip
def test_a_model_and_its_own_templates_are_no_news(first, second):
    assert called(first) & called(second)
    assert not called(first) & called("app/models/comment.rb")


def test_files_of_one_name_are_no_hidden_coupling_unless_asked_for():
    alike = [head("class:Story", path="app/models/story.rb"), head("template:row", path="app/views/stories/_row.html.erb")]
    files = [one.file_path for one in alike]
    asked = Analysis({one.key: one for one in alike}, tuple, commits=lambda: (log(dict.fromkeys("1234", files)), END))
    found = asked.cochange(related=False)
    assert not found
    assert found.notes[1] == "Hides 1 more pair of files with the same name."
    assert len(asked.cochange(related=False, one_name=True)) == 1


BEFORE = """
class:A calls class:B
class:B calls class:C
class:Gone calls class:A
"""
AFTER = """
class:A calls class:B
class:B calls class:C
class:C calls class:A
class:New calls class:A
"""


def test_the_same_generation_twice_is_silent():
    assert not analysis(AFTER).compare(analysis(AFTER))
    assert analysis(AFTER).compare(analysis(AFTER)).notes == ("No differences.",)


def test_a_new_cycle_is_told_with_the_line_that_closed_it():
    found = {(one.what, one.subject): one for one in analysis(AFTER).compare(analysis(BEFORE))}
    assert ("new unit", "class:New") in found
    assert ("gone unit", "class:Gone") in found
    assert ("new relation", "class:C → class:A") in found
    cycle = found["new cycle", "class:A, class:B, class:C"]
    assert [(line.file_path, line.line) for line in cycle.lines] == [("c.rb", 3)]
    assert not [what for what, _ in found if "crossing" in what]


def test_a_broken_cycle_and_a_grown_one_are_told():
    back = analysis(BEFORE).compare(analysis(AFTER))
    assert [one.subject for one in back if one.what == "broken cycle"] == ["class:A, class:B, class:C"]
    grown = analysis(AFTER + "class:New calls class:B\nclass:B calls class:New").compare(analysis(AFTER))
    assert [one.detail for one in grown if one.what == "grown cycle"] == ["1 more units: class:New"]


def test_new_crossings_between_namespaces_are_told_by_level():
    heads = (head("class:A", namespace="X", path="x/a.rb"), head("class:B", namespace="Y", path="y/b.rb"))
    after = analysis("class:A calls class:B 7", *heads)
    before = analysis("class:A calls class:A", *heads)
    found = [(one.what, one.subject, one.detail) for one in after.compare(before)]
    assert ("new crossing", "X → Y", "namespace: calls 1") in found
    assert ("new crossing", "x → y", "folder: calls 1") in found


def test_a_unit_that_moved_to_another_file_is_told():
    after, before = (analysis("class:A calls class:B", head("class:A", path=path)) for path in ("new/a.rb", "old/a.rb"))
    first = after.compare(before).items[0]
    assert (first.what, first.detail) == ("moved unit", "old/a.rb → new/a.rb")


def test_a_hub_is_told_only_when_its_own_fan_in_changed():
    many = "\n".join(f"class:U{number} calls class:Hub" for number in range(4))
    found = analysis(many + "\nclass:A calls class:B").compare(analysis("class:A calls class:B\nclass:U0 calls class:Hub"))
    assert [(one.what, one.subject) for one in found if "hub" in one.what] == [("new hub", "class:Hub")]


def test_recent_commits_are_the_latest_of_all_code_or_of_a_folder_or_file():
    changed = {"1": ["app/models/a.rb"], "2": ["app/models/a.rb", "app/jobs/b.rb", "readme"], "3": ["lib/c.rb"]}
    commits = coupled(log(changed, days=60)).commits
    assert [(one.sha, one.changed) for one in commits()] == [("1", 1), ("2", 3)]
    assert commits().notes == ("Counts commits in the 90 days before the last commit.",)
    assert [one.sha for one in commits(days=0)] == ["1", "2", "3"]
    inside = commits("/app/", days=0)
    assert [(one.sha, one.files) for one in inside] == [
        ("1", ("app/models/a.rb",)), ("2", ("app/models/a.rb", "app/jobs/b.rb")),
    ]  # fmt: skip
    assert inside.title == "Commits to app"
    assert [one.sha for one in commits("app/jobs/b.rb")] == ["2"]
    assert not commits("app/model")


def test_recent_commits_say_how_many_more_there_are_and_when_there_is_no_history():
    commits = coupled().commits
    first = commits(days=0, limit=2)
    assert [one.sha for one in first] == ["1", "2"]
    assert first.limits[0].what == "2 of 9 are shown"
    assert len(commits(days=0, limit=0)) == 9
    assert coupled([]).commits().notes == ("No history: the checkout has no git.",)
    with pytest.raises(SettingsError, match="No counts for 7 days"):
        commits(days=7)
