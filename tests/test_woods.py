"""Importing an index of the Ruby forerunner: layouts, faults, and what the checkout adds."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from core.cli import cli
from core.errors import SourceError
from core.extract.run import extract
from core.extract.woods import import_woods, read_woods
from core.extract.woods.files import Woods
from core.model import Extraction
from core.pipeline.indexing import index_checkout
from core.settings import ExtractSettings, read_settings
from core.workbench import open_workbench

SHARED = Path(os.environ.get("ORIENTEER_TEST_RAILS") or Path(__file__).parents[2] / "shared" / "rails")


def _record(type_: str, identifier: str, path: str | None, source: str, **more: Any) -> dict[str, Any]:
    return {"type": type_, "identifier": identifier, "file_path": path, "source_code": source, "namespace": None, **more}


_BOOK = "# == Schema Information\n#\nclass Book < ApplicationRecord\n  has_many :pages\n  belongs_to :shelf\nend"
BOOK = _record(
    "model", "Book", "app/models/book.rb", _BOOK,
    metadata={"associations": [{"name": "pages", "type": "has_many", "target": "Page", "options": {}}], "table_name": "books"},
    dependencies=[
        {"type": "model", "target": "Page", "via": "association"}, {"type": "model", "target": "Addressable", "via": "x"},
    ],
)  # fmt: skip
PAGE = _record("model", "Page", "/srv/app/app/models/page.rb", "class Page < ApplicationRecord\nend", metadata=None)
LEND = _record(
    "service", "Lend", "app/services/desk/lend.rb", "module Desk\n  class Lend\n    def call = Book.first\n  end\nend",
    dependencies=[{"type": "model", "target": "Book", "via": "code_reference"}],
)  # fmt: skip
SHOW = _record(
    "route", "GET /books/:id", None, "# Route: GET /books/:id", metadata={"callbacks": [{"filter": 12420, "kind": "before"}]}
)


def _write(folder: Path, *records: Any) -> Path:
    for number, record in enumerate(records):
        place = folder / "units" / f"{number}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(record if isinstance(record, str) else json.dumps(record), encoding="utf-8")
    (folder / "units" / "_index.json").write_text("[]")
    (folder / "manifest.json").write_text("{}")
    return folder


def _edges(found: Extraction) -> set[tuple[str, str, str, int]]:
    return {(one.source, one.target, one.kind, one.line) for one in found.relations if one.origin == "woods"}


@pytest.fixture
def flat(tmp_path: Path) -> Path:
    folder = _write(tmp_path / "woods", BOOK, PAGE, LEND, SHOW)
    (folder / "dependency_graph.json").write_text(
        json.dumps({"edges": {"Book": ["Page", {"target": "Lend", "via": "call"}], "x": 3}})
    )
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "library"
    for path, text in (
        ("config/application.rb", "class Application\nend\n"),
        ("app/models/book.rb", "class Book < ApplicationRecord\n  belongs_to :shelf\n  has_many :pages\nend\n"),
        ("app/models/page.rb", "class Page < ApplicationRecord\nend\n"),
        ("app/services/desk/lend.rb", "module Desk\n  class Lend\n    def call = Book.first\n  end\nend\n"),
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def test_a_flat_index_gives_units_and_relations_with_the_line_of_their_text(flat: Path) -> None:
    found = import_woods(read_woods(flat))
    assert {unit.key for unit in found.units} == {"model:Book", "model:Page", "service:Lend", "route:GET /books/:id"}
    assert _edges(found) == {("model:Book", "model:Page", "has_many", 4), ("service:Lend", "model:Book", "references", 3)}


def test_every_fault_is_counted_and_none_stops_the_import(flat: Path) -> None:
    (flat / "units" / "bad.json").write_text("{")
    (flat / "units" / "list.json").write_text("[1]")
    found = import_woods(read_woods(flat))
    assert dict(found.tallies["woods"]) == {
        "absolute paths": 1, "edges to something that is no unit": 1, "edges without a kind": 1,
        "edges without a line that shows them": 1, "facts without a name": 1, "files that could not be read": 1,
        "records that are no units": 1, "units without a file": 1,
    }  # fmt: skip
    assert [problem.file_path for problem in found.problems] == ["units/bad.json"]


def test_absolute_paths_become_paths_of_the_application(flat: Path) -> None:
    page = next(unit for unit in import_woods(read_woods(flat)).units if unit.identifier == "Page")
    assert page.file_path == "app/models/page.rb"


def test_with_the_checkout_its_text_and_lines_win_and_short_names_are_completed(flat: Path, checkout: Path) -> None:
    static = extract(checkout, ExtractSettings())
    found = import_woods(read_woods(flat), static)
    units = {unit.key: unit for unit in found.units}
    assert "service:Lend" not in units
    assert units["model:Book"].source_code.startswith("class Book")
    assert units["model:Book"].metadata["table"] == "books"
    assert units["route:GET /books/:id"].origin == "woods"
    assert set(static.relations) <= set(found.relations)
    assert {edge[:3] for edge in _edges(found)} <= {("service:Desk::Lend", "model:Book", "references")}


def test_the_current_generation_of_a_2x_index_is_read(tmp_path: Path) -> None:
    root = tmp_path / "woods"
    _write(root / "payloads" / "gen-1", PAGE)
    _write(root / "payloads" / "gen-2", BOOK, PAGE)
    (root / "generation.json").write_text(json.dumps({"number": 2, "payload": "payloads/gen-2"}))
    assert len(read_woods(root).units) == 2


def test_a_pointer_without_payload_means_the_flat_layout(flat: Path) -> None:
    (flat / "generation.json").write_text(json.dumps({"number": 1, "payload": None}))
    assert len(read_woods(flat).units) == 4


@pytest.mark.parametrize("payload", ["../outside", "/etc", "payloads/../../outside", "link"])
def test_a_payload_outside_of_the_index_is_refused(tmp_path: Path, payload: str) -> None:
    _write(tmp_path / "outside", BOOK)
    root = _write(tmp_path / "woods", BOOK)
    (root / "link").symlink_to(tmp_path / "outside")
    (root / "generation.json").write_text(json.dumps({"payload": payload}))
    with pytest.raises(SourceError, match="points outside its folder"):
        read_woods(root)


def test_links_that_lead_out_of_the_index_are_not_read(flat: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text(json.dumps(_record("model", "Secret", None, "x")))
    (flat / "units" / "secret.json").symlink_to(secret)
    assert "Secret" not in {record["identifier"] for record in read_woods(flat).units}


def test_one_file_of_units_is_read_too(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.json"
    corpus.write_text(json.dumps({"schema_version": 1, "units": [BOOK, PAGE, {"type": "model"}], "queries": []}))
    found = import_woods(read_woods(corpus))
    assert len(found.units) == 2
    assert found.tallies["woods"]["records that are no units"] == 1
    assert read_woods(tmp_path).digest == read_woods(corpus).digest


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), lambda path: path.write_text("{}"), lambda path: None])
def test_a_place_without_units_is_one_sentence(tmp_path: Path, make: Any) -> None:
    path = tmp_path / "nothing"
    make(path)
    with pytest.raises(SourceError, match=r"No units|No index"):
        read_woods(path)


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["Book", "../x", "/app/models/a.rb"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "target", "via", "type", "filter"]), inner, max_size=3)
    ),
    max_leaves=6,
)
_KEYS = ("file_path", "namespace", "source_code", "dependencies", "metadata", "chunks")


@given(
    st.dictionaries(st.sampled_from(_KEYS), _ANY),
    st.dictionaries(st.sampled_from(["associations", "callbacks", "columns"]), _ANY),
)
def test_values_of_any_shape_are_survived(record: dict[str, Any], metadata: dict[str, Any]) -> None:
    records = [{**record, "type": "model", "identifier": "Book"}, {**BOOK, "identifier": "Other", "metadata": metadata}]
    found = import_woods(Woods(Path(), tuple(records), (("Book", "Other", ""),), ""))
    assert {unit.key for unit in found.units} == {"model:Book", "model:Other"}


def test_the_command_imports_alone_and_with_a_checkout(flat: Path, checkout: Path, tmp_path: Path) -> None:
    home = ["--no-vectors", "--set", f"home={tmp_path / 'home'}"]
    alone = CliRunner().invoke(cli, ["index", "--from-woods", str(flat), *home])
    assert alone.exit_code == 0, alone.output
    settings = read_settings({"home": str(tmp_path / "home")})
    assert open_workbench("woods", settings=settings).unit("Book").origin == "woods"
    both = index_checkout(checkout, settings, vectors=False, woods=flat)
    assert not index_checkout(checkout, settings, vectors=False, woods=flat).changed
    assert both.manifest.tallies["woods"]["absolute paths"] == 1
    coverage = open_workbench(both.manifest.name, settings=settings).coverage()
    assert coverage["Woods import"]["absolute paths"] == 1
    assert "woods" not in coverage["references"]


def test_a_later_run_merges_the_same_index_until_it_is_left_out(flat: Path, checkout: Path, tmp_path: Path) -> None:
    settings = read_settings({"home": str(tmp_path / "home")})
    index_checkout(checkout, settings, vectors=False, woods=flat)
    (checkout / "app" / "models" / "book.rb").write_text("class Book < ApplicationRecord\nend\n")
    again = index_checkout(checkout, settings, vectors=False)
    assert again.changed
    assert again.manifest.tallies["woods"]["absolute paths"] == 1
    assert f"{flat} is merged as before" in again.details[-1]
    assert index_checkout(checkout, settings, vectors=False, full=True).manifest.woods == str(flat)
    without = CliRunner().invoke(cli, ["index", str(checkout), "--no-woods", "--no-vectors", "--set", f"home={settings.home}"])
    assert "as before" not in without.output
    last = index_checkout(checkout, settings, vectors=False)
    assert (last.changed, last.manifest.woods, "woods" in last.manifest.tallies) == (False, "", False)


def test_an_index_that_was_merged_and_has_vanished_is_one_sentence(flat: Path, checkout: Path, tmp_path: Path) -> None:
    settings = read_settings({"home": str(tmp_path / "home")})
    index_checkout(checkout, settings, vectors=False, woods=flat)
    flat.rename(tmp_path / "elsewhere")
    with pytest.raises(SourceError, match=r"woods.*no longer exists.*--from-woods DIR.*--no-woods"):
        index_checkout(checkout, settings, vectors=False)
    moved = index_checkout(checkout, settings, vectors=False, woods=tmp_path / "elsewhere")
    assert moved.manifest.woods == str(tmp_path / "elsewhere")


def test_an_index_that_was_imported_alone_is_imported_alone_again(flat: Path, tmp_path: Path) -> None:
    settings = read_settings({"home": str(tmp_path / "home")})
    first = index_checkout(None, settings, vectors=False, woods=flat)
    again = index_checkout(flat, settings, vectors=False)
    assert (again.changed, again.manifest) == (False, first.manifest)


def test_opposite_options_are_refused(flat: Path) -> None:
    refused = CliRunner().invoke(cli, ["index", "--from-woods", str(flat), "--no-woods"])
    assert "exclude each other" in str(refused.exception)


def test_a_real_index_with_its_checkout_adds_what_only_a_booted_application_knows() -> None:
    if not (SHARED / "woods-output" / "shop").is_dir():
        pytest.skip(f"no real index at {SHARED}; set ORIENTEER_TEST_RAILS to a folder with woods-output/ and shop/")
    static = extract(SHARED / "shop", ExtractSettings())
    found = import_woods(read_woods(SHARED / "woods-output" / "shop"), static)
    added = {unit.key for unit in found.units} - {unit.key for unit in static.units}
    assert "controller:Devise::SessionsController" in added
    assert ("route:GET /users/sign_in", "controller:Devise::SessionsController") in {edge[:2] for edge in _edges(found)}
    assert not {key for key in added if key.startswith(("model:", "service:", "concern:", "job:"))}
