"""Indexes whose catalog is on a server: the same answers, whole generations only, nothing left behind, no password anywhere."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text as sql

from core.backends import CATALOGS, load, products
from core.backends.catalogs import server_engines
from core.backends.catalogs.server_engines import SqlServer
from core.backends.catalogs.servers import ServerStore
from core.errors import StoreError
from core.index.opening import open_current
from core.index.place import Place
from core.model.tables import TABLES
from core.ports import Catalog, StoreAddress
from core.settings import Settings, changed, read_settings
from core.workbench import open_workbench
from tests.command import orienteer
from tests.contracts.catalogs import MANIFEST, ORDERED, write
from tests.index_samples import small_extraction
from tests.servers import MYSQL, POSTGRES, forget_spaces, needed, spaces_of

SAMPLE = Path(__file__).parents[1] / "data" / "sample"
EVERY = {"postgresql": POSTGRES, "mysql": MYSQL}


@pytest.fixture(params=EVERY)
def server(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Give the name of a catalog and the address of its server, and delete what the test has left there."""
    name = str(request.param)
    needed(EVERY[name])
    monkeypatch.setenv("ORIENTEER_INDEX_CATALOG", name)
    monkeypatch.setenv("ORIENTEER_INDEX_CATALOG_AT", EVERY[name])
    yield name, EVERY[name]
    forget_spaces(name, EVERY[name], tmp_path)


def store(name: str, namespace: str = "any") -> ServerStore:
    made: ServerStore = load(CATALOGS, name)(StoreAddress(EVERY[name], namespace))
    return made


def spaces(name: str) -> list[str]:
    return store(name).namespaces()


def rows(home: Path, name: str, at: str) -> dict[str, object]:
    settings = changed(changed(Settings(), "index.catalog", name), "index.catalog_at", at)
    with closing(open_current(Place(home, "harbour"), products(settings))) as opened:
        frames = {table: opened.catalog.sql(f"SELECT * FROM {table}") for table in TABLES if table != "runs"}
        return {table: frame.astype(str).to_dict("list") for table, frame in frames.items()}


def test_an_index_on_a_server_is_the_one_in_a_file_also_after_edits(server: tuple[str, str], tmp_path: Path) -> None:
    checkout, there, here = tmp_path / "harbour", tmp_path / "there", tmp_path / "here"
    shutil.copytree(SAMPLE, checkout)
    local = ("--set", "index.catalog=duckdb", "--set", "index.catalog_at=")
    for text in ("", "\n# one more line\n"):
        (checkout / "app" / "models" / "basket.rb").open("a").write(text)
        assert orienteer("index", checkout, "--no-vectors", home=there).returncode == 0
        assert orienteer("index", checkout, "--no-vectors", *local, home=here).returncode == 0
        assert rows(there, *server) == rows(here, "duckdb", "")
    for _ in range(4):
        (checkout / "app" / "models" / "basket.rb").open("a").write("# and another\n")
        assert orienteer("index", checkout, "--no-vectors", home=there).returncode == 0
    assert len(spaces_of(*server, tmp_path)) == 3, "as many as generations are kept"
    asked = ("ask", "which models use the basket", "-i", "harbour", "--format", "json")
    assert orienteer(*asked, home=there).stdout


_DIES = """
import os, sys
from core.backends import CATALOGS, load
from core.ports import Catalog, StoreAddress
from tests.contracts.catalogs import ORDERED
from core.index.rows import unit_row
with load(CATALOGS, sys.argv[1])(StoreAddress(sys.argv[2], sys.argv[3])).writer() as tables:
    tables({"units": map(unit_row, ORDERED.units)})
    os.kill(os.getpid(), 9)
"""


