"""Vectors of an index: when they are made, carried over, dropped."""

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
from core.backends.embedders.hashed import HashedWords
from core.errors import StoreError
from core.index.embed import embed_pending
from core.index.generations import writer
from core.index.opening import open_current
from core.index.place import Place
from core.index.publishing import publish
from core.model import CodeUnit, Extraction, chunk_unit
from core.ports import Products, StoreAddress, VectorStore, ids_of
from tests.examples import examples
from tests.index_samples import CHECKOUT, SETTINGS, CountingWords, changed, put, small_extraction
from tests.memory_vectors import MemoryServer

ROOT = Path(__file__).parents[1]


def test_vectors_follow_as_a_second_generation(place: Place, products: Products) -> None:
    first = put(place, products)
    second = embed_pending(place, products, 3)
    assert (second.generation, second.vectors, second.embedder) == (2, "complete", HashedWords.name)
    assert second.counts["vectors"] == second.counts["chunks"] == first.counts["chunks"]
    opened = open_current(place, products)
    assert opened.vectors is not None
    assert ids_of(opened.vectors) == set(opened.catalog.chunk_hashes())
    (found, _), *_ = opened.vectors.nearest(opened.embedder.embed_question("customer buys orders"), 3)
    assert chunk_unit(found) == "model:Customer"
    assert opened.catalog.heads() == open_current(place, products).catalog.heads()
    opened.close()


def test_chunks_are_made_when_vectors_are_asked_for_and_kept_up_to_date_from_then_on(place: Place, products: Products) -> None:
    uncut = put(place, products, cut=False)
    assert (uncut.cut, uncut.counts["chunks"]) == (False, 0)
    with pytest.raises(StoreError, match="no chunks to embed"):
        embed_pending(place, products, 3)
    cut = put(place, products)
    assert cut.counts["chunks"] > 0
    after = put(place, products, cut=False)
    assert (after.cut, after.counts["chunks"]) == (True, cut.counts["chunks"])


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
    assert "method:Order#total" not in {chunk_unit(id_) for id_ in ids_of(opened.vectors)}
    nearest = opened.vectors.nearest(embedder.embed_question("def total lines sum price"), 50)
    assert {id_ for id_, _ in nearest} == ids_of(opened.vectors)
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
        assert "model:Customer" not in {chunk_unit(id_) for id_ in ids_of(opened.vectors)}
        query = opened.embedder.embed_question("customer buys orders")
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


def test_what_a_store_knows_of_a_chunk(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    opened = open_current(place, products)
    assert opened.vectors is not None
    (chunk,) = [id_ for id_ in ids_of(opened.vectors) if chunk_unit(id_) == "method:Order#total"]
    assert opened.vectors.metadata([chunk])[chunk] == {
        "repository": place.name, "type": "method", "language": "ruby", "file": "app/models/order.rb", "namespace": "Order",
        "is_test": False, "change_frequency": "unknown", "importance": opened.catalog.points()[chunk]["importance"],
    }  # fmt: skip
    order = next(id_ for id_ in ids_of(opened.vectors) if chunk_unit(id_) == "model:Order")
    assert opened.vectors.metadata([order])[order]["change_frequency"] == "stable"
    opened.close()


def test_what_a_store_knows_of_a_chunk_follows_the_history(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    hot = tuple(replace(one, change_frequency="hot") for one in small_extraction().history)
    put(place, products, changed(replace(small_extraction(), history=hot), "Order#total", "def total; 42; end"))
    embed_pending(place, products, 3)
    opened = open_current(place, products)
    assert opened.vectors is not None
    order = next(id_ for id_ in ids_of(opened.vectors) if chunk_unit(id_) == "model:Order")
    assert opened.vectors.metadata([order])[order]["change_frequency"] == "hot"


def test_generations_that_only_drop_vectors_go_on_with_the_same_and_unused_ones_are_deleted(
    place: Place, products: Products
) -> None:
    def spaces() -> list[str]:
        return sorted(folder.name for folder in (place.directory / "vectors").iterdir())

    put(place, products)
    first = embed_pending(place, products, 3).vector_space
    assert spaces() == [first] == [f"{place.name}-000002"]
    put(place, products, changed(small_extraction(), "Order#total", "def total; 42; end"))
    assert spaces() == [first]
    second = embed_pending(place, products, 3).vector_space
    assert spaces() == [first, second]
    for _ in range(3):
        put(place, products, fresh=False)
    assert spaces() == [second]


def test_vectors_may_lie_in_a_folder_elsewhere(place: Place, products: Products, tmp_path: Path) -> None:
    elsewhere = replace(products, vectors_at=str(tmp_path / "fast"))
    put(place, elsewhere)
    manifest = embed_pending(place, elsewhere, 3)
    assert (tmp_path / "fast" / manifest.vector_space).is_dir()
    assert not (place.directory / "vectors").exists()
    opened = open_current(place, products)  # says itself where they are
    assert opened.vectors is not None
    assert opened.vectors.count() == manifest.counts["vectors"]
    opened.close()
    assert embed_pending(place, products, 3).vectors_at == ""


def test_a_server_is_written_in_place_and_each_generation_sees_its_own_points(place: Place, products: Products) -> None:
    server = MemoryServer()

    def opened_at(name: str, address: StoreAddress) -> VectorStore:
        return server.opened(address) if name == "memory" else products.vectors(name, address)

    shared = replace(products, vectors_at="memory://", vectors_name="memory", vectors=opened_at)
    put(place, shared)
    first = embed_pending(place, shared, 3)
    reader = open_current(place, shared)
    put(place, shared, changed(small_extraction(), "Order#total", "def total; 42; end"))
    second = embed_pending(place, shared, 3)
    assert first.vector_space == second.vector_space
    points = server.spaces[first.vector_space]
    later = open_current(place, shared)
    assert reader.vectors is not None
    assert later.vectors is not None
    assert ids_of(reader.vectors) != ids_of(later.vectors) == set(later.catalog.chunk_hashes())
    assert points.keys() == ids_of(reader.vectors) | ids_of(later.vectors)
    question = later.embedder.embed_question("total")
    for opened in (reader, later):
        assert {id_ for id_, _ in opened.vectors.nearest(question, 50)} == ids_of(opened.vectors)
    for _ in range(2):
        put(place, shared, changed(small_extraction(), "Order#total", "def total; 42; end"))
    assert points.keys() == ids_of(later.vectors), "what no kept generation lists is collected"
    assert reader.vectors.nearest(question, 1)


def test_a_server_that_is_away_at_the_end_does_not_take_the_generation_back(
    place: Place, products: Products, caplog: pytest.LogCaptureFixture
) -> None:
    put(place, products)
    embed_pending(place, products, 3)

    def away(name: str, address: StoreAddress) -> VectorStore:
        if address.namespace == "any":
            raise StoreError("The store does not answer.")
        return products.vectors(name, address)

    manifest = put(place, replace(products, vectors=away))
    assert open_current(place, products).manifest.generation == manifest.generation
    assert "does not answer" in caplog.text


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
