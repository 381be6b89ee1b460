import os
import subprocess
from datetime import UTC, datetime

import pytest

from core.extract.history import change_frequency, commits
from core.extract.run import extract
from core.settings import ExtractSettings

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def git(root, *arguments, date="2026-05-01T12:00:00+02:00", author="Ada"):
    environment = {
        **os.environ, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_AUTHOR_NAME": author,
        "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": author, "GIT_COMMITTER_EMAIL": "a@example.org",
    }  # fmt: skip
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, env=environment)


def commit(root, subject, date, author="Ada"):
    git(root, "add", "-A")
    git(root, "commit", "-qm", subject, date=date, author=author)


@pytest.fixture
def checkout(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "old.py").write_text("def total():\n    return 1 + 2 + 3\n\n\ndef other():\n    return 5\n")
    commit(tmp_path, "first", "2024-01-01T00:00:00+00:00", "Grace")
    (tmp_path / "app" / "old.py").rename(tmp_path / "app" / "new.py")
    commit(tmp_path, "rename", "2025-10-01T00:00:00+00:00")
    for day in (1, 2, 3):
        (tmp_path / "app" / "new.py").write_text(f"def total():\n    return 1 + 2 + {day}\n\n\ndef other():\n    return 5\n")
        commit(tmp_path, f"change {day}", f"2026-05-0{day}T00:00:00+00:00")
    return tmp_path


@pytest.mark.needs_git
def test_a_file_keeps_its_history_through_a_rename(checkout):
    found = {row.unit_key: row for row in extract(checkout, ExtractSettings(), now=NOW).history}
    history = found["function:app.new.total"]
    assert (history.commits_total, history.commits_90, history.commits_365) == (5, 3, 4)
    assert history.last_change == "2026-05-03T00:00:00+00:00"
    assert history.authors == ("Ada", "Grace")
    assert history.change_frequency == "active"
    assert found["folder:app"].commits_total == 5


@pytest.mark.needs_git
def test_commits_are_newest_first_with_todays_names(checkout):
    log = commits(checkout)
    assert [one.subject for one in log] == ["change 3", "change 2", "change 1", "rename", "first"]
    assert {path for one in log for path in one.files} == {"app/new.py"}


@pytest.mark.needs_git
def test_paths_are_relative_when_the_root_is_a_folder_of_the_checkout(checkout):
    assert commits(checkout / "app")[0].files == ("new.py",)


def test_without_git_the_history_is_unknown(tmp_path):
    (tmp_path / "a.py").write_text("def f(): pass\n")
    found = extract(tmp_path, ExtractSettings(), now=NOW)
    assert {row.change_frequency for row in found.history} == {"unknown"}
    assert len(found.history) == len(found.units)


@pytest.mark.needs_git
def test_a_checkout_without_commits_is_unknown_too(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / "a.py").write_text("def f(): pass\n")
    assert {row.change_frequency for row in extract(tmp_path, ExtractSettings(), now=NOW).history} == {"unknown"}


@pytest.mark.needs_git
def test_a_refusal_of_git_is_told_with_its_reason(checkout, monkeypatch):
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")  # git's own switch: the folder belongs to somebody else
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    (problem,) = extract(checkout, ExtractSettings(), now=NOW).problems
    assert "dubious ownership" in problem.reason
    assert f"git config --global --add safe.directory {checkout}" in problem.reason


def test_a_checkout_without_an_installed_git_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "a.py").write_text("def f(): pass\n")
    assert extract(tmp_path, ExtractSettings(), now=NOW).problems == ()
    (tmp_path / ".git").mkdir()
    (problem,) = extract(tmp_path, ExtractSettings(), now=NOW).problems
    assert "git cannot be run: No such file or directory" in problem.reason


@pytest.mark.needs_git
def test_a_shallow_clone_says_that_it_knows_little(checkout, tmp_path_factory):
    clone = tmp_path_factory.mktemp("clone")
    git(clone, "clone", "-q", "--depth", "1", f"file://{checkout}", ".")
    problems = extract(clone, ExtractSettings(), now=NOW).problems
    assert [problem.reason for problem in problems] == ["the clone is shallow: history knows only its last 1 commits"]


@pytest.mark.parametrize(
    ("total", "recent", "expected"),
    [(1, 1, "new"), (2, 2, "new"), (3, 0, "dormant"), (9, 1, "stable"), (9, 3, "active"), (40, 10, "hot")],
)
def test_change_frequency_follows_the_numbers_of_commits(total, recent, expected):
    assert change_frequency(total, recent) == expected
