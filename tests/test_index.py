from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import backends
from core.backends.embedders.hashed import HashedWords
from core.errors import StoreError
from core.index import Checkout, Place, embed_pending, open_current, publish
from core.index.generations import writer
from core.model import CodeUnit, Extraction, Manifest, chunk_unit
from core.ports import Products
from core.settings import EmbedSettings, IndexSettings, Settings
from tests.index_samples import small_extraction

ROOT = Path(__file__).parents[1]
CHECKOUT = Checkout("/shop", "2026-01-01T00:00:00+00:00", "abc", "main", fingerprint="f1")
SETTINGS = Settings(embed=EmbedSettings(embedder="hash"), index=IndexSettings(vectors="exact"))


class CountingWords(HashedWords):
    """The hashed embedder, which also notes every text that it was given."""

    seen: list[str]

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.seen.extend(texts)
        return super().embed(texts)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path, "shop")


@pytest.fixture
def embedder() -> CountingWords:
    counting = CountingWords(SETTINGS.embed)
    counting.seen = []
    return counting


@pytest.fixture
def products(embedder: CountingWords) -> Products:
    return replace(backends.products(SETTINGS), embedder=lambda: embedder)


def put(place: Place, products: Products, extraction: Extraction | None = None, **options: bool) -> Manifest:
    return publish(place, extraction or small_extraction(), CHECKOUT, products, SETTINGS.index, **options)


def changed(extraction: Extraction, identifier: str, source: str) -> Extraction:
    units = tuple(replace(unit, source_code=source) if unit.identifier == identifier else unit for unit in extraction.units)
    return replace(extraction, units=units)


def test_what_is_published_is_found_by_words_at_once(place: Place, products: Products) -> None:
    manifest = put(place, products)
    assert (manifest.generation, manifest.vectors, manifest.embedder, manifest.lexical) == (1, "none", "", "rank-bm25")
    assert manifest.counts["units"] == 7
    assert manifest.fingerprint == "f1"
    opened = open_current(place, products)
    keys, _ = opened.catalog.documents()
    best = [keys[number] for number, _ in opened.lexical.scores(["total"], 3)]
    assert best[0] == "method:Order#total"
    assert opened.vectors is None
    assert opened.manifest == manifest
    opened.close()


def test_vectors_follow_as_a_second_generation(place: Place, products: Products) -> None:
    first = put(place, products)
    second = embed_pending(place, products, 3)
    assert (second.generation, second.vectors, second.embedder) == (2, "complete", HashedWords.name)
    assert second.counts["vectors"] == second.counts["chunks"] == first.counts["chunks"]
    opened = open_current(place, products)
    assert opened.vectors is not None
    assert opened.vectors.ids() == set(opened.catalog.chunk_hashes())
    (found, _), *_ = opened.vectors.nearest(opened.embedder.embed(["customer buys orders"])[0], 3)
    assert chunk_unit(found) == "model:Customer"
    assert opened.catalog.heads() == open_current(place, products).catalog.heads()
    opened.close()


def test_complete_vectors_are_left_alone(place: Place, products: Products, embedder: CountingWords) -> None:
    put(place, products)
    before = embed_pending(place, products, 3)
    embedder.seen.clear()
    assert embed_pending(place, products, 3) == before
    assert embedder.seen == []


def test_only_changed_texts_are_embedded_again(place: Place, products: Products, embedder: CountingWords) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    embedder.seen.clear()
    manifest = put(place, products, changed(small_extraction(), "Order#total", "def total; 42; end"))
    assert manifest.vectors == "partial"
    assert manifest.counts["vectors"] == manifest.counts["chunks"] - 1
    opened = open_current(place, products)
    assert opened.vectors is not None
    assert "method:Order#total" not in {chunk_unit(id_) for id_ in opened.vectors.ids()}
    nearest = opened.vectors.nearest(embedder.embed(["def total lines sum price"])[0], 50)
    assert {id_ for id_, _ in nearest} == opened.vectors.ids()
    opened.close()
    embedder.seen.clear()
    manifest = embed_pending(place, products, 3)
    assert manifest.vectors == "complete"
    (text,) = embedder.seen
    assert "42" in text


def test_going_back_to_a_known_text_embeds_nothing(place: Place, products: Products, embedder: CountingWords) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    put(place, products, changed(small_extraction(), "Order#total", "def total; 42; end"))
    embed_pending(place, products, 3)
    embedder.seen.clear()
    put(place, products)
    assert embed_pending(place, products, 3).vectors == "complete"
    assert embedder.seen == []


