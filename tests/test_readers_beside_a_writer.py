"""Readers in processes of their own, with tables in PostgreSQL and vectors in pgvector, while another process rebuilds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command import orienteer
from tests.services import Absent, service

pytestmark = pytest.mark.slow
REBUILDS = 3
_READS = """
import json, sys, time
from pathlib import Path
from core.errors import StoreError
from core.ports import ids_of
from core.workbench import open_workbench
last = int(sys.argv[1])
while True:
    bench = open_workbench("shop")
    vectors, manifest = bench.stores.vectors, bench.manifest
    try:
        names = sorted(bench.sql("SELECT name FROM units WHERE type = 'class'").name)
        listed = len(ids_of(vectors)) if vectors is not None else 0
        hit = bench.ask("which class is Order0").ranked[0].unit_key
    except StoreError as gone:
        assert "is no longer at" in str(gone), gone
        names, listed, hit = [], 0, "gone"
    counted = manifest.counts.get("vectors", 0)
    print(json.dumps([manifest.generation, manifest.vectors, names, counted, listed, hit]), flush=True)
    Path(sys.argv[2]).touch()  # the writer begins when all have read once
    if manifest.generation >= last and manifest.vectors == "complete":
        break
    time.sleep(0.05)
"""


def write(checkout: Path, classes: int) -> None:
    for number in range(classes):
        text = f"class Order{number}\n  def total = {classes}\nend\n"
        (checkout / f"order{number}.rb").write_text(text, encoding="utf-8")


def test_readers_see_whole_generations_only_and_all_that_they_need_is_in_the_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout, home = tmp_path / "shop", tmp_path / "home"
    checkout.mkdir()
    try:
        with service("pgvector") as at:
            for name, value in (
                ("PRESET", "postgresql"), ("INDEX_CATALOG_AT", at), ("EMBED_EMBEDDER", "hash"), ("EMBED_MODEL", ""),
                ("HOME", str(home)),
            ):  # fmt: skip
                monkeypatch.setenv(f"ORIENTEER_{name}", value)
            write(checkout, 1)
            assert orienteer("index", checkout, home=home).returncode == 0
            readers = [_reader(tmp_path / f"began{number}", 2 + 2 * REBUILDS) for number in range(2)]
            while not all((tmp_path / f"began{number}").exists() for number in range(2)):
                assert all(reader.poll() is None for reader in readers)
                time.sleep(0.05)
            for rebuild in range(REBUILDS):
                write(checkout, rebuild + 2)
                assert orienteer("index", checkout, "--full", home=home).returncode == 0
            told = [reader.communicate(timeout=120) for reader in readers]
    except Absent as reason:
        pytest.skip(str(reason))
    for reader, (out, errors) in zip(readers, told, strict=True):
        assert reader.returncode == 0, errors
        seen = [json.loads(line) for line in out.splitlines()]
        assert [row[0] for row in seen] == sorted(row[0] for row in seen), "no reader goes back"
        whole = [row for row in seen if row[-1] != "gone"]  # three newer generations came while that question was answered
        assert len({row[0] for row in whole}) > 1, "generations changed while it read"
        for generation, state, names, counted, listed, hit in whole:
            assert names == [f"Order{number}" for number in range((generation + 1) // 2)], "no half generation"
            assert counted == listed if state == "complete" else True
            assert hit == "class:Order0"
        assert seen[-1][0] == 2 + 2 * REBUILDS


def _reader(began: Path, last: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _READS, str(last), str(began)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