def test_what_a_killed_writer_leaves_is_no_catalog_and_is_written_over(server: tuple[str, str]) -> None:
    name, at = server
    space = f"harbour-{os.getpid()}-000001"
    root = Path(__file__).parents[1]
    died = subprocess.run([sys.executable, "-c", _DIES, name, at, space], cwd=root, check=False, capture_output=True)
    assert died.returncode == -9, died.stderr.decode()
    assert space in spaces(name)
    with pytest.raises(StoreError, match=f"No catalog '{space}'"):
        store(name, space).reader(MANIFEST)
    write(store(name, space), small_extraction())
    with closing(store(name, space).reader(MANIFEST)) as catalog:
        assert len(catalog.heads()) == len(small_extraction().units)


def write_half(begun: ServerStore, other: Catalog) -> None:
    """Write a table, look at another catalog and at the one that is begun, and fail."""
    with begun.writer() as tables:
        tables({"runs": []})
        assert len(other.heads()) == len(ORDERED.units)
        with pytest.raises(StoreError, match="No catalog"):
            begun.reader(MANIFEST)
        raise RuntimeError


def test_one_is_read_while_the_next_is_written_and_when_writing_fails(server: tuple[str, str]) -> None:
    name, _ = server
    first, second = (f"harbour-{os.getpid()}-{number:06}" for number in (1, 2))
    write(store(name, first), small_extraction())
    with closing(store(name, first).reader(MANIFEST)) as catalog:
        with pytest.raises(RuntimeError):
            write_half(store(name, second), catalog)
        assert second not in spaces(name)
        store(name, second).begin_as(StoreAddress(EVERY[name], first))
        store(name, first).erase()
        assert catalog.relations() == ORDERED.relations, "what another is held in too is not deleted"
        store(name, second).erase()
        with pytest.raises(StoreError, match="orienteer index /shop --full"):
            catalog.relations()


