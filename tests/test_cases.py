"""Small repositories with the right answers written next to them: the smallest input of each kind of fault, and variations.

`tests/repos/cases/KIND/VARIATION/` holds the files of a checkout and `KIND/VARIATION.toml` what is right for it:

    about = "what this variation shows"
    copy = "OTHER"               # optional: take the files of another variation of this kind, then its own
    git = true                   # optional: commit the files before they are indexed

    [used_by]                    # lines that `dependents` lists for a unit, each "SOURCE PATH:LINE" or "KIND SOURCE PATH:LINE"
    "lamp" = ["calls use.ts:one use.ts:2"]
    [not_used_by]                # lines or sources that it must not list; [] means that nothing uses the unit
    "lamp" = ["use.ts:other"]
    [verdict]                    # the verdict on a unit: used, unused, possibly used or not analysed
    "dead" = "unused"
    [not_verdict]                # a verdict that must not be given
    "spare" = "unused"

    [[run]]                      # a command on the index, with its exit status and what its output has and lacks
    command = "check"
    status = 1
    has = ["base.py:6"]
    lacks = ["Traceback"]
    ordered = ["before x", "after x"]   # what its output has, each after the one before
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from core import open_workbench
from core.pipeline.indexing import index_checkout
from core.settings import read_settings
from core.workbench import Workbench
from tests.command import orienteer

CASES = Path(__file__).parent / "repos" / "cases"
_NAME = "case"


def _expectations() -> list[Path]:
    return sorted(CASES.glob("*/*.toml"))


def _checked_out(expectation: Path, expected: dict[str, Any], folder: Path) -> Path:
    """Copy the files of a variation into a new checkout; empty folders and git are made where they are asked for."""
    checkout = folder / "repo"
    checkout.mkdir()
    for name in (expected.get("copy", ""), expectation.stem):
        files = expectation.parent / name
        if name and files.is_dir():
            shutil.copytree(files, checkout, dirs_exist_ok=True, symlinks=True)
    if expected.get("git"):
        if shutil.which("git") is None:
            pytest.skip("git is not installed: apt-get install git")
        git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-C", str(checkout)]
        for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "First"]):
            subprocess.run([*git, *command], check=True)
    return checkout


def _lines(bench: Workbench, name: str) -> list[tuple[str, str, str]]:
    """Return kind, source and place of every relation that leads to a unit."""
    index = bench.index
    position = index.position[bench.head(name).key]
    return [
        (link.kind, index.heads[link.other].identifier, f"{link.file_path}:{link.line}") for link in index.links.into(position)
    ]


def _is_listed(wanted: str, lines: list[tuple[str, str, str]]) -> bool:
    """Tell whether a line has every part that is wanted of it: kind, source and place may each be left out."""
    return any(set(shlex.split(wanted)) <= set(line) for line in lines)


@pytest.mark.parametrize("expectation", _expectations(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(expectation: Path, tmp_path: Path) -> None:
    expected = tomllib.loads(expectation.read_text(encoding="utf-8"))
    checkout = _checked_out(expectation, expected, tmp_path)
    home = tmp_path / "home"
    settings = {"home": str(home), "embed.embedder": "hash", "index.vectors": "exact"}
    index_checkout(checkout, read_settings(settings), name=_NAME, vectors=False)
    bench = open_workbench(_NAME, settings={**settings, "cache.runs": 0})

    wrong = []
    for name, wanted in expected.get("used_by", {}).items():
        lines = _lines(bench, name)
        wrong += [f"{name} is not used by {one}: {lines}" for one in wanted if not _is_listed(one, lines)]
    for name, unwanted in expected.get("not_used_by", {}).items():
        lines = _lines(bench, name)
        wrong += [f"{name} is used by {one}: {lines}" for one in unwanted if _is_listed(one, lines)]
        wrong += [f"{name} is used: {lines}"] if not unwanted and lines else []
    for name, verdict in expected.get("verdict", {}).items():
        sentence = bench.verdict(name, "used by")
        wrong += [f"{name} is not {verdict}: {sentence}"] if not sentence.lower().startswith(verdict) else []
    for name, verdict in expected.get("not_verdict", {}).items():
        sentence = bench.verdict(name, "used by")
        wrong += [f"{name} is {sentence}"] if sentence.lower().startswith(verdict) else []
    for run in expected.get("run", ()):
        done = orienteer(*shlex.split(run["command"]), "-i", _NAME, home=home)
        said = done.stdout + done.stderr
        wrong += [f"{run['command']} ends with {done.returncode}"] if done.returncode != run.get("status", 0) else []
        wrong += [f"{run['command']} lacks {one!r}:\n{said}" for one in run.get("has", ()) if one not in said]
        places = [said.find(one) for one in run.get("ordered", ())]
        wrong += [f"{run['command']} has another order:\n{said}"] if -1 in places or places != sorted(places) else []
        wrong += [f"{run['command']} has {one!r}:\n{said}" for one in run.get("lacks", ()) if one in said]
    assert not wrong, f"{expected['about']}\n" + "\n".join(wrong)
