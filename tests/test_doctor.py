"""`orienteer doctor`: what it says of parts that work, and of each fault with its next step."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.command import Done, orienteer
from tests.servers import MYSQL, POSTGRES, needed

QUICK = ("--set", "embed.embedder=hash", "--set", "index.vectors=exact")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "order.rb").write_text("class Order\n  def total = 1\nend\n", encoding="utf-8")
    return folder


def faults(done: Done) -> dict[str, str]:
    assert done.returncode in {0, 1}, done.stderr
    return {part["part"]: part["told"] for part in json.loads(done.stdout) if not part["fine"]}


def test_parts_that_work_are_told_with_what_was_tried(checkout: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert orienteer("index", checkout, *QUICK, home=home).returncode == 0
    done = orienteer("doctor", *QUICK, home=home)
    assert done.returncode == 0
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [
        ["ok", part] for part in ("home", "embedder", "catalog", "graph", "vectors", "index")
    ]
    assert "dimensions was stored, found and deleted" in done.stdout
    assert sorted(path.name for path in home.iterdir()) == ["shop"], "nothing is left of the trials"


@pytest.mark.parametrize(("name", "at"), [("postgresql", POSTGRES), ("mysql", MYSQL)])
def test_servers_are_tried_with_a_catalog_that_is_deleted(name: str, at: str, tmp_path: Path) -> None:
    needed(at)
    sets = ("--set", f"index.catalog={name}", "--set", f"index.catalog_at={at}", "--set", "index.graph=sql")
    done = orienteer("doctor", *QUICK, *sets, home=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "server " in done.stdout


@pytest.mark.parametrize(
    ("sets", "part", "step"),
    [
        (("index.catalog=postgresql", "index.catalog_at=postgresql://x@127.0.0.1:1/x"), "catalog", "Start it"),
        (("index.catalog=mysql",), "catalog", "Set index.catalog_at to mysql://USER@HOST/DATABASE"),
        (("index.vectors=pgvector",), "vectors", "there is none. Set index.vectors_at, such as postgresql://"),
        (("index.graph=sql",), "graph", "Set index.catalog to one of these"),
        (("index.vectors=chroma-server", "index.vectors_at=http://127.0.0.1:1"), "vectors", "Start that server"),
        (("embed.embedder=sentence-transformers", "embed.model=/nowhere"), "embedder", "Set embed.model"),
    ],
)
def test_a_fault_comes_with_its_next_step(sets: tuple[str, ...], part: str, step: str, tmp_path: Path) -> None:
    done = orienteer("doctor", *QUICK, *(word for one in sets for word in ("--set", one)), "-f", "json", home=tmp_path)
    assert done.returncode == 1
    assert step in faults(done)[part]


def test_an_index_that_was_damaged_or_is_of_other_vectors_is_told(checkout: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert orienteer("index", checkout, *QUICK, home=home).returncode == 0
    other = orienteer("doctor", *QUICK, "--set", "embed.embedder=minilm", "-f", "json", home=home)
    assert "but the settings name" in faults(other)["index"]
    shutil.rmtree(home / "shop" / "vectors")
    assert "has lost its vectors" in faults(orienteer("doctor", *QUICK, "-f", "json", home=home))["index"]
    for path in home.rglob("catalog.duckdb"):
        path.unlink()
        path.write_bytes(b"nothing")
    assert "--full" in faults(orienteer("doctor", *QUICK, "-f", "json", home=home))["index"]


def test_of_a_preset_each_part_is_tried_by_itself_and_every_fault_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "ORIENTEER_EMBED_KEY", "DATABASE_URL", "WOODS_DATABASE_URL", "CODEBASE_INDEX_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    sets = ("--set", "preset=mysql", "--set", "index.vectors_at=memory://of-a-preset")
    done = orienteer("doctor", *sets, "-f", "json", home=tmp_path)
    found = {part["part"]: part for part in json.loads(done.stdout)}
    assert found["preset"]["fine"]
    assert "set otherwise: index.vectors_at" in found["preset"]["told"]
    assert "OPENAI_API_KEY" in found["embedder"]["told"]
    assert "Set index.catalog_at" in found["catalog"]["told"]
    assert found["vectors"]["fine"], "which a fault of the catalog does not touch"
    assert "not those of the embedder" in found["vectors"]["told"]


def test_a_postgresql_is_told_with_its_pgvector_or_with_what_to_install(tmp_path: Path) -> None:
    needed(POSTGRES)
    sets = (*QUICK, "--set", "index.vectors=pgvector", "--set", f"index.vectors_at={POSTGRES}")
    said = orienteer("doctor", *sets, home=tmp_path).stdout
    assert ("-pgvector)" in said) != (", pgvector 0." in said)
