"""A server of vectors that is killed while an index is written to it, and while it is read."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import numpy as np
import pytest

from core.backends import VECTORS, load
from core.errors import StoreError
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.ports import Metadata, Products, StoreAddress, VectorStore, ids_of
from tests.contracts.vector_stores import unit_vectors
from tests.index_samples import changed, put, small_extraction
from tests.services import Absent, Running, postgresql_server


@pytest.fixture
def server() -> Iterator[tuple[Running, str]]:
    if importlib.util.find_spec("psycopg") is None and not os.environ.get("CI"):
        pytest.skip("The package psycopg is not installed. Run: pip install '.[pgvector]'")
    try:
        with postgresql_server() as found:
            yield found
    except Absent as reason:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(reason))


def test_a_server_that_is_killed_while_it_is_written_loses_no_generation(
    place: Place, products: Products, server: tuple[Running, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.index.embed._STORED", 1)
    monkeypatch.setattr("core.backends.vectors.servers._ATTEMPTS", 2)
    running, at = server
    served = replace(products, vectors_at=at, vectors_name="pgvector")
    put(place, served)
    embed_pending(place, served, 3)
    with closing(open_current(place, served)) as opened:
        assert opened.vectors is not None
        before = ids_of(opened.vectors)
        question = opened.embedder.embed_question("total")
    puts = 0

    def falling(name: str, address: StoreAddress) -> VectorStore:
        store = products.vectors(name, address)
        if name == "pgvector":
            write = store.put

            def written(ids: list[str], vectors: np.ndarray, metadata: list[Metadata] | None = None) -> None:
                nonlocal puts
                puts += 1
                if puts == 2:
                    running.kill()
                write(ids, vectors, metadata)

            store.put = written  # type: ignore[method-assign, assignment]
        return store

    extraction = small_extraction()
    for number, unit in enumerate(extraction.units):
        if unit.type == "method":
            extraction = changed(extraction, unit.identifier, f"def m; {number}; end")
    put(place, served, extraction)
    with pytest.raises(StoreError, match="does not answer"):
        embed_pending(place, replace(served, vectors=falling), 3)
    assert puts == 2
    with closing(open_current(place, served)) as opened:
        assert opened.vectors is not None
        with pytest.raises(StoreError, match="does not answer"):
            opened.vectors.nearest(question, 5)
    running.start()
    with closing(open_current(place, served)) as opened:
        assert opened.vectors is not None
        assert {id_ for id_, _ in opened.vectors.nearest(question, 50)} <= before
    assert embed_pending(place, served, 3).vectors == "complete"
    with closing(open_current(place, served)) as opened:
        assert opened.vectors is not None
        assert {id_ for id_, _ in opened.vectors.nearest(question, 50)} == set(opened.catalog.chunk_hashes())


def test_a_reader_and_a_writer_go_on_when_the_server_is_back(products: Products, server: tuple[Running, str]) -> None:
    running, at = server
    store = products.vectors("pgvector", StoreAddress(at, "shop-000001"))
    vectors = unit_vectors(20)
    store.put([str(number) for number in range(20)], vectors)
    running.kill()
    back = Thread(target=running.start)
    back.start()
    assert store.nearest(vectors[3], 1)[0][0] == "3", "asked again until the server was there"
    store.put(["more"], unit_vectors(1, seed=4))
    back.join()
    assert store.count() == 21
    store.close()


def test_a_web_server_at_the_address_of_the_vectors_is_told_in_a_sentence() -> None:
    pytest.importorskip("chromadb", reason="The package chromadb is not installed. Run: pip install '.[chroma]'")
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as web:
        Thread(target=web.serve_forever, args=(0.05,), daemon=True).start()
        at = f"http://127.0.0.1:{web.server_port}"
        with pytest.raises(StoreError, match=r"a web page answered \(Error response\), so another server") as told:
            load(VECTORS, "chroma-server")(StoreAddress(at, "shop")).count()
        web.shutdown()
    assert "<" not in str(told.value)
