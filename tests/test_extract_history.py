import os
import subprocess
from datetime import UTC, datetime

import pytest

from core.extract.history import change_frequency, commits, line_commits
from core.extract.run import extract
from core.pipeline.indexing import index_checkout
from core.settings import ExtractSettings, read_settings
from core.workbench import open_workbench

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
def test_the_history_is_that_of_the_folder_also_inside_a_hook_of_another_repository(checkout, monkeypatch):
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.setenv(name, str(checkout / "nowhere"))
    assert len(commits(checkout)) == 5


@pytest.mark.needs_git
def test_the_history_of_a_method_is_that_of_its_lines(checkout):
    found, problem = line_commits(checkout, "app/new.py", (1, 2), "HEAD")
    assert [one.subject for one in found] == ["change 3", "change 2", "change 1", "first"]
    assert [one.subject for one in line_commits(checkout, "app/new.py", (5, 6), "HEAD")[0]] == ["first"]
    assert (problem, found[-1].author, found[-1].date[:10]) == ("", "Grace", "2024-01-01")
    assert "has only 6 lines" in line_commits(checkout, "app/new.py", (50, 60), "HEAD")[1]


@pytest.mark.needs_git
def test_the_lines_of_a_unit_are_asked_for_once_for_each_commit(checkout, tmp_path_factory, monkeypatch):
    settings = read_settings({"home": str(tmp_path_factory.mktemp("home"))})
    index_checkout(checkout, settings, name="shop", vectors=False)
    bench = open_workbench("shop", settings=settings)
    told = bench.line_history("app.new.other")
    assert told.sentence == "1 commit by 1 person changed these lines, the last on 2024-01-01."
    for kept in (bench.beside / "cache" / "lines").rglob("*.json"):
        kept.write_text("[{")  # a damaged file is made again
    assert bench.line_history("app.new.other") == told
    monkeypatch.setenv("PATH", "")
    assert bench.line_history("app.new.other") == told
    assert bench.line_history("app.new.total").sentence.startswith("Unknown: git cannot be run")


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
    said = "The clone is shallow: history covers only its last 1 commits. All: git fetch --unshallow"
    assert [problem.reason for problem in problems] == [said]


def lose(root, revision):
    """Remove a blob, as a partial clone lacks it."""
    sha = said(root, "rev-parse", revision)
    (root / ".git" / "objects" / sha[:2] / sha[2:]).unlink()


@pytest.mark.needs_git
def test_a_partial_clone_knows_all_commits_and_says_which_renames_it_cannot_follow(checkout):
    (checkout / "app" / "new.py").rename(checkout / "app" / "last.py")
    with (checkout / "app" / "last.py").open("a") as file:
        file.write("\n\ndef third():\n    return 6\n")
    commit(checkout, "moved and changed", "2026-05-04T00:00:00+00:00")
    lose(checkout, "HEAD~1:app/new.py")
    found = extract(checkout, ExtractSettings(), now=NOW)
    assert len(commits(checkout)) == 6
    assert {row.unit_key: row for row in found.history}["file:app/last.py"].commits_total == 1
    assert [problem.reason for problem in found.problems] == [
        "The clone lacks old contents: renames with changes are not followed beyond the last 0 commits. "
        "Get them: git fetch --refetch --no-filter"
    ]


@pytest.mark.needs_git
def test_a_partial_clone_follows_files_that_were_moved_as_they_are(checkout):
    with (checkout / "app" / "new.py").open("a") as file:
        file.write("\n\ndef third():\n    return 6\n")
    (checkout / "app" / "extra.py").write_text("def extra():\n    return 1\n")
    commit(checkout, "more", "2026-05-04T00:00:00+00:00")
    (checkout / "app" / "extra.py").rename(checkout / "app" / "other.py")
    (checkout / "app" / "new.py").unlink()
    commit(checkout, "moved", "2026-05-05T00:00:00+00:00")
    lose(checkout, "HEAD~1:app/new.py")
    found = {row.unit_key: row for row in extract(checkout, ExtractSettings(), now=NOW).history}
    assert found["file:app/other.py"].commits_total == 2


