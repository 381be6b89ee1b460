"""The caches beside an index, and a disk that is full."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.errors import StoreError
from core.index.caches import FactsFile, VectorsFile

ROOT = Path(__file__).parents[1]


def test_facts_come_back_and_old_ones_go(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "facts.sqlite"
    first = FactsFile(path)
    first.put({f"k{number}": b"\0\xff %d" % number for number in range(1500)})
    first.put({"k1": b"new"})
    first.close()
    for _ in range(11):
        again = FactsFile(path)
        assert again.get(["k1", "k2", "unknown"]) == {"k1": b"new", "k2": b"\0\xff 2"}
        again.close()
    last = FactsFile(path)
    assert set(last.get([f"k{number}" for number in range(1500)])) == {"k1", "k2"}
    last.close()


def test_a_damaged_cache_begins_anew_and_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "vectors.sqlite"
    path.write_bytes(b"no database at all, " * 500)
    cache = VectorsFile(path, "e")
    assert "starts again" in caplog.text
    cache.put(["h"], np.ones((1, 3), dtype=np.float32))
    assert cache.get(["h", "i"])["h"].tolist() == [1, 1, 1]
    assert cache.missing(["i", "h", "i"]) == ["i"]
    cache.close()


def test_vectors_of_two_embedders_do_not_meet(tmp_path: Path) -> None:
    one, two = VectorsFile(tmp_path / "v", "one"), VectorsFile(tmp_path / "v", "two")
    one.put(["h"], np.ones((1, 3), dtype=np.float32))
    assert two.missing(["h"]) == ["h"]
    assert one.missing(["h"]) == []


def test_vectors_that_nobody_needs_go_when_they_are_many(tmp_path: Path) -> None:
    cache = VectorsFile(tmp_path / "v", "e")
    hashes = [f"h{number}" for number in range(4001)]
    cache.put(hashes[:4000], np.ones((4000, 2), dtype=np.float32))
    cache.forget({"h1"})
    assert cache.missing(hashes[:4000]) == []
    cache.put(hashes[4000:], np.ones((1, 2), dtype=np.float32))
    cache.forget({"h1"})
    assert len(cache.missing(hashes)) == 4000


@pytest.mark.parametrize("stage", ["publish", "cache", "exact", "chroma"])
def test_a_full_disk_at_any_stage_is_a_store_error_and_the_index_stays(tmp_path: Path, stage: str) -> None:
    script = f"""
import resource, signal
from pathlib import Path
from core import backends
from core.errors import StoreError
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.index.publishing import publish
from core.settings import *
from core.model import CodeUnit, Extraction
from tests.index_samples import CHECKOUT
kind = {stage!r} if {stage!r} in ("exact", "chroma") else "exact"
settings = Settings(embed=EmbedSettings(embedder="hash"), index=IndexSettings(vectors=kind))
products, place = backends.products(settings), Place(Path({str(tmp_path)!r}), "shop")
def extraction(count):
    units = (CodeUnit("method", f"m{{n}}", f"m{{n}}", source_code=f"def m{{n}}; {{n}}; end") for n in range(count))
    return Extraction(tuple(units), ())
publish(place, extraction(1000), CHECKOUT, products, settings.index)
def limit(*_):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
try:
    if {stage!r} == "publish":
        limit()
        publish(place, extraction(3000), CHECKOUT, products, settings.index)
    elif {stage!r} == "cache":
        limit()
        embed_pending(place, products, 3)
    else:
        embed_pending(place, products, 3, lambda phase, done, total: limit() if phase == "vectors" else None)
except StoreError as problem:
    opened = open_current(place, products)
    print(len(opened.catalog.heads()), opened.manifest.vectors, "Free some disk space" in str(problem))
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "1000 none True\n", done.stderr


def test_a_cache_that_cannot_be_opened_is_no_fault_of_room(tmp_path: Path) -> None:
    (tmp_path / "facts.sqlite").mkdir()
    with pytest.raises(StoreError, match="Set ORIENTEER_HOME to a folder that you may write to") as told:
        FactsFile(tmp_path / "facts.sqlite")
    assert "Free some disk space" not in str(told.value)
