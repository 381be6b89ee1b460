"""The tables of LanceDB have the columns by which others read them, texts and lines among them, also after edits."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.pipeline.indexing import index_checkout
from core.ports import ChunkText, StoreAddress
from core.settings import read_settings

pytestmark = pytest.mark.skipif(
    find_spec("lancedb") is None, reason="lancedb is not installed: pip install 'orienteer[lancedb]'"
)
RUST = Path(__file__).parent / "repos" / "rust"
COLUMNS = {
    "code_chunks": {
        "file_path": "string", "language": "string", "identifier": "string", "node_type": "string", "code_content": "string",
        "start_line": "uint64", "project_name": "string", "docstring": "string",
    },
    "readme_chunks": {"file_path": "string", "project_name": "string", "content": "string"},
    "crate_chunks": {
        "crate_name": "string", "crate_path": "string", "description": "string", "dependencies": "string",
        "project_name": "string",
    },
    "module_doc_chunks": {
        "file_path": "string", "module_name": "string", "doc_content": "string", "project_name": "string",
    },
}  # fmt: skip


def tables(home: Path) -> dict[str, Any]:
    import lancedb

    folder = max((home / "shop" / "vectors").iterdir(), key=lambda one: one.stat().st_mtime_ns)
    database = lancedb.connect(folder)
    return {name: database.open_table(name).to_arrow() for name in database.list_tables().tables}


def test_the_four_tables_have_their_columns_with_texts(tmp_path: Path) -> None:
    checkout = tmp_path / "shop"
    shutil.copytree(RUST, checkout)
    (checkout / "README.md").write_text("# Shop\n\nSells what is in the cart.\n", encoding="utf-8")
    settings = read_settings({"home": str(tmp_path / "home"), "embed.embedder": "hash", "index.vectors": "lancedb"})
    index_checkout(checkout, settings)
    found = tables(tmp_path / "home")
    for name, columns in COLUMNS.items():
        types = {field.name: str(field.type) for field in found[name].schema}
        assert {column: types.get(column) for column in columns} == columns
        assert types["vector"].endswith("[384]")
    by_name = {row["identifier"]: row for row in found["code_chunks"].to_pylist()}
    limit = by_name["corner_shop::LIMIT"]
    line = next(n for n, text in enumerate((checkout / "src/lib.rs").read_text().splitlines(), 1) if "LIMIT:" in text)
    assert limit["start_line"] in {line, line - 1}, "its comment is above"
    assert "LIMIT" in limit["code_content"]
    assert limit["docstring"] == "The most lines in a cart."
    assert [row["dependencies"] for row in found["crate_chunks"].to_pylist()] == ["serde"]
    assert any("Sells what" in row["content"] for row in found["readme_chunks"].to_pylist())
    assert any(row["doc_content"].startswith("A shop.") for row in found["module_doc_chunks"].to_pylist())
    with (checkout / "src/lib.rs").open("a", encoding="utf-8") as file:
        file.write("\npub fn again() -> usize {\n    LIMIT\n}\n")
    index_checkout(checkout, settings)
    after = {row["identifier"]: row for row in tables(tmp_path / "home")["code_chunks"].to_pylist()}
    assert "corner_shop::again" in after
    told = ("code_content", "start_line", "docstring")
    assert all(after[name][field] == row[field] for name, row in by_name.items() for field in told if name in after)


def test_what_a_store_was_told_of_a_point_before_does_not_come_back_when_another_is_put_by_its_id(tmp_path: Path) -> None:
    from core.backends.vectors.lancedb import LanceVectors

    store = LanceVectors(StoreAddress(str(tmp_path), "one"))
    about = {"type": "function"}
    store.tell({"a#0": ChunkText("def a(): ...", 1, "")})
    store.put(["a#0"], np.ones((1, 4), dtype=np.float32), [about])
    store.tell({})
    store.describe(["a#0"], [{**about, "is_test": True}])
    assert _code(tmp_path) == ["def a(): ..."]
    store.drop(["a#0"])
    store.put(["a#0"], np.ones((1, 4), dtype=np.float32), [about])
    assert _code(tmp_path) == [""]


def _code(folder: Path) -> list[str]:
    import lancedb

    found: list[str] = lancedb.connect(folder / "one").open_table("code_chunks").to_arrow()["code_content"].to_pylist()
    return found
