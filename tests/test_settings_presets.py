"""Presets, sections by environment, names of other tools, `orienteer init` and `orienteer settings`."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import tomllib
from pathlib import Path

import pytest

from core.errors import SettingsError
from core.settings import PRESETS, Settings, catalog_key, preset_name, read_settings, vectors_key
from tests.command import COMMAND, orienteer

PG = "postgresql://me@db:5433/code"
STANDS_FOR = {
    "local": ("faiss", "sqlite", "networkx", "ollama", "nomic-embed-text"),
    "mysql": ("qdrant", "mysql", "sql", "openai", "text-embedding-3-small"),
    "postgresql": ("pgvector", "postgresql", "sql", "openai", "text-embedding-3-small"),
    "postgresql_qdrant": ("qdrant", "postgresql", "sql", "openai", "text-embedding-3-small"),
    "self_hosted": ("qdrant", "postgresql", "sql", "ollama", "nomic-embed-text"),
    "self_hosted:mysql": ("qdrant", "mysql", "sql", "ollama", "nomic-embed-text"),
}


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DATABASE_URL", "WOODS_DATABASE_URL", "CODEBASE_INDEX_DATABASE_URL", "QDRANT_URL", "OLLAMA_URL", "RAILS_ENV"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("ORIENTEER_CATALOG_KEY", raising=False)
    monkeypatch.delenv("ORIENTEER_VECTORS_KEY", raising=False)
    monkeypatch.chdir(tmp_path)


def chosen(settings: Settings) -> tuple[str, ...]:
    index, embed = settings.index, settings.embed
    return index.vectors, index.catalog, index.graph, embed.embedder, embed.model


def test_each_preset_stands_for_its_stores_and_embedder():
    assert {name: chosen(read_settings({"preset": name})) for name in PRESETS} == STANDS_FOR


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("local_development", "local"), ("mysql_qdrant", "mysql"), ("postgresql_only", "postgresql"),
        ("self_hosted:postgresql", "self_hosted"),
    ],
)  # fmt: skip
def test_other_names_of_a_preset_mean_the_same(alias: str, name: str):
    assert preset_name(alias) == name
    assert read_settings({"preset": alias}) == read_settings({"preset": name})


def test_what_is_given_beside_a_preset_wins_wherever_it_stands(monkeypatch: pytest.MonkeyPatch):
    Path("orienteer.toml").write_text('[embed]\nembedder = "minilm"\nmodel = ""\n', encoding="utf-8")
    monkeypatch.setenv("ORIENTEER_PRESET", "postgresql")
    settings = read_settings({"index.catalog_at": PG})
    assert chosen(settings) == ("pgvector", "postgresql", "sql", "minilm", "")
    assert (settings.index.catalog_at, settings.index.vectors_at) == (PG, PG), "one database has both"


def test_addresses_come_from_the_usual_variables_and_passwords_only_for_their_database(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "mysql2://root:s%40cret@db/shop?pool=5&encoding=utf8mb4")
    monkeypatch.setenv("QDRANT_URL", "http://qdrant:6333")
    settings = read_settings({"preset": "mysql"})
    assert (settings.index.catalog_at, settings.index.vectors_at) == ("mysql://root@db/shop", "http://qdrant:6333")
    assert "s@cret" not in repr(settings)
    assert catalog_key("mysql://root@db/shop") == "s@cret"
    assert catalog_key("mysql://root@elsewhere/shop") is None, "no password goes to another server"
    assert read_settings({"preset": "postgresql"}).index.catalog_at == "", "a MySQL is no PostgreSQL"
    monkeypatch.setenv("WOODS_DATABASE_URL", "postgres://me:pw@db:5433/code")
    assert read_settings({"preset": "postgresql"}).index.catalog_at == PG
    assert vectors_key(PG) == "pw"
    monkeypatch.setenv("ORIENTEER_CATALOG_KEY", "own")
    assert catalog_key(PG) == "own"
    monkeypatch.setenv("OLLAMA_URL", "http://models:11434/")
    assert read_settings({"preset": "self_hosted"}).embed.url == "http://models:11434/v1"
    assert read_settings().index == Settings().index, "without a preset none of them counts"


def test_the_section_of_the_environment_holds_after_what_is_for_all(monkeypatch: pytest.MonkeyPatch):
    text = '[index]\nkeep_generations = 5\n[environments.production]\npreset = "postgresql"\n'
    text += "[environments.production.index]\nkeep_generations = 7\n[environments.development.assemble]\nbudget = 9000\n"
    Path("orienteer.toml").write_text(text, encoding="utf-8")
    assert (read_settings().index.keep_generations, read_settings().assemble.budget) == (5, 9000)
    monkeypatch.setenv("RAILS_ENV", "production")
    assert (read_settings().preset, read_settings().index.keep_generations) == ("postgresql", 7)
    monkeypatch.setenv("RAILS_ENV", "staging")
    assert read_settings().assemble.budget == 8000, "an environment without a section has what is for all"
    monkeypatch.setenv("ORIENTEER_ENV", "prodction")
    with pytest.raises(SettingsError, match=r"no section \[environments.prodction\].*production, development"):
        read_settings()


def test_names_of_other_tools_are_known_and_keys_are_refused():
    settings = read_settings(
        {"vector_store": "sqlite_faiss", "metadata_store": "mysql", "graph_store": "mysql", "token_budget": "12000",
         "max_candidates": "50", "similarity_threshold": "0.7", "embedding_provider": "mock", "RRF_BM25_WEIGHT": "0.4"}
    )  # fmt: skip
    assert chosen(settings)[:4] == ("faiss", "mysql", "sql", "hash")
    assert (settings.assemble.budget, settings.search.candidates, settings.search.similarity_threshold) == (12000, 50, 0.7)
    assert settings.search.weights["keyword"] == 0.4
    with pytest.raises(SettingsError, match=r"A key is not a setting.*ORIENTEER_EMBED_KEY"):
        read_settings({"embedding_api_key": "sk-1"})


def test_init_writes_what_settings_then_shows_and_overwrites_nothing(tmp_path: Path):
    done = orienteer(
        "init", "--preset", "self_hosted", "--db", "mysql", "--catalog-at", "mysql://root@db/code", "--embedder", "minilm",
        home=tmp_path, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "orienteer doctor" in done.stdout
    assert "a server of Qdrant" in done.stderr
    written = (tmp_path / "orienteer.toml").read_text(encoding="utf-8")
    assert tomllib.loads(written)["preset"] == "self_hosted:mysql"
    shown = json.loads(orienteer("settings", "-f", "json", home=tmp_path, cwd=tmp_path).stdout)
    origins = {row["setting"]: (row["value"], row["origin"]) for row in shown}
    assert origins["index.catalog_at"] == ("mysql://root@db/code", "orienteer.toml")
    assert origins["index.vectors"] == ("qdrant", "the preset self_hosted:mysql")
    assert origins["embed.embedder"] == ("minilm", "orienteer.toml")
    again = orienteer("init", "--preset", "local", home=tmp_path, cwd=tmp_path)
    assert (again.returncode, (tmp_path / "orienteer.toml").read_text(encoding="utf-8")) == (2, written)
    assert "not overwritten" in again.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Pass --preset: local, mysql"),
        (("--preset", "postgres"), "Did you mean 'postgresql'?"),
        (("--preset", "local", "--db", "mysql"), "No preset 'local:mysql'"),
        (("--preset", "postgresql", "--catalog-at", "postgresql://me:pw@db/code"), "contains a password"),
        (("--preset", "local", "--set", "index.vektors=x"), "Did you mean 'index.vectors'?"),
        (("--preset", "local", "--file", "no/such/folder.toml"), "cannot be written"),
    ],
)
def test_init_refuses_in_a_sentence_and_writes_nothing(arguments: tuple[str, ...], said: str, tmp_path: Path):
    done = orienteer("init", *arguments, home=tmp_path, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_init_asks_at_a_terminal(tmp_path: Path):
    ours, theirs = pty.openpty()
    environment = {**os.environ, "ORIENTEER_HOME": str(tmp_path)}
    with subprocess.Popen([str(COMMAND), "init"], cwd=tmp_path, stdin=theirs, stdout=subprocess.PIPE, env=environment) as run:
        os.write(ours, f"postgresql\n{PG}\nn\n".encode())
        out, _ = run.communicate(timeout=60)
    assert run.returncode == 0
    assert b"Database (postgresql://USER@HOST/DATABASE)" in out
    assert chosen(read_settings(file=tmp_path / "orienteer.toml")) == ("pgvector", "postgresql", "sql", "minilm", "")
    assert read_settings(file=tmp_path / "orienteer.toml").index.vectors_at == PG


def test_presets_are_listed_with_what_was_never_tried(tmp_path: Path):
    rows = json.loads(orienteer("settings", "--presets", "-f", "json", home=tmp_path, cwd=tmp_path).stdout)
    assert [row["preset"] for row in rows] == list(PRESETS)
    assert "Qdrant" in next(row for row in rows if row["preset"] == "self_hosted")["never_tried_with"]
    everything = orienteer("settings", "--all", "-f", "json", home=tmp_path, cwd=tmp_path)
    assert {"setting": "search.similarity_threshold", "value": 0.0, "origin": "default"} in json.loads(everything.stdout)
