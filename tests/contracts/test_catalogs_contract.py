"""Every catalog of the table against the contract; those on servers against the ones that run here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from core.backends import CATALOGS, load
from core.backends.catalogs.duck import DuckStore
from core.backends.catalogs.in_memory import MemoryStore
from core.backends.catalogs.servers import MysqlStore, PostgresStore
from core.backends.catalogs.sqlite import SqliteStore
from core.errors import SettingsError
from core.ports import StoreAddress
from tests.contracts.catalogs import CatalogContract
from tests.servers import MYSQL, POSTGRES, needed


class TestDuckDB(CatalogContract):
    backend = DuckStore


class TestSQLite(CatalogContract):
    backend = SqliteStore


class TestMemory(CatalogContract):
    backend = MemoryStore


class OnServer(CatalogContract):
    at: str

    @pytest.fixture
    def address(self) -> Iterator[Callable[[str], StoreAddress]]:
        """Give namespaces of this process alone, which are gone afterwards."""
        needed(self.at)
        own = f"test-{os.getpid()}-"
        yield lambda namespace: StoreAddress(self.at, own + namespace)
        store = type(self).backend(StoreAddress(self.at, "any"))
        for namespace in store.namespaces():
            if namespace.startswith(own):
                type(self).backend(StoreAddress(self.at, namespace)).erase()


class TestPostgreSQL(OnServer):
    backend = PostgresStore
    at = POSTGRES


class TestMySQL(OnServer):
    backend = MysqlStore
    at = MYSQL


def test_every_catalog_that_can_be_chosen_is_tried() -> None:
    assert {load(CATALOGS, name) for name in CATALOGS} == {DuckStore, SqliteStore, MemoryStore, PostgresStore, MysqlStore}


@pytest.mark.parametrize("backend", [DuckStore, SqliteStore, MemoryStore])
def test_a_file_is_not_looked_for_at_a_server(backend: type[DuckStore | SqliteStore | MemoryStore]) -> None:
    with pytest.raises(SettingsError, match="postgresql://"):
        backend(StoreAddress("postgresql://nowhere", "x"))
