"""The catalog in DuckDB against the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ports import Catalog
from tests.contracts.catalogs import CatalogContract
from tests.index_samples import small_extraction
from tests.test_catalog import catalog as written


class TestDuckDB(CatalogContract):
    @pytest.fixture
    def catalog(self, tmp_path: Path) -> Catalog:
        return written(tmp_path / "catalog.duckdb", small_extraction())
