from __future__ import annotations

import hashlib
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from core.backends import EMBEDDERS, TABLES, VECTORS, Backend, load, products
from core.backends.embedders import weights
from core.backends.embedders.minilm import MiniLM
from core.backends.listing import available
from core.errors import MissingExtra, SettingsError, StoreError
from core.settings import EmbedSettings, IndexSettings, Settings
from core.settings.home import cache_home, index_home

ROOT = Path(__file__).parents[1]
ENCODER = "a09ed99601ac48efbd462373df5dc066bd622fd11bea17ce3097a8455ad44a1b"  # SHA-256 of its parts together


def test_every_row_of_the_tables_leads_to_a_class_or_to_the_extra_that_brings_it() -> None:
    for table in TABLES.values():
        for name in table:
            with suppress(MissingExtra):
                assert isinstance(load(table, name), type)


def test_an_unknown_backend_is_refused_with_the_nearest_and_all() -> None:
    with pytest.raises(SettingsError, match=r"Did you mean 'chroma'\? Choose from: chroma, chroma-server, exact, .*qdrant"):
        load(VECTORS, "croma")
    with pytest.raises(SettingsError, match="'bm25'"):
        products(Settings(index=IndexSettings(lexical="bm25")))
    with pytest.raises(SettingsError, match="minilm"):
        products(Settings(embed=EmbedSettings(embedder="minilmm")))


def test_a_package_that_is_not_installed_names_its_extra() -> None:
    table = {"x": Backend("a_package_that_nobody_has.module:X", "", (), "some")}
    with pytest.raises(MissingExtra, match=r"pip install 'orienteer\[some\]'"):
        load(table, "x")
    with pytest.raises(ModuleNotFoundError):
        load({"x": table["x"]._replace(extra=None)}, "x")


def test_backends_are_listed_without_importing_them() -> None:
    script = (
        "import sys\nfrom core.backends.listing import available\nfrom core.settings import Settings\navailable(Settings())\n"
        "heavy = ('torch', 'chromadb', 'onnxruntime', 'rank_bm25', 'duckdb', 'httpx', 'pydantic')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    rows = available(Settings())
    assert [row.name for row in rows] == [name for table in TABLES.values() for name in table]
    assert {row.name for row in rows if row.chosen} == {"minilm", "duckdb", "networkx", "chroma", "rank-bm25"}
    for row in rows:
        assert bool(row.install) == bool(row.missing and TABLES[row.kind][row.name].extra)


def test_the_encoder_is_the_one_that_its_name_stands_for() -> None:
    parts = sorted(MiniLM.weights.glob("part-*"))
    found = hashlib.sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()
    assert (MiniLM.name, found) == ("minilm-questions/1/128", ENCODER), "other vectors need another name"


def test_a_damaged_encoder_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in MiniLM.weights.glob("part-*"):
        (tmp_path / part.name).write_bytes(part.read_bytes()[:1000])
    monkeypatch.setattr(MiniLM, "weights", tmp_path)
    with pytest.raises(StoreError, match=r"sentence vectors in .* cannot be read.*Reinstall orienteer"):
        MiniLM(EmbedSettings()).embed(["x"])


def test_a_vector_depends_on_its_text_alone() -> None:
    model, texts = MiniLM(EmbedSettings()), ["def total", "who may close an order? " * 30, ""]
    together = model.embed(texts)
    assert all((together[place] == model.embed_question(text)).all() for place, text in enumerate(texts))


def test_a_digest_is_remembered_until_the_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = tmp_path / "weights"
    file.write_bytes(b"one")
    first = weights.digest(file)
    monkeypatch.setattr(weights.hashlib, "file_digest", lambda *_: pytest.fail("read again"))
    assert weights.digest(file) == first
    monkeypatch.undo()
    file.write_bytes(b"another")
    assert weights.digest(file) != first


def test_a_model_that_is_not_here_is_not_downloaded() -> None:
    if find_spec("sentence_transformers") is None:  # whose import would take longer than all else here
        pytest.skip("no sentence-transformers: pip install '.[sentence-transformers]'")
    for name in ("/no/such/folder", "nobody/no-such-model"):
        with pytest.raises(SettingsError, match=r"No folder|downloads nothing"):
            _ = load(EMBEDDERS, "sentence-transformers")(EmbedSettings(model=name)).name


def test_indexes_live_where_the_settings_say_else_in_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert index_home(replace(Settings(), home=str(tmp_path))) == tmp_path
    assert index_home(replace(Settings(), home="~/x")) == Path.home() / "x"
    assert index_home(Settings()) == ROOT / "data" / "indexes"
    monkeypatch.setattr("core.settings.home._checkout", lambda: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert index_home(Settings()) == tmp_path / "orienteer" / "indexes"
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/not/allowed")
    assert index_home(Settings()) == Path.home() / ".local" / "share" / "orienteer" / "indexes"


def test_caches_live_in_the_users_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_home() == tmp_path / "orienteer"
