"""What changed of late: which questions ask for it, and the list that answers them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from core import open_workbench
from core.pipeline.indexing import index_checkout
from core.search.templates import lookup_named
from core.settings import read_settings
from tests.shared import checkout


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("What changed recently?", "lately"),
        ("What has changed in this app lately?", "lately"),
        ("what's new here of late", "lately"),
        ("Which files changed most recently?", "lately"),
        ("Which files change most often?", ""),
        ("Which parts change the most often recently?", "lately"),
        ("What changed recently in the billing?", "lately"),
        ("What changed in the billing lately?", "lately"),
        ("recent changes to checkout", "lately"),
        ("What is recently active?", None),
        ("Which files change the order?", None),
    ],
)
def test_a_question_about_change_as_a_whole_is_known(question: str, what: str | None) -> None:
    found = lookup_named(question, "changes")
    assert (found.what if found else None) == what


def _commit(root: Path, date: str) -> None:
    who = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "HOME": str(root)}
    name = ("-c", "user.name=A", "-c", "user.email=a@example.com")
    subprocess.run(["git", "add", "-A"], cwd=root, check=True)
    subprocess.run(["git", *name, "commit", "-qm", "x"], cwd=root, check=True, env={"PATH": "/usr/bin:/bin", **who})


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed: its package is called git")
def test_the_files_that_changed_most_are_listed_with_their_commits_and_the_last(tmp_path: Path) -> None:
    files = {f"{name}.py": f"def {name}():\n    return 1\n" for name in ("old", "often", "once")}
    root = checkout(tmp_path / "shop", **files)
    home = {"home": str(tmp_path / "home"), "embed.embedder": "hash"}
    index_checkout(root, read_settings(home), vectors=False)
    assert (
        open_workbench("shop", settings=home)
        .answer("What changed recently?", model=False)
        .text.startswith("What changed is not known")
    )
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    _commit(root, "2026-01-01T10:00:00+00:00")
    for day, names in (("2026-06-01", ("often", "once")), ("2026-06-03", ("often",))):
        for name in names:
            (root / f"{name}.py").write_text(f"def {name}():\n    return '{day}'\n")
        _commit(root, f"{day}T10:00:00+00:00")
    index_checkout(root, read_settings(home), vectors=False)
    text = open_workbench("shop", settings=home).answer("What changed recently?", model=False).text
    bench = open_workbench("shop", settings=home)
    one = bench.answer("What changed in once recently?", model=False).text
    assert one.splitlines()[0].startswith("1 file with 'once' in the path changed.")
    none = bench.answer("recent changes to never", model=False).text
    assert none.startswith("0 files with 'never' in the path changed.")
    assert text.splitlines()[:3] == [
        "2 files changed. Counts commits in the 90 days before the last commit (2026-06-03).",
        "- often.py: 2 commits, last 2026-06-03 [F2:1]",
        "- once.py: 1 commit, last 2026-06-01 [F3:1]",
    ]