@pytest.mark.parametrize(
    ("recent", "year", "began", "expected"),
    [(1, 1, True, "new"), (0, 0, False, "dormant"), (0, 1, False, "stable"), (2, 9, False, "stable"), (3, 9, False, "active"),
     (10, 40, False, "hot")],
)  # fmt: skip
def test_change_frequency_follows_the_numbers_of_commits(recent, year, began, expected):
    assert change_frequency(recent, year, began=began) == expected


@pytest.mark.needs_git
def test_days_are_counted_back_from_the_last_commit_however_long_ago_it_was(tmp_path):
    git(tmp_path, "init", "-q")
    for name, date in (("old.py", "2009-03-01"), ("told.py", "2009-11-01"), ("young.py", "2010-02-01")):
        (tmp_path / name).write_text(f"def {name[:-3]}():\n    return 1\n")
        commit(tmp_path, name, f"{date}T00:00:00+00:00")
    found = {row.unit_key: row for row in extract(tmp_path, ExtractSettings()).history}
    assert [(found[f"file:{name}.py"].commits_90, found[f"file:{name}.py"].commits_365) for name in ("told", "young")] == [
        (0, 1), (1, 1),
    ]  # fmt: skip
    assert [found[f"file:{name}.py"].change_frequency for name in ("old", "told", "young")] == ["stable", "stable", "new"]


def written(root, author=b"Ada <a@example.org> 1777629600 +0000", message=b"strange", extra=b""):
    """Commit what stands in the folder by a commit object of any bytes, as other tools have written some."""
    git(root, "add", "-A")
    tree = said(root, "write-tree")
    parent = f"parent {said(root, 'rev-parse', 'HEAD')}\n".encode()
    lines = b"tree " + tree.encode() + b"\n" + parent + b"author " + author + b"\ncommitter " + author + b"\n" + extra + b"\n"
    command = ["git", "hash-object", "-t", "commit", "-w", "--stdin", "--literally"]
    sha = subprocess.run(command, cwd=root, check=True, capture_output=True, input=lines + message).stdout.decode().strip()
    git(root, "update-ref", "HEAD", sha)
    return sha


def said(root, *arguments):
    return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True).stdout.decode().strip()


def change(root):
    with (root / "app" / "new.py").open("a") as file:
        file.write("\n\ndef more():\n    pass\n")


@pytest.mark.needs_git
@pytest.mark.parametrize(
    ("author", "date"),
    [
        (b"Ada <a@example.org> 1777629600 +51800", "2026-05-01T10:00:00+00:00"),
        (b"Ada <a@example.org> 1777629600 -9999999", "2026-05-01T10:00:00+00:00"),
        (b"Ada <a@example.org> 99999999999999 +0000", ""),
        (b"Ada <a@example.org> 99999999999999999999999999 +0000", ""),
        (b"Ada <a@example.org> -3600 +0000", None),
        (b"Ada <a@example.org> soon", ""),
        (b"Ada <a@example.org> ", ""),
        (b"nobody", None),
    ],
    ids=lambda value: value.decode()[-12:] if isinstance(value, bytes) else "",
)
def test_a_date_that_cannot_be_costs_nothing_but_itself(checkout, author, date):
    change(checkout)
    sha = written(checkout, author)
    found = commits(checkout)
    assert len(found) == 6
    one = next(one for one in found if one.sha == sha)
    assert one.files == ("app/new.py",)
    assert date is None or one.date == date
    history = {row.unit_key: row for row in extract(checkout, ExtractSettings(), now=NOW).history}["file:app/new.py"]
    assert history.commits_total == 6
    assert history.last_change[:4] in ("2026", "")


