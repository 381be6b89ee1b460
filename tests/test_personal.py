"""One's own code may be preferred: off by default, told in why, and nothing is kept or read of it until it is asked for."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from core import Workbench, index_checkout, open_workbench
from core.cli import cli
from core.workbench.personal import opened_path
from tests.shared import checkout

pytestmark = [
    pytest.mark.needs_git,
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed: its package is called git"),
]
ASKED = "where is a total added up?"
FILES = {
    f"app/{name}_total.rb": f"class {name.title()}Total\n  def add_up(total) = total\nend\n" for name in ("ada", "bob", "cy")
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("personal")
    root = checkout(folder / "shop", **FILES)
    git = ["git", "-C", str(root)]
    subprocess.run([*git, "init", "-q"], check=True)
    for name in ("ada", "bob", "cy"):
        subprocess.run([*git, "add", f"app/{name}_total.rb"], check=True)
        who = ["-c", f"user.name={name.title()}", "-c", f"user.email={name}@example.com"]
        subprocess.run(["git", *who, "-C", str(root), "commit", "-q", "-m", f"{name}'s total"], check=True)
    index_checkout(root, "shop", home=folder, vectors=False)
    return folder


def shop(home: Path, **weights: float) -> Workbench:
    return open_workbench("shop", home=home, settings={f"rank.{name}": value for name, value in weights.items()})


def first(bench: Workbench) -> str:
    return bench.ask(ASKED).ranked[0].unit_key


def be(name: str, home: Path) -> None:
    subprocess.run(["git", "-C", str(home / "shop"), "config", "user.name", name], check=True)


def test_what_somebody_changed_comes_first_where_they_want_it(home: Path) -> None:
    for name in ("Ada", "Bob", "Cy"):
        be(name, home)
        bench = shop(home, owned=1.0)
        assert f"{name}Total" in first(bench)
        assert bench.ask(ASKED).ranked[0].parts["owned"] == 1.0
        assert "owned +1.00" in bench.why(bench.ask(ASKED), first(bench)).sentence
    usual = shop(home).ask(ASKED)
    assert all("owned" not in one.parts and "opened" not in one.parts for one in usual.ranked)
    be("Nobody", home)
    assert shop(home, owned=1.0).ask(ASKED).notes == (
        "No code is preferred as your own (rank.owned): git knows no unit that Nobody changed.",
    )


def test_what_was_opened_last_comes_first_and_is_kept_only_where_it_is_wanted(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    shop(home).sheet("CyTotal")
    assert not opened_path(shop(home)).exists()
    bench = shop(home, opened=2.0)
    bench.sheet("AdaTotal#add_up")
    bench.sheet("CyTotal#add_up")
    ranked = bench.ask(ASKED).ranked
    assert {one.unit_key for one in ranked[:2]} == {"method:CyTotal#add_up", "method:AdaTotal#add_up"}
    parts = {one.unit_key: one.parts["opened"] for one in ranked}
    assert parts["method:CyTotal#add_up"] > parts["method:AdaTotal#add_up"] > parts["method:BobTotal#add_up"] == 0
    monkeypatch.setenv("ORIENTEER_HOME", str(home))
    CliRunner().invoke(cli, ["feedback", "-i", "shop", "--forget-all"])
    assert not opened_path(bench).exists()