def test_a_catalog_whose_deleting_was_interrupted_is_deleted_by_the_next_who_tries(
    server: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _ = server
    one = store(name, f"harbour-{os.getpid()}-000001")
    write(one, small_extraction())
    held = one._ledger.held(f"harbour-{os.getpid()}-000001")
    with monkeypatch.context() as killed:
        killed.setattr(SqlServer, "drop_schema", interrupted)
        with pytest.raises(KeyboardInterrupt):
            one.erase()
    assert f"harbour-{os.getpid()}-000001" in spaces(name), "else nobody knew of the schema any more"
    with pytest.raises(StoreError, match="No catalog"):
        one.reader(MANIFEST)
    one.erase()
    with one._server.connected() as connection:
        there = "SELECT 1 FROM information_schema.schemata WHERE schema_name = :held"
        assert connection.execute(sql(there), {"held": held}).first() is None


def test_a_server_that_has_just_been_started_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [
        "the database system is starting up",
        "Consistent recovery state has not been yet reached: not yet accepting connections",
    ]

    class Dialect:
        def connect(self, *_: object, **__: object) -> str:
            if said:
                raise OSError(said.pop())
            return "connected"

    monkeypatch.setattr("tenacity.nap.time.sleep", lambda _: None)
    assert server_engines._connected_once_started(Dialect(), None, (), {}) == "connected"
    said[:] = ["password authentication failed"] * 2
    with pytest.raises(OSError, match="password"):
        server_engines._connected_once_started(Dialect(), None, (), {})
    assert len(said) == 1


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("at", ["postgresql://somebody@127.0.0.1:1/shop", "mysql://somebody@127.0.0.1:1/shop"])
def test_a_server_that_is_away_is_told_in_one_sentence(at: str, tmp_path: Path) -> None:
    name = at.split(":")[0]
    done = orienteer(
        "index", SAMPLE, "--no-vectors", "--set", f"index.catalog={name}", "--set", f"index.catalog_at={at}", home=tmp_path
    )
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert at in done.stderr
    assert "Start it, or correct index.catalog_at" in done.stderr


def test_an_address_that_is_none_is_refused_with_an_example(tmp_path: Path) -> None:
    for at in ("", "/var/lib/x", "mysql://u@h/d", "postgresql://u@h"):
        sets = ("--set", "index.catalog=postgresql", "--set", f"index.catalog_at={at}")
        done = orienteer("index", SAMPLE, "--no-vectors", *sets, home=tmp_path)
        assert (done.returncode, "postgresql://USER@HOST/DATABASE" in done.stderr) == (2, True), done.stderr


def test_no_password_is_written_anywhere(server: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, at = server
    secret = "t0p-s3cret"
    monkeypatch.setenv("ORIENTEER_CATALOG_KEY", secret)
    said = []
    if name == "postgresql":  # whose server here asks for none; that of MySQL refuses a wrong one
        said.append(orienteer("index", SAMPLE, "--no-vectors", "--name", "harbour", home=tmp_path))
        assert said[0].returncode == 0, said[0].stderr
        said.append(orienteer("ask", "where is a basket", "-i", "harbour", "--trace", home=tmp_path))
        said.append(orienteer("status", "-i", "harbour", "-f", "json", home=tmp_path))
    wrong = at.replace("127.0.0.1", "localhost.invalid")
    said.append(orienteer("index", SAMPLE, "--set", f"index.catalog_at={wrong}", home=tmp_path))
    within = at.replace("@", f":{secret}@")
    said.append(orienteer("index", SAMPLE, "--set", f"index.catalog_at={within}", home=tmp_path))
    monkeypatch.delenv("ORIENTEER_CATALOG_KEY")
    assert said[-1].returncode == 2
    assert "ORIENTEER_CATALOG_KEY" in said[-1].stderr
    assert [one for one in said if secret in one.stdout + one.stderr] == []
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or secret.encode() not in path.read_bytes(), path


def test_what_a_manifest_says_of_its_catalog_leads_back_to_it(server: tuple[str, str], tmp_path: Path) -> None:
    name, at = server
    assert orienteer("index", SAMPLE, "--no-vectors", "--name", "harbour", home=tmp_path).returncode == 0
    (path,) = tmp_path.glob("harbour/generations/*/manifest.json")
    manifest = json.loads(path.read_text())
    assert (manifest["catalog"], manifest["catalog_at"]) == (name, at)
    assert re.fullmatch(r"harbour-[0-9a-f]{8}-000001", manifest["catalog_space"])
    assert not list(path.parent.glob("catalog.*"))


def test_backends_say_what_was_tried_and_whether_the_chosen_server_answers(server: tuple[str, str], tmp_path: Path) -> None:
    name, _ = server
    rows = json.loads(orienteer("backends", "-f", "json", home=tmp_path).stdout)
    told = {row["name"]: (row["chosen"], row["reachable"], row["tried"]) for row in rows if row["kind"] == "catalog"}
    assert told[name][:2] == (True, "yes")
    assert told["duckdb"][:2] == (False, "")
    assert all(tried for _, _, tried in told.values())
    away = orienteer("backends", "--set", f"index.catalog_at={name}://x@127.0.0.1:1/x", home=tmp_path)
    assert (away.returncode, "127.0.0.1:1" in away.stderr) == (0, True)


def test_the_graph_of_an_index_is_asked_where_its_tables_are(server: tuple[str, str], tmp_path: Path) -> None:
    assert orienteer("index", SAMPLE, "--no-vectors", "--name", "harbour", home=tmp_path).returncode == 0
    settings = changed(read_settings(), "home", str(tmp_path))
    with_sql, plain = (
        open_workbench("harbour", settings=changed(settings, "index.graph", name)) for name in ("sql", "networkx")
    )
    assert type(with_sql.graph_store) is not type(plain.graph_store)
    assert with_sql.graph_store.degrees() == plain.graph_store.degrees()
    reached = {head: with_sql.graph_store.traverse_reverse(head, 3) for head in list(plain.heads)[::40]}
    assert reached == {head: plain.graph_store.traverse_reverse(head, 3) for head in reached}