@pytest.mark.needs_git
def test_dates_that_cannot_be_are_told_and_are_neither_recent_nor_last(checkout):
    for seconds in (b"99999999999999", b"253402214400"):  # beyond all calendars, the last day of 9999
        change(checkout)
        written(checkout, b"Ada <a@example.org> " + seconds + b" +0000")
    found = extract(checkout, ExtractSettings(), now=NOW)
    history = {row.unit_key: row for row in found.history}["file:app/new.py"]
    assert (history.commits_total, history.commits_90, history.last_change) == (7, 3, "2026-05-03T00:00:00+00:00")
    (problem,) = found.problems
    assert problem.reason.startswith("2 commits have dates that cannot be (the newest is ")


@pytest.mark.needs_git
@pytest.mark.parametrize("number", range(1, 32))
def test_no_sign_of_a_commit_breaks_the_log(checkout, number):
    sign = bytes([number])
    change(checkout)
    sha = written(
        checkout, b"A" + sign.replace(b"\n", b" ") + b"da <a@example.org> 1777629600 +0000", b"a" + sign + b"b\n\nmore"
    )
    found = {one.sha: one for one in commits(checkout)}
    assert len(found) == 6
    assert found[sha].files == ("app/new.py",)
    assert found[sha].author in ("A da", "Ada")
    assert not any(ord(letter) < 32 for letter in found[sha].subject)


@pytest.mark.needs_git
@pytest.mark.parametrize(
    ("message", "extra", "subject"),
    [
        ("größe".encode("latin-1"), b"encoding ISO-8859-1\n", "größe"),
        ("größe".encode("latin-1"), b"", "gr\ufffd\ufffde"),
        (b"x", b"encoding no-such-thing\n", "x"),
        (b"", b"", ""),
        (b"M\x00path\x00", b"", "M"),
        (b"\x01a\x02b\x02c\x02d\x02", b"", "a b c d"),
    ],
)
def test_a_message_in_any_encoding_is_read(checkout, message, extra, subject):
    change(checkout)
    sha = written(checkout, message=message, extra=extra)
    found = {one.sha: one for one in commits(checkout)}
    assert len(found) == 6
    assert found[sha].files == ("app/new.py",)
    assert found[sha].subject == subject


@pytest.mark.needs_git
def test_files_of_any_name_have_their_history(checkout):
    names = ["a b.py", " lead.py", "new\nline.py", "M", "R100", "0" * 40, os.fsdecode(b"\xff.py")]
    for name in names:
        (checkout / name).write_text("x = 1\n")
    commit(checkout, "names", "2026-05-09T00:00:00+00:00")
    assert set(commits(checkout)[0].files) == set(names)


def pretend(tmp_path, monkeypatch, script):
    """Put a program called git before the real one."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "git").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_what_git_told_before_it_stopped_is_used(tmp_path, monkeypatch):
    root = tmp_path / "shop"
    root.mkdir()
    (root / "a.py").write_text("def f(): pass\n")
    line = f"{'a' * 40}\\0001777629600\\0002026-05-01T10:00:00+00:00\\000Ada\\000first\\000\\nM\\000a.py\\000{'b' * 40}\\00017"
    pretend(tmp_path, monkeypatch, f'case "$*" in *" log "*) printf "{line}"; echo "fatal: bad object" >&2; exit 128;; esac')
    found = extract(root, ExtractSettings(), now=NOW)
    history = {row.unit_key: row for row in found.history}["file:a.py"]
    assert (history.commits_total, history.authors) == (1, ("Ada",))
    assert "then git stopped: bad object" in found.problems[0].reason


def test_a_git_that_does_not_end_costs_its_time_and_is_told(tmp_path, monkeypatch):
    root = tmp_path / "shop"
    root.mkdir()
    (root / "a.py").write_text("def f(): pass\n")
    pretend(tmp_path, monkeypatch, 'case "$*" in *" log "*) exec sleep 60;; esac')
    found = extract(root, ExtractSettings(step_seconds=1), now=NOW)
    assert {unit.name for unit in found.units} == {"a", "a.py", "f"}
    assert any("took" in problem.reason and "extract.step_seconds" in problem.reason for problem in found.problems)
    assert found.given_up == 1
