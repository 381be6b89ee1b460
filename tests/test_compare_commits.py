"""Two commits of a checkout compared: each is indexed beside the index, and the checkout stays as it is."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from core.errors import SourceError
from core.pipeline.indexing import index_checkout
from core.runtime.git_tree import branches, commit_of, write_tree
from core.serving.jobs import Job, JobOrder
from core.serving.jobs.work import do
from core.settings import read_settings
from core.workbench import Workbench, open_workbench
from core.workbench.compare import known_comparison
from tests.command import orienteer

pytestmark = pytest.mark.needs_git


def git(root: Path, *arguments: str) -> str:
    named = {f"GIT_{who}_{what}": "ada@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True, env={**os.environ, **named}
    )
    return done.stdout.strip()


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    root = tmp_path / "shop"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    (root / ".gitattributes").write_text("*.py filter=evil\nold.py export-ignore\n")
    git(root, "config", "filter.evil.smudge", f"touch {tmp_path}/ran; cat")
    (root / "order.py").write_text("class Order:\n    def total(self):\n        return 1\n")
    (root / "old.py").write_text("class Old:\n    pass\n")
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    git(root, "branch", "before")
    (root / "order.py").write_text(
        "class Order:\n    def total(self):\n        return 2\n\n    def tax(self):\n        return 0\n"
    )
    (root / "old.py").unlink()
    git(root, "add", "-A")
    git(root, "commit", "-qm", "two")
    (root / "order.py").write_text("class Uncommitted:\n    pass\n")
    settings = read_settings({"home": str(tmp_path / "home")})
    index_checkout(root, settings, vectors=False)
    return open_workbench("shop", settings=settings)


def test_two_branches_differ_in_what_was_committed_and_nothing_else_changes(bench: Workbench, tmp_path: Path) -> None:
    found = bench.compare_commits("before", "main")
    told = {(one.what, one.subject) for one in found.differences}
    assert {
        ("new unit", "method:order.Order.tax"),
        ("gone unit", "class:old.Old"),
        ("changed unit", "class:order.Order"),
    } <= told
    assert not any("Uncommitted" in subject for _, subject in told)
    assert found.commits[0].startswith("before (")
    assert found.sentence.endswith(f"{len(found.differences)} differences.")
    assert not (tmp_path / "ran").exists()
    assert git(tmp_path / "shop", "worktree", "list").count("\n") == 0
    assert git(tmp_path / "shop", "status", "--porcelain") == "M order.py"
    assert not bench.compare_commits("main", "HEAD").differences


def test_a_commit_is_indexed_once_and_known_from_then_on(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    assert known_comparison(bench, "before", "main") is None
    first = bench.compare_commits("before", "main")
    monkeypatch.setattr("core.pipeline.commits.write_tree", lambda *_: pytest.fail("read again"))
    assert bench.compare_commits("before", "main") == first
    assert known_comparison(bench, "before", "main") == first
    assert sorted(branches(Path(bench.manifest.root))) == ["before", "main"]


@pytest.mark.parametrize("name", ["nowhere", "", "--upload-pack=x", "main:order.py"])
def test_a_name_that_git_does_not_know_is_one_sentence(name: str, bench: Workbench) -> None:
    with pytest.raises(SourceError, match="is not a commit"):
        bench.compare_commits(name, "main")


def test_files_that_are_too_large_are_left_where_they_are(bench: Workbench, tmp_path: Path) -> None:
    root = Path(bench.manifest.root)
    assert write_tree(root, commit_of(root, "before").sha, tmp_path / "out", 30) == 1
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["old.py"]


def test_a_job_compares_and_the_command_does_the_same(bench: Workbench, tmp_path: Path) -> None:
    job = Job(tmp_path / "home" / ".jobs" / "a")
    job.folder.mkdir(parents=True)
    job.want(JobOrder("shop", bench.manifest.root, vectors=False, before="before", after="main", started=1.0))
    state = do(job.folder, bench.settings)
    assert (state.state, state.share) == ("done", 1.0)
    done = orienteer("compare", "before..main", "-i", "shop", home=tmp_path / "home")
    assert done.returncode == 0
    assert state.says in done.stderr
    assert "class:old.Old" in done.stdout


def test_commits_are_compared_over_http_once_a_job_has_read_them(bench: Workbench, tmp_path: Path) -> None:
    pytest.importorskip("fastapi", reason="Serving needs FastAPI: pip install 'orienteer[serve]'")
    from fastapi.testclient import TestClient

    from core.api.application import build_application
    from core.serving.indexes import ServedIndexes

    with TestClient(build_application(ServedIndexes(bench.settings, "shop"))) as client:
        address = "/api/v1/indexes/shop"
        early = client.get(f"{address}/compare", params={"before": "before", "after": "main"})
        assert early.status_code == 409
        assert '{"before": "before", "after": "main"} to POST /api/v1/indexes/shop/jobs' in early.json()["detail"]
        assert client.post(f"{address}/jobs", json={"before": "nowhere"}).status_code == 404
        assert client.post(f"{address}/jobs", json={"after": "main"}).status_code == 422
        begun = client.post(f"{address}/jobs", json={"before": "before", "after": "main"})
        assert begun.status_code == 202
        while (state := client.get(begun.headers["location"]).json())["state"] == "running":
            time.sleep(0.05)
        assert state["state"] == "done", state["says"]
        told = client.get(f"{address}/compare", params={"before": "before", "after": "main"}).json()
        subjects = {(one["what"], one["subject"]) for one in told["differences"]}
        assert ("new unit", "method:order.Order.tax") in subjects
        assert told["commits"][0].startswith("before (")
        assert client.get(f"{address}/compare", params={"before": "--output=x"}).status_code == 404


def lose(root: Path, revision: str) -> None:
    """Remove a blob, as a partial clone lacks it."""
    sha = git(root, "rev-parse", revision)
    (root / ".git" / "objects" / sha[:2] / sha[2:]).unlink()


def test_what_a_partial_clone_lacks_is_named_and_not_taken_for_a_change(bench: Workbench) -> None:
    root = Path(bench.manifest.root)
    lose(root, "before:order.py")
    found = bench.compare_commits("before", "main")
    assert {one.subject for one in found.differences if "order.py" in one.file_path} == set()
    assert any(one.subject == "class:old.Old" for one in found.differences)
    assert found.limits[0].what == "This clone lacks the content of 1 changed file, not compared: order.py"
    assert "--no-filter" in found.sentence


def test_a_review_of_a_partial_clone_names_what_it_lacks(bench: Workbench) -> None:
    root = Path(bench.manifest.root)
    lose(root, "before:order.py")
    found = bench.review("before..main")
    assert [one.path for one in found.files] == ["old.py"]
    assert "1 changed file, not compared: order.py" in found.sentence
    assert {one.key for one in found.units} == {"class:old.Old", "module:old"}
