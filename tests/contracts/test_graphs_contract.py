"""Every graph of the table against the contract; those on servers against the ones that run here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from core.backends import CATALOGS, GRAPHS, load
from core.backends.graphs.in_memory import NetworkxGraph
from core.backends.graphs.recursive import RecursiveGraph
from core.errors import SettingsError
from core.ports import StoreAddress
from tests.contracts.catalogs import MANIFEST
from tests.contracts.graphs import GraphContract, Opening, write_graph
from tests.servers import MYSQL, POSTGRES, needed


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


def test_every_graph_that_can_be_chosen_is_tried() -> None:
    assert {load(GRAPHS, name) for name in GRAPHS} == {NetworkxGraph, RecursiveGraph}


def test_a_catalog_without_recursion_is_refused(tmp_path: Path) -> None:
    store = load(CATALOGS, "duckdb")(StoreAddress(str(tmp_path), "x"))
    write_graph(store, [], [])
    with closing(store.reader(MANIFEST)) as catalog, pytest.raises(SettingsError, match=r"Set index\.catalog"):
        RecursiveGraph(catalog)
