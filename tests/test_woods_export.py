"""What `orienteer export` writes: the layout of the Ruby gem, and an index that comes back the same."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.cli import cli
from core.settings import read_settings
from core.workbench import Workbench, open_workbench

STORE = Path(__file__).parent / "repos" / "rails_store"


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workbench, Path, Workbench]:
    """The index of a small application, what was written of it, and the index that was made of that."""
    home = tmp_path_factory.mktemp("home")
    run = CliRunner(env={"ORIENTEER_HOME": str(home)})
    folder = tmp_path_factory.mktemp("woods") / "out"
    for arguments in (
        ["index", str(STORE), "--name", "store", "--no-vectors"],
        ["export", str(folder), "-i", "store"],
        ["index", "--from-woods", str(folder), "--name", "back", "--no-vectors"],
    ):
        result = run.invoke(cli, arguments)
        assert result.exit_code == 0, result.output
    settings = read_settings({"home": str(home)})
    return open_workbench("store", settings=settings), folder, open_workbench("back", settings=settings)


def _json(path: Path):
    return json.loads(path.read_text(encoding="utf-8"))


def test_units_come_back_as_they_were(exported) -> None:
    before, folder, after = exported
    keys = [key for key in after.heads if not key.startswith(("file:", "folder:"))]
    assert len(keys) == _json(folder / "manifest.json")["total_units"] > 50
    for old, new in zip(before.catalog.units(keys), after.catalog.units(keys), strict=True):
        for part in (
            "key",
            "name",
            "namespace",
            "language",
            "file_path",
            "start_line",
            "source_code",
            "signature",
            "docstring",
        ):
            assert getattr(old, part) == getattr(new, part), (part, old.key)
        assert json.loads(json.dumps(old.metadata)) == json.loads(json.dumps(new.metadata)), old.key


def test_a_unit_and_the_lists_are_written_as_the_gem_reads_them(exported) -> None:
    _, folder, _ = exported
    path = folder / "models" / f"Book_{hashlib.sha256(b'Book').hexdigest()[:8]}.json"
    book = _json(path)
    assert (book["type"], book["identifier"], book["file_path"], book["namespace"]) == (
        "model",
        "Book",
        "app/models/book.rb",
        None,
    )
    assert book["source_hash"] == hashlib.sha256(book["source_code"].encode()).hexdigest()
    assert book["metadata"]["table_name"] == "books"
    assert {one["name"] for one in book["metadata"]["associations"]} >= {"loans"}
    assert {"type": "controller", "identifier": "BooksController"} in book["dependents"]
    listed = _json(folder / "models" / "_index.json")
    assert {"identifier", "file_path", "namespace", "estimated_tokens", "chunk_count"} == set(listed[0])
    graph = _json(folder / "dependency_graph.json")
    assert graph["stats"]["node_count"] == len(graph["nodes"]) == sum(map(len, graph["type_index"].values()))
    assert all("Book" in graph["reverse"][edge["target"]] for edge in graph["edges"]["Book"])
    hubs = _json(folder / "graph_analysis.json")["hubs"]
    assert [one["dependent_count"] for one in hubs] == sorted((one["dependent_count"] for one in hubs), reverse=True)
    summary = (folder / "SUMMARY.md").read_text()
    assert summary.startswith("# Codebase Index Summary\n")
    assert f"## Models ({len(listed)})" in summary


def test_a_folder_with_files_is_left_alone(exported, tmp_path: Path) -> None:
    before, _, _ = exported
    (tmp_path / "mine.txt").write_text("keep")
    arguments = ["export", str(tmp_path), "-i", "store"]
    result = CliRunner(env={"ORIENTEER_HOME": str(before.settings.home)}).invoke(cli, arguments)
    assert result.exit_code != 0
    assert [one.name for one in tmp_path.iterdir()] == ["mine.txt"]
