"""Embedding that is interrupted, overtaken, refused or killed goes on where it was; edits give what an index at once has."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from core import backends
from core.errors import StoreError
from core.index.embed import embed_pending
from core.index.generations import writer
from core.index.opening import open_current
from core.index.place import Place
from core.index.publishing import publish
from core.model import CodeUnit, Extraction
from core.ports import Products, ids_of
from tests.examples import examples
from tests.index_samples import CHECKOUT, SETTINGS, CountingWords, changed, put, small_extraction

ROOT = Path(__file__).parents[1]


def test_an_interruption_loses_one_batch_at_most(
    place: Place, products: Products, embedder: CountingWords, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.index.embed._BATCH", 2)
    put(place, products)

    def interrupt(phase: str, done: int, total: int) -> None:
        if phase == "embed" and done >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        embed_pending(place, products, 3, interrupt)
    assert len(embedder.seen) == 4
    assert open_current(place, products).manifest.vectors == "none"
    manifest = embed_pending(place, products, 3)
    assert len(embedder.seen) == len(set(embedder.seen)) == manifest.counts["chunks"]


def test_a_generation_that_appears_meanwhile_is_embedded_too(place: Place, products: Products) -> None:
    put(place, products)
    later = changed(small_extraction(), "Order#total", "def total; 42; end")
    done = []

    def overtake(phase: str, count: int, total: int) -> None:
        if phase == "embed" and count == total and not done:
            done.append(put(place, products, later))

    manifest = embed_pending(place, products, 3, overtake)
    assert manifest.vectors == "complete"
    opened = open_current(place, products)
    assert opened.catalog.units(["method:Order#total"])[0].source_code == "def total; 42; end"
    assert opened.vectors is not None
    assert ids_of(opened.vectors) == set(opened.catalog.chunk_hashes())


def test_a_busy_index_keeps_what_was_embedded(place: Place, products: Products, embedder: CountingWords) -> None:
    put(place, products)
    with writer(place), pytest.raises(StoreError, match="being written"):
        embed_pending(place, products, 3)
    embedded = len(embedder.seen)
    embed_pending(place, products, 3)
    assert len(embedder.seen) == embedded


def test_a_killed_embedding_goes_on_where_it_was(tmp_path: Path) -> None:
    script = f"""
import sys
from pathlib import Path
from core import backends
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.index.publishing import publish
from core.settings import *
from tests.index_samples import SETTINGS, CHECKOUT
from core.model import CodeUnit, Extraction
units = tuple(CodeUnit("method", f"m{{n}}", f"m{{n}}", source_code=f"def m{{n}}; {{n}}; end") for n in range(900))
place, products = Place(Path({str(tmp_path)!r}), "big"), backends.products(SETTINGS)
publish(place, Extraction(units, ()), CHECKOUT, products, SETTINGS.index)
def slow(phase, done, total):
    print(phase, done, flush=True)
    if done >= 256: import time; time.sleep(60)
embed_pending(place, products, 3, slow)
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    while process.stdout.readline() != "embed 256\n":
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()
    embedder = CountingWords(SETTINGS.embed)
    embedder.seen = []
    counting = replace(backends.products(SETTINGS), embedder=lambda: embedder)
    place = Place(tmp_path, "big")
    assert open_current(place, counting).manifest.vectors == "none"
    assert embed_pending(place, counting, 3).counts["vectors"] == 900
    assert len(embedder.seen) == 900 - 256


UNITS = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(["x = 1", "y = 2", "call(z)", ""]), max_size=6)


@examples(5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(UNITS, st.booleans()), min_size=1, max_size=4))
@example([({"a": "x = 1"}, True), ({}, False), ({}, False)])
def test_an_index_that_followed_edits_equals_one_that_was_made_at_once(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[dict[str, str], bool]]
) -> None:
    products = backends.products(SETTINGS)
    home = tmp_path_factory.mktemp("edits")

    def extraction(units: dict[str, str]) -> Extraction:
        return Extraction(tuple(CodeUnit("method", name, name, source_code=code) for name, code in units.items()), ())

    for units, embed in steps:
        publish(Place(home, "followed"), extraction(units), CHECKOUT, products, SETTINGS.index)
        if embed:
            embed_pending(Place(home, "followed"), products, 2)
    publish(Place(home, "at-once"), extraction(steps[-1][0]), CHECKOUT, products, SETTINGS.index)
    contents = []
    for name in ("followed", "at-once"):
        embed_pending(Place(home, name), products, 2)
        opened = open_current(Place(home, name), products)
        assert opened.vectors is not None
        ids = ids_of(opened.vectors)
        vectors = {id_: row.tolist() for id_, row in opened.vectors.get(sorted(ids)).items()}
        tables = [opened.catalog.sql(f"SELECT * FROM {table}").to_dict("list") for table in ("units", "chunks", "documents")]
        contents.append((tables, vectors))
        opened.close()
    assert contents[0] == contents[1]
