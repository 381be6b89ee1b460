"""An index as it is published, read, refused and made again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import StoreError
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.index.publishing import publish
from core.model import Extraction
from core.ports import Products
from tests.index_samples import CHECKOUT, SETTINGS, changed, put, small_extraction


def test_what_is_published_is_found_by_words_at_once(place: Place, products: Products) -> None:
    manifest = put(place, products)
    assert (manifest.generation, manifest.vectors, manifest.embedder, manifest.lexical) == (1, "none", "", "rank-bm25")
    assert manifest.counts["units"] == 7
    assert manifest.fingerprint == "f1"
    opened = open_current(place, products)
    keys, _ = opened.catalog.documents()
    best = [keys[number] for number, _ in opened.lexical.scores(["total"], 3)]
    assert best[0] == "method:Order#total"
    assert opened.vectors is None
    assert opened.manifest == manifest
    opened.close()


def test_a_keyword_index_of_a_backend_that_is_gone_is_made_again_of_the_words(place: Place, products: Products) -> None:
    put(place, products)
    expected = open_current(place, products).lexical.scores(["total"], 3)
    directory = place.current()
    assert directory is not None
    manifest = directory / "manifest.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"rank-bm25"', '"bm25s"'), encoding="utf-8")
    for file in (directory / "lexical").iterdir():
        file.unlink()
    opened = open_current(place, products)
    assert opened.manifest.lexical == "bm25s"
    assert opened.lexical.scores(["total"], 3) == expected
    opened.close()


def test_a_reader_keeps_its_generation_while_others_are_published(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    opened = open_current(place, products)
    for number in range(5):
        put(place, products, changed(small_extraction(), "Order#total", f"def total; {number}; end"))
    assert "lines.sum" in opened.catalog.units(["method:Order#total"])[0].source_code
    opened.close()


def test_a_missing_index_is_refused_with_the_command_that_makes_it(place: Place, products: Products) -> None:
    with pytest.raises(StoreError, match="orienteer index PATH --name shop"):
        open_current(place, products)
    with pytest.raises(StoreError, match="orienteer index PATH --name shop"):
        embed_pending(place, products, 3)


@pytest.mark.parametrize("victim", ["catalog.duckdb", "manifest.json"])
def test_a_damaged_generation_is_refused_and_a_fresh_one_heals_it(place: Place, products: Products, victim: str) -> None:
    put(place, products)
    current = place.current()
    assert current is not None
    (current / victim).write_bytes(b"\x00damaged")
    for attempt in (lambda: open_current(place, products), lambda: put(place, products)):
        with pytest.raises(StoreError, match="--full"):
            attempt()
    assert put(place, products, fresh=True).generation == 2
    open_current(place, products).close()


def test_an_empty_checkout_has_an_index_that_finds_nothing(place: Place, products: Products) -> None:
    put(place, products, Extraction((), ()))
    assert embed_pending(place, products, 3).vectors == "complete"
    opened = open_current(place, products)
    assert opened.catalog.heads() == ()
    assert opened.lexical.scores(["total"], 3) == []
    assert opened.vectors is not None
    assert opened.vectors.nearest(opened.embedder.embed_question("x"), 3) == []


def test_each_time_the_index_was_built_is_a_row_of_runs(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    put(place, products)
    frame = open_current(place, products).catalog.sql("SELECT generation, git_sha, units FROM runs")
    assert frame.to_dict("list") == {"generation": [1, 3], "git_sha": ["abc", "abc"], "units": [7, 7]}


def test_progress_ends_at_its_total(place: Place, products: Products) -> None:
    heard: dict[str, tuple[int, int]] = {}

    def hear(phase: str, done: int, total: int) -> None:
        heard[phase] = (done, total)

    publish(place, small_extraction(), CHECKOUT, products, SETTINGS.index, hear)
    embed_pending(place, products, 3, hear)
    assert set(heard) == {"words", "word vectors", "lexical", "metrics", "chunk", "catalog", "embed", "vectors"}
    assert all(done == total for done, total in heard.values())


def test_a_run_that_finds_nothing_changed_imports_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "one.py").write_text("def one():\n    return 1\n")
    script = f"""
import sys
from pathlib import Path
from core.settings import read_settings
from core.pipeline.indexing import index_checkout
settings = read_settings({{"home": {str(tmp_path / "home")!r}}})
print(index_checkout(Path({str(tmp_path / "code")!r}), settings, vectors=False).changed)
print([name for name in ("duckdb", "numpy", "tiktoken", "networkx", "pandas") if name in sys.modules])
"""
    root = Path(__file__).parents[1]
    runs = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=root).stdout.split("\n")
        for _ in range(2)
    ]
    assert runs[0][0] == "True"
    assert runs[1][:2] == ["False", "[]"]
