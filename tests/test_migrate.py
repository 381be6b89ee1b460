"""An index that is moved between stores is the same index: nothing is read or embedded again, and no answer changes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.backends.embedders.hashed import HashedWords
from core.errors import StoreError
from core.index.embed import embed_pending
from core.index.migrating import migrate
from core.index.opening import open_current
from core.index.place import Place
from core.ports import Products
from tests.command import orienteer
from tests.contracts.catalogs import told
from tests.index_samples import SETTINGS, CountingWords, put
from tests.servers import MYSQL, POSTGRES, forget_spaces, needed


@pytest.fixture
def indexed(place: Place, products: Products) -> Products:
    put(place, products)
    embed_pending(place, products, 3)
    return products


def held(place: Place, products: Products) -> tuple[list[object], dict[str, list[float]]]:
    with closing(open_current(place, products)) as opened:
        assert opened.vectors is not None
        ids = sorted(id_ for page in opened.vectors.pages() for id_ in page)
        return told(opened.catalog), {id_: vector.tolist() for id_, vector in opened.vectors.get(ids).items()}


@pytest.fixture(params=[("sqlite", ""), ("postgresql", POSTGRES), ("mysql", MYSQL)], ids=lambda one: one[0])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    name, at = request.param
    needed(at)
    yield name, at
    if at:
        forget_spaces(name, at, tmp_path)


@pytest.mark.parametrize("cached", [True, False])
def test_it_is_there_and_back_without_embedding(
    indexed: Products, place: Place, embedder: CountingWords, server: tuple[str, str], tmp_path: Path, cached: bool
) -> None:
    before, embedded = held(place, indexed), len(embedder.seen)
    there = replace(
        indexed, catalog_name=server[0], catalog_at=server[1], vectors_name="exact", vectors_at=str(tmp_path / "vectors")
    )
    for target in (there, there, indexed):
        if not cached:
            shutil.rmtree(place.cache)
        manifest = migrate(place, target, 3)
        assert (manifest.catalog, manifest.catalog_at) == (target.catalog_name, target.catalog_at)
        assert (manifest.vector_store, manifest.vectors_at) == (target.vectors_name, target.vectors_at)
        assert held(place, target) == before
    assert len(embedder.seen) == embedded


def test_vectors_of_another_embedder_stay_where_they_are(indexed: Products, place: Place) -> None:
    class Other(HashedWords):
        name = "other"

    current = place.current()
    with pytest.raises(StoreError, match="but the settings name"):
        migrate(place, replace(indexed, catalog_name="sqlite", embedder=lambda: Other(SETTINGS.embed)), 3)
    assert place.current() == current


def test_the_command_says_what_was_moved(tmp_path: Path) -> None:
    checkout, home = tmp_path / "shop", tmp_path / "home"
    checkout.mkdir()
    (checkout / "order.rb").write_text("class Order; end\n", encoding="utf-8")
    quick = ("--set", "embed.embedder=hash", "--set", "index.vectors=exact")
    assert orienteer("index", checkout, *quick, home=home).returncode == 0
    to_sqlite = (*quick, "--set", "index.catalog=sqlite")
    done = orienteer("migrate", "shop", *to_sqlite, home=home)
    assert "catalog from duckdb to sqlite" in done.stdout
    assert "Nothing to move" in orienteer("migrate", "shop", *to_sqlite, home=home).stdout
    assert "Nothing has changed" in orienteer("index", checkout, *to_sqlite, home=home).stdout
    absent = orienteer("migrate", "shopp", *quick, home=home)
    assert (absent.returncode, "No index 'shopp'" in absent.stderr) == (2, True)
