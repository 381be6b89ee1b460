"""Every vector store of the table against the contract, and what holds of those in folders alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from core.backends import VECTORS, load
from core.backends.vectors.chroma_collection import ChromaCollection
from core.backends.vectors.folders import unusable
from core.errors import MissingExtra, SettingsError, StoreError
from core.ports import Condition, StoreAddress, VectorStore, ids_of
from core.settings import VECTORS_KEY
from tests.contracts.vector_stores import FACTS, Opening, VectorStoreContract, unit_vectors
from tests.services import SERVICES, Absent, service

FOLDERS = ("chroma", "exact", "faiss", "lancedb", "qdrant-edge")
SERVERS = tuple(sorted(VECTORS.keys() - set(FOLDERS)))
WITHOUT_A_SERVER = {"memory", "qdrant"}  # what is tried in the memory of this process


def opening_of(kind: str) -> Opening:
    """Return what opens a store; where its package is missing the test is skipped; CI installs all of them."""
    try:
        opened: Opening = load(VECTORS, kind)
    except MissingExtra as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))
    return opened


@pytest.fixture(scope="module")
def servers() -> Iterator[Callable[[str], str]]:
    """Give the address of the server of a kind of store, which is started when it is first asked for."""
    with ExitStack() as stack:
        started: dict[str, str] = {}

        def address(kind: str) -> str:
            if kind not in started:
                try:
                    started[kind] = stack.enter_context(service(kind))
                except Absent as reason:
                    if os.environ.get("CI"):
                        raise
                    pytest.skip(str(reason))
            return started[kind]

        yield address


@pytest.fixture(params=FOLDERS)
def folder_kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=SERVERS)
def server_kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class TestFolders(VectorStoreContract):
    """Every store that keeps its points in a folder."""

    @pytest.fixture
    def opening(self, folder_kind: str) -> Opening:
        return opening_of(folder_kind)


class TestServers(VectorStoreContract):
    """Every store that several use at once, against its own server where there is one."""

    @pytest.fixture
    def opening(self, server_kind: str) -> Opening:
        return opening_of(server_kind)

    @pytest.fixture
    def address(self, server_kind: str, opening: Opening, servers: Callable[[str], str]) -> Iterator[StoreAddress]:
        at = f"memory://{uuid4()}" if server_kind in WITHOUT_A_SERVER else servers(server_kind)
        address = StoreAddress(at, "shop-000001")
        yield address
        for namespace in opening(address).namespaces():
            opening(StoreAddress(at, namespace)).erase()

    def test_another_number_of_dimensions_is_refused(self, store: VectorStore) -> None:
        store.put(["a"], unit_vectors(1))
        with pytest.raises(StoreError, match="--full"):
            store.put(["b"], unit_vectors(1, size=8))
        store.close()

    def test_several_threads_read_at_once(self, opening: Opening, address: StoreAddress) -> None:
        store, vectors = opening(address), unit_vectors(40)
        store.put([str(number) for number in range(40)], vectors)
        with ThreadPoolExecutor(4) as threads:
            found = list(threads.map(lambda row: store.nearest(vectors[row], 1)[0][0], range(40)))
        assert found == [str(number) for number in range(40)]
        store.close()


@pytest.mark.parametrize("begun", ["made", "indexed"])
def test_a_collection_of_milvus_whose_server_was_killed_before_it_was_loaded_answers(
    servers: Callable[[str], str], begun: str
) -> None:
    store: Any = opening_of("milvus")(StoreAddress(servers("milvus"), f"killed-{begun}"))
    vectors = unit_vectors(3)
    store.put(["a", "b", "c"], vectors)
    store._asked(lambda client: client.release_collection(store._name))
    if begun == "made":
        store._asked(lambda client: client.drop_index(store._name, "vector"))
    assert [store.nearest(vectors[0], 1)[0][0], store.count()] == ["a", 3]
    store.erase()


@pytest.fixture
def opening(folder_kind: str) -> Opening:
    return opening_of(folder_kind)


@pytest.mark.parametrize("kind", sorted((SERVICES.keys() & VECTORS.keys()) | {"qdrant"}))
def test_a_server_that_is_away_is_told_in_a_sentence_without_the_key(
    kind: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(VECTORS_KEY, "do-not-tell")
    caplog.set_level("DEBUG")
    scheme = "postgresql://me@" if kind == "pgvector" else "http://"
    store = opening_of(kind)(StoreAddress(f"{scheme}127.0.0.1:1", "shop-000001"))
    with pytest.raises(StoreError, match=r"at \S+127.0.0.1:1, which does not answer \(.*Start that server") as told:
        store.count()
    assert "do-not-tell" not in f"{told.value}{caplog.text}"
    store.close()


@pytest.mark.parametrize("kind", SERVERS)
@pytest.mark.parametrize(
    "secret", ["{}://me:hidden@localhost/x", "{}://localhost/x?password=hidden", "{}://localhost/?api_key=hidden"]
)
def test_an_address_with_a_secret_is_refused(kind: str, secret: str) -> None:
    scheme = {"pgvector": "postgresql", "memory": "memory"}.get(kind, "http")
    with pytest.raises(SettingsError, match=rf"index\.vectors_at.*\${VECTORS_KEY}") as told:
        opening_of(kind)(StoreAddress(secret.format(scheme), "shop-000001"))
    assert "hidden" not in str(told.value)


@pytest.mark.parametrize("kind", SERVERS)
@pytest.mark.parametrize("at", ["data/vectors", "ftp://localhost/x", "", "http://[::1", "postgresql://localhost:port/x"])
def test_what_is_no_address_of_the_server_is_refused_with_an_example(kind: str, at: str) -> None:
    with pytest.raises(StoreError, match=r"Set index\.vectors_at, such as \w+://"):
        opening_of(kind)(StoreAddress(at, "shop-000001"))


def test_every_store_is_tried() -> None:
    assert VECTORS.keys() == {*FOLDERS, *WITHOUT_A_SERVER, *(SERVICES.keys() & VECTORS.keys())}


def test_a_folder_may_be_moved(opening: Opening, tmp_path: Path) -> None:
    store = opening(StoreAddress(str(tmp_path), "here"))
    store.put(["a", "b"], unit_vectors(2))
    store.close()
    (tmp_path / "here").rename(tmp_path / "there")
    assert opening(StoreAddress(str(tmp_path), "there")).nearest(unit_vectors(2)[1], 1)[0][0] == "b"


def test_a_damaged_folder_is_a_store_error_that_says_what_to_do(opening: Opening, tmp_path: Path) -> None:
    address = StoreAddress(str(tmp_path), "v")
    store = opening(address)
    store.put(["a", "b"], unit_vectors(2))
    store.close()
    for file in (tmp_path / "v").rglob("*"):
        if file.is_file():
            file.write_bytes(b"this is not what was written here")
    with pytest.raises(StoreError, match="--full"):
        opening(address).nearest(unit_vectors(1)[0], 1)


@pytest.mark.parametrize(
    ("said", "step"),
    [
        ("lance error: LanceError(IO): Permission denied (os error 13) at path", "permissions to read and write"),
        ("error returned from database: (code: 8) attempt to write a readonly database", "permissions to read and write"),
        ("unable to open database file", "permissions to read and write"),
        ("Service runtime error: No space left on device (os error 28)", "Free some disk space, or build them again"),
    ],
)
def test_what_engines_say_of_a_right_or_of_room_comes_with_the_step_that_helps(said: str, step: str) -> None:
    told = str(unusable(Path("/home/vectors"), RuntimeError(said)))
    assert said in told
    assert [one in told for one in ("permissions to read and write", step)] == [step.startswith("permissions"), True]


def test_a_server_is_no_folder(opening: Opening) -> None:
    with pytest.raises(StoreError, match=r"needs a folder.*not the server address 'http://127.0.0.1:1'. Set index.vectors_at"):
        opening(StoreAddress("http://127.0.0.1:1", "shop"))


def test_opening_writes_nothing(opening: Opening, tmp_path: Path) -> None:
    opening(StoreAddress(str(tmp_path / "v"), "shop")).close()
    assert list(tmp_path.iterdir()) == []


def test_chroma_compares_all_of_few_vectors_and_asks_its_index_for_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.backends.vectors.chroma.COMPARED", 20)
    address = StoreAddress(str(tmp_path), "v")
    ids, vectors = [f"{number:03}" for number in range(60)], unit_vectors(60)

    def chroma() -> VectorStore:
        store: VectorStore = load(VECTORS, "chroma")(address)
        return store

    for count, compared in ((10, True), (60, False), (15, True)):
        store = chroma()
        store.drop(ids[count:])
        known = ids_of(store)
        new = [number for number in range(count) if ids[number] not in known]
        store.put([ids[number] for number in new], vectors[new], [FACTS[number % 3] for number in new]) if new else None
        store.close()
        assert (tmp_path / "v" / "exact").is_dir() is compared
        store = chroma()
        assert (store.count(), ids_of(store)) == (count, set(ids[:count]))
        best = [ids[row] for row in np.argsort(-(vectors[:count] @ vectors[3]))[:5]]
        assert [id_ for id_, _ in store.nearest(vectors[3], 5)] == best
        assert store.metadata([ids[4]]) == {ids[4]: FACTS[1]}
        store.close()


def test_chroma_is_imported_without_the_slow_grammar_and_leaves_no_trace_of_it() -> None:
    load(VECTORS, "chroma")
    assert sys.modules.get("rfc3987_syntax", "absent") is not None


def test_chroma_filters_and_describes_by_itself_where_vectors_are_too_many_to_compare(tmp_path: Path) -> None:
    chroma = ChromaCollection(tmp_path / "v")
    chroma.put(list("abcd"), unit_vectors(4), [*FACTS, {}])
    both = [Condition("type", ("class",)), Condition("importance", least=0.6)]
    assert [id_ for id_, _ in chroma.nearest(unit_vectors(4)[2], 4, both)] == ["a"]
    chroma.describe(["a", "never"], [{"type": "module"}, {"type": "module"}])
    assert chroma.metadata(list("ad")) == {"a": {"type": "module"}, "d": {}}
    chroma.drop_where([Condition("type", ("module", "class"))])
    assert [id_ for page in chroma.pages(1) for id_ in page] == ["b", "d"]
    assert chroma.count() == 2
    chroma.close()
