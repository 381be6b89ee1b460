"""Every graph of the table against the contract; those on servers against the ones that run here."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from core.backends import CATALOGS, GRAPHS, load
from core.backends.graphs.bolt import BoltGraph, BoltServer
from core.backends.graphs.in_memory import NetworkxGraph
from core.backends.graphs.recursive import RecursiveGraph
from core.backends.listing import available
from core.errors import SettingsError, StoreError
from core.ports import StoreAddress
from core.settings import Settings, changed
from tests.contracts.catalogs import MANIFEST
from tests.contracts.graphs import GraphContract, Opening, chain, write_graph
from tests.servers import MYSQL, POSTGRES, needed
from tests.services import ARCADE_PASSWORD, Absent, service


class OnCatalog(GraphContract):
    graph: type[NetworkxGraph | RecursiveGraph]
    catalog: str
    at = ""

    @pytest.fixture
    def opening(self, tmp_path: Path) -> Iterator[Opening]:
        needed(self.at)
        stores, readers = [], []
        numbers = count()

        def opened(keys, pairs):  # type: ignore[no-untyped-def]
            address = StoreAddress(self.at or str(tmp_path), f"graph-{os.getpid()}-{next(numbers)}")
            stores.append(load(CATALOGS, self.catalog)(address))
            write_graph(stores[-1], keys, pairs)
            readers.append(stores[-1].reader(MANIFEST))
            return self.graph(readers[-1])

        yield opened
        for reader in readers:
            reader.close()
        for store in stores:
            store.erase()


class TestNetworkX(OnCatalog):
    graph, catalog = NetworkxGraph, "duckdb"


class TestSQLite(OnCatalog):
    graph, catalog = RecursiveGraph, "sqlite"
    seeds = range(60)


class TestPostgreSQL(OnCatalog):
    graph, catalog, at = RecursiveGraph, "postgresql", POSTGRES


class TestMySQL(OnCatalog):
    graph, catalog, at = RecursiveGraph, "mysql", MYSQL


@pytest.fixture(scope="module")
def bolt() -> Iterator[str]:
    """Give the address of a server that speaks Bolt."""
    if importlib.util.find_spec("neo4j") is None:
        pytest.skip("no driver for Bolt: pip install '.[neo4j]'")
    try:
        with service("neo4j") as at, pytest.MonkeyPatch.context() as patch:
            patch.setenv("ORIENTEER_GRAPH_KEY", ARCADE_PASSWORD)
            yield at
    except Absent as reason:
        pytest.skip(str(reason).replace("Run: ", ""))


class TestNeo4j(GraphContract):
    seeds = range(8)
    longest = 150  # of which each link is a question

    @pytest.fixture
    def opening(self, tmp_path: Path, bolt: str) -> Iterator[Opening]:
        graphs: list[BoltGraph] = []

        def opened(keys: Sequence[str], pairs: Sequence[tuple[str, str]]) -> BoltGraph:
            store = load(CATALOGS, "duckdb")(StoreAddress(str(tmp_path), f"graph-{len(graphs)}"))
            write_graph(store, keys, pairs)
            graphs.append(BoltGraph(store.reader(replace(MANIFEST, generation=len(graphs) + 1)), bolt))
            return graphs[-1]

        yield opened
        for graph in graphs:
            graph.erase()
            graph.close()

    def test_a_generation_is_written_once(self, opening: Opening, bolt: str) -> None:
        first = opening(*chain(5))
        assert isinstance(first, BoltGraph)
        assert len(first.degrees()) == 5
        again = BoltGraph(first.catalog, bolt)
        assert again.degrees() == first.degrees()
        again.close()
        settings = changed(changed(Settings(), "index.graph", "neo4j"), "index.graph_at", bolt)
        assert {row.name: row.reachable for row in available(settings, ask=True) if row.kind == "graph"}["neo4j"] == "yes"

    def test_of_two_who_are_first_at_once_both_have_the_whole_graph_and_one_copy_stays(
        self, opening: Opening, bolt: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = opening(*chain(6))
        assert isinstance(first, BoltGraph)
        other = BoltGraph(first.catalog, bolt)
        write, found = first._write, []

        def slowly(copy: str) -> None:
            write(copy)
            found.append(other.degrees())

        monkeypatch.setattr(first, "_write", slowly)
        assert first.degrees() == found[0]
        assert set(first.degrees().values()) == {(1, 1)}
        assert len(BoltServer(bolt).copies()) == 1
        other.close()

    def test_one_who_dies_while_writing_is_seen_by_nobody(
        self, opening: Opening, bolt: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        dying = opening(*chain(6))
        assert isinstance(dying, BoltGraph)
        with monkeypatch.context() as killed:
            killed.setattr(type(dying.catalog), "links", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                dying.degrees()
        next_one = BoltGraph(dying.catalog, bolt)
        assert set(next_one.degrees().values()) == {(1, 1)}
        next_one.close()

    def test_the_graphs_of_generations_long_gone_are_deleted(self, opening: Opening, bolt: str) -> None:
        graphs = [opening(*chain(number + 2)) for number in range(5)]
        for graph in graphs:
            graph.degrees()
        assert len(BoltServer(bolt).namespaces()) == 3
        assert [len(graph.degrees()) for graph in graphs[-3:]] == [4, 5, 6]


@pytest.mark.parametrize("at", ["bolt://root@127.0.0.1:1/orienteer"])
def test_a_server_of_graphs_that_is_away_is_told_in_one_sentence(at: str, tmp_path: Path) -> None:
    pytest.importorskip("neo4j", reason="no driver for Bolt: pip install '.[neo4j]'")
    store = load(CATALOGS, "duckdb")(StoreAddress(str(tmp_path), "x"))
    write_graph(store, [], [])
    with closing(store.reader(MANIFEST)) as catalog:
        with pytest.raises(StoreError, match=r"127\.0\.0\.1:1.*ORIENTEER_GRAPH_KEY"):
            BoltGraph(catalog, at).degrees()
        with pytest.raises(SettingsError, match="contains a password"):
            BoltGraph(catalog, "bolt://root:secret@127.0.0.1/x")
        with pytest.raises(SettingsError, match="bolt://USER@HOST"):
            BoltGraph(catalog, "")


def test_every_graph_that_can_be_chosen_is_tried() -> None:
    assert {load(GRAPHS, name) for name in GRAPHS} == {NetworkxGraph, RecursiveGraph, BoltGraph}


def test_a_catalog_without_recursion_is_refused(tmp_path: Path) -> None:
    store = load(CATALOGS, "duckdb")(StoreAddress(str(tmp_path), "x"))
    write_graph(store, [], [])
    with closing(store.reader(MANIFEST)) as catalog, pytest.raises(SettingsError, match=r"Set index\.catalog"):
        RecursiveGraph(catalog)
