"""Every catalog of the table against the contract."""

from __future__ import annotations

import pytest

from core.backends import CATALOGS, load
from core.backends.catalogs.duck import DuckStore
from core.backends.catalogs.sqlite import SqliteStore
from core.errors import SettingsError
from core.ports import StoreAddress
from tests.contracts.catalogs import CatalogContract


class TestDuckDB(CatalogContract):
    backend = DuckStore


class TestSQLite(CatalogContract):
    backend = SqliteStore


def test_every_catalog_that_can_be_chosen_is_tried() -> None:
    assert {load(CATALOGS, name) for name in CATALOGS} == {DuckStore, SqliteStore}


@pytest.mark.parametrize("backend", [DuckStore, SqliteStore])
def test_a_file_is_not_looked_for_at_a_server(backend: type[DuckStore | SqliteStore]) -> None:
    with pytest.raises(SettingsError, match="postgresql://"):
        backend(StoreAddress("postgresql://nowhere", "x"))