def test_vectors_of_deleted_units_are_neither_found_nor_kept(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    fewer = replace(small_extraction(), units=tuple(u for u in small_extraction().units if u.identifier != "Customer"))
    assert put(place, products, fewer).vectors == "partial"
    for _ in range(2):
        opened = open_current(place, products)
        assert opened.vectors is not None
        assert "model:Customer" not in {chunk_unit(id_) for id_ in opened.vectors.ids()}
        query = opened.embedder.embed(["customer buys orders"])[0]
        assert "model:Customer" not in {chunk_unit(id_) for id_, _ in opened.vectors.nearest(query, 50)}
        opened.close()
        embed_pending(place, products, 3)


def test_nothing_to_say_again_carries_complete_vectors_over(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    assert put(place, products).vectors == "complete"


def test_a_fresh_index_leaves_the_old_vectors_behind(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    assert put(place, products, fresh=True).vectors == "none"


def test_vectors_of_another_embedder_are_refused_with_the_command_that_helps(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    other = CountingWords(SETTINGS.embed)
    other.name = "another/model"
    opened = open_current(place, replace(products, embedder=lambda: other))
    assert opened.lexical.scores(["total"], 1)
    with pytest.raises(StoreError, match=r"hashed-words/384.*another/model.*orienteer index /shop --full"):
        _ = opened.vectors
    opened.close()


def test_another_embedder_or_store_makes_all_vectors_anew(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    other = CountingWords(SETTINGS.embed)
    other.name, other.seen = "another/model", []
    manifest = embed_pending(place, replace(products, embedder=lambda: other), 3)
    assert manifest.embedder == "another/model"
    assert len(other.seen) == manifest.counts["chunks"]
    manifest = embed_pending(place, replace(products, vectors_name="chroma", embedder=lambda: other), 3)
    assert manifest.vector_store == "chroma"
    assert len(other.seen) == manifest.counts["chunks"]


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
    assert opened.vectors.ids() == set(opened.catalog.chunk_hashes())


def test_a_busy_index_keeps_what_was_embedded(place: Place, products: Products, embedder: CountingWords) -> None:
    put(place, products)
    with writer(place), pytest.raises(StoreError, match="being written"):
        embed_pending(place, products, 3)
    embedded = len(embedder.seen)
    embed_pending(place, products, 3)
    assert len(embedder.seen) == embedded


def test_a_reader_keeps_its_generation_while_others_are_published(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    opened = open_current(place, products)
    for number in range(5):
        put(place, products, changed(small_extraction(), "Order#total", f"def total; {number}; end"))
    assert "lines.sum" in opened.catalog.units(["method:Order#total"])[0].source_code
    opened.close()


def test_a_missing_index_is_refused_with_the_command_that_makes_it(place: Place, products: Products) -> None:
    with pytest.raises(StoreError, match="orienteer index PATH --name shop"):
        open_current(place, products)
    with pytest.raises(StoreError, match="orienteer index PATH --name shop"):
        embed_pending(place, products, 3)


@pytest.mark.parametrize("victim", ["catalog.duckdb", "manifest.json"])
def test_a_damaged_generation_is_refused_and_a_fresh_one_heals_it(place: Place, products: Products, victim: str) -> None:
    put(place, products)
    current = place.current()
    assert current is not None
    (current / victim).write_bytes(b"\x00damaged")
    for attempt in (lambda: open_current(place, products), lambda: put(place, products)):
        with pytest.raises(StoreError, match="--full"):
            attempt()
    assert put(place, products, fresh=True).generation == 2
    open_current(place, products).close()


def test_an_empty_checkout_has_an_index_that_finds_nothing(place: Place, products: Products) -> None:
    put(place, products, Extraction((), ()))
    assert embed_pending(place, products, 3).vectors == "complete"
    opened = open_current(place, products)
    assert opened.catalog.heads() == ()
    assert opened.lexical.scores(["total"], 3) == []
    assert opened.vectors is not None
    assert opened.vectors.nearest(opened.embedder.embed(["x"])[0], 3) == []


def test_each_time_the_index_was_built_is_a_row_of_runs(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    put(place, products)
    frame = open_current(place, products).catalog.sql("SELECT generation, git_sha, units FROM runs")
    assert frame.to_dict("list") == {"generation": [1, 3], "git_sha": ["abc", "abc"], "units": [7, 7]}


def test_progress_ends_at_its_total(place: Place, products: Products) -> None:
    heard: dict[str, tuple[int, int]] = {}

    def hear(phase: str, done: int, total: int) -> None:
        heard[phase] = (done, total)

    publish(place, small_extraction(), CHECKOUT, products, SETTINGS.index, hear)
    embed_pending(place, products, 3, hear)
    assert set(heard) == {"words", "lexical", "metrics", "chunk", "catalog", "embed", "vectors"}
    assert all(done == total for done, total in heard.values())


def test_a_killed_embedding_goes_on_where_it_was(tmp_path: Path) -> None:
    script = f"""
import sys
from pathlib import Path
from core import backends
from core.index import *
from core.settings import *
from tests.test_index import SETTINGS, CHECKOUT
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


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(UNITS, st.booleans()), min_size=1, max_size=4))
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
        ids = opened.vectors.ids()
        vectors = {id_: row.tolist() for id_, row in opened.vectors.get(sorted(ids)).items()}
        tables = [opened.catalog.sql(f"SELECT * FROM {table}").to_dict("list") for table in ("units", "chunks", "documents")]
        contents.append((tables, vectors))
        opened.close()
    assert contents[0] == contents[1]
