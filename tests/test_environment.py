"""A bad place to read from or to write to: one sentence, status 2, and the index stands as it was."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from core.inspect.coverage import coverage
from core.pipeline import inputs
from core.pipeline.indexing import index_checkout
from core.settings import changed, read_settings
from core.workbench import open_workbench


def orienteer(*arguments, home, cwd, limit=None):
    def bound():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [str(Path(sys.executable).parent / "orienteer"), *map(str, arguments)]
    environment = {**os.environ, "ORIENTEER_HOME": str(home)}
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=cwd, timeout=120, check=False, preexec_fn=bound
    )


def assert_one_sentence(done, *words):
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


@pytest.fixture
def checkout(tmp_path):
    root = tmp_path / "shop"
    root.mkdir()
    for number in range(60):
        (root / f"m{number}.py").write_text("".join(f"def f{number}_{i}(a):\n    return a + {i}\n\n" for i in range(20)))
    return root


@pytest.mark.parametrize("command", ["index", "watch"])
def test_an_empty_path_is_no_folder(tmp_path, command):
    (tmp_path / "a.py").write_text("x = 1\n")
    assert_one_sentence(orienteer(command, "", home=tmp_path / "home", cwd=tmp_path), "empty")
    assert not (tmp_path / "home").exists()


def test_an_empty_folder_is_refused(tmp_path):
    (tmp_path / "void").mkdir()
    done = orienteer("index", tmp_path / "void", "--no-vectors", home=tmp_path / "home", cwd=tmp_path)
    assert done.returncode == 2
    assert "There is nothing to read in " in done.stderr
    assert not list((tmp_path / "home").glob("*/current"))


def test_a_home_that_is_a_file_is_told(checkout, tmp_path):
    (tmp_path / "home").write_text("")
    assert_one_sentence(orienteer("index", checkout, "--no-vectors", home=tmp_path / "home", cwd=tmp_path), "Not a directory")


@pytest.mark.parametrize("kilobytes", [1, 30, 100, 300, 800, 2000])
def test_a_full_disk_is_told_and_the_index_stands(checkout, tmp_path, kilobytes):
    home = tmp_path / "home"
    settings = changed(read_settings(), "home", str(home))
    before = index_checkout(checkout, settings, vectors=False).manifest
    (checkout / "new.py").write_text("def new():\n    return 1\n")
    done = orienteer("index", checkout, "--no-vectors", "--full", home=home, cwd=tmp_path, limit=kilobytes * 1000)
    assert_one_sentence(done, "orienteer: ")
    assert open_workbench("shop", settings=settings).manifest == before


@pytest.mark.parametrize(
    ("name", "step", "setting"),
    [
        ("core.extract.framework.find_libraries", "framework sources", {"framework": True}),
        ("core.probe.merge_probe", "probe", {}),
    ],
)
def test_an_input_that_cannot_be_merged_is_told_and_left_out(checkout, tmp_path, monkeypatch, name, step, setting):
    settings = changed(read_settings(), "home", str(tmp_path / "home"))
    index_checkout(checkout, settings, vectors=False)
    (tmp_path / "home" / "shop" / "probe.json").write_text(
        '{"contract": "rails-probe/1", "root": "", "models": [], "routes": []}'
    )

    def broken(*_, **__):
        raise KeyError("what")

    monkeypatch.setattr(name, broken)
    monkeypatch.setattr(inputs.Inputs, "_gems", lambda _: [])
    report = index_checkout(checkout, settings, vectors=False, **setting)
    assert report.manifest.counts["files"] == 60
    bench = open_workbench("shop", settings=settings)
    told = coverage(bench.index, bench.directory).problems
    assert any(row["reason"].startswith(f"{step}: left out: KeyError") for row in told), told
