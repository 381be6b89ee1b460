"""Readers of a generation that is deleted, or may not be read, or is open elsewhere: an answer or one sentence, never less."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from core.backends import VECTORS, load
from core.errors import MissingExtra, StoreError
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.ports import Products, StoreAddress
from tests.index_samples import put


def test_what_was_opened_goes_on_when_its_generation_is_deleted_and_the_rest_is_told(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 1)
    with closing(open_current(place, products)) as warm, closing(open_current(place, products)) as lazy:
        assert warm.vectors is not None
        question = warm.embedder.embed_question("total")
        found = warm.vectors.nearest(question, 5)
        heads = warm.catalog.heads()
        assert warm.lexical
        for _ in range(4):
            put(place, products)
            embed_pending(place, products, 1)
        assert not warm.directory.is_dir()
        assert (warm.catalog.heads(), warm.vectors.nearest(question, 5)) == (heads, found)
        for part in ("lexical", "vectors"):
            with pytest.raises(StoreError, match=r"indexed again after it was opened.*Open the index again"):
                getattr(lazy, part)


def test_vectors_that_may_not_be_read_are_told_in_one_sentence(
    place: Place, products: Products, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(place, products)
    embed_pending(place, products, 1)
    listed = Path.iterdir

    def refused(folder: Path) -> object:
        if folder.parent.name == "vectors":
            raise PermissionError(13, "Permission denied", str(folder))
        return listed(folder)

    with closing(open_current(place, products)) as opened:
        monkeypatch.setattr(Path, "iterdir", refused)
        with pytest.raises(StoreError, match=r"cannot be read: Permission denied\. Fix the permissions"):
            assert opened.vectors


def _engine() -> Any:
    try:
        return load(VECTORS, "qdrant-edge")
    except MissingExtra as problem:
        pytest.skip(f"The package qdrant-edge-py is not installed. Run: pip install '.[qdrant-edge]' ({problem})")


def test_qdrants_engine_is_not_begun_on_a_disk_that_would_end_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    product, address = _engine(), StoreAddress(str(tmp_path), "shop-000001")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5 * 2**20))
    with closing(product(address)) as full, pytest.raises(StoreError, match=r"needs 64 MB on the disk of .*: 5 MB"):
        full.put(["a"], np.ones((1, 4), dtype=np.float32))
    monkeypatch.undo()
    with closing(product(address)) as one:
        one.put(["a"], np.ones((1, 4), dtype=np.float32))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    with closing(product(address)) as reader, pytest.raises(StoreError, match="Free some disk space"):
        reader.count()


def test_a_folder_that_qdrants_engine_has_open_is_told(tmp_path: Path) -> None:
    product = _engine()
    address = StoreAddress(str(tmp_path), "shop-000001")
    with closing(product(address)) as one:
        one.put(["a"], np.ones((1, 4), dtype=np.float32))
        with closing(product(address)) as other, pytest.raises(StoreError, match="open in another process"):
            other.nearest(np.ones(4, dtype=np.float32), 1)
    with closing(product(address)) as again:
        assert again.count() == 1
