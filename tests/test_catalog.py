from __future__ import annotations

import hashlib
import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from core.backends.catalogs.duck import DuckStore
from core.backends.catalogs.duck_reading import DuckCatalog
from core.errors import SettingsError, StoreError
from core.index.publishing import in_order
from core.model import CodeUnit, Extraction, Problem
from core.model.tables import TABLES
from core.ports import StoreAddress
from tests.contracts.catalogs import MANIFEST, write
from tests.examples import examples
from tests.index_samples import small_extraction


def catalog(path: Path, extraction: Extraction) -> DuckCatalog:
    address = StoreAddress(str(path.parent), path.stem)
    write(DuckStore(address), extraction)
    return DuckStore(address).reader(MANIFEST)


@pytest.fixture
def small(tmp_path: Path) -> DuckCatalog:
    return catalog(tmp_path / "catalog.duckdb", small_extraction())


def test_units_come_back_as_they_were_in_the_order_of_the_keys(small: DuckCatalog) -> None:
    wanted = {unit.key: unit for unit in small_extraction().units}
    keys = [*sorted(wanted, reverse=True), "model:Unknown"]
    assert small.units(keys) == [wanted[key] for key in sorted(wanted, reverse=True)]
    assert small.units([]) == []


def test_heads_are_ordered_by_key(small: DuckCatalog) -> None:
    heads = small.heads()
    assert [head.key for head in heads] == sorted(unit.key for unit in small_extraction().units)
    assert set(heads) == {unit.head for unit in small_extraction().units}


def test_texts_are_read_by_the_place_of_their_unit(small: DuckCatalog) -> None:
    texts = {unit.key: unit.source_code for unit in small_extraction().units}
    places = list(range(0, len(texts), 2))
    assert small.source_codes(places) == {place: texts[small.heads()[place].key] for place in places}
    assert small.source_codes([]) == {}


def test_relations_are_written_in_their_order(small: DuckCatalog) -> None:
    columns = "source, target, kind, file_path, line"
    assert small.rows(f"SELECT {columns} FROM relations ORDER BY rowid") == small.rows(
        f"SELECT {columns} FROM relations ORDER BY {columns}"
    )


def test_relations_are_ordered_and_each_is_there_once(small: DuckCatalog) -> None:
    relations = small.relations()
    assert set(relations) == set(small_extraction().relations)
    assert len(relations) == len(set(relations))
    assert list(relations) == sorted(relations, key=lambda r: (r.source, r.target, r.kind, r.file_path, r.line))


def test_history_metrics_and_documents_come_back(small: DuckCatalog) -> None:
    (history,) = small_extraction().history
    assert small.histories() == {"model:Order": history}
    assert small.metrics()["model:Order"]["complexity"] == 3
    keys, words = small.documents()
    assert len(keys) == len(words)
    assert words[keys.index("folder:app/models")].count("model") >= 1
    assert words[keys.index("method:Order#total")].count("total") >= 4


def test_chunks_follow_the_keys(small: DuckCatalog) -> None:
    chunks = small.chunks(["model:Order", "model:Customer", "model:Order"])
    assert [chunk.unit_key for chunk in chunks] == ["model:Order", "model:Customer"]
    assert small.texts([chunks[0].text_hash]) == {chunks[0].text_hash: chunks[0].text}


def test_every_documented_table_can_be_queried(small: DuckCatalog) -> None:
    for name, table in TABLES.items():
        frame = small.sql(f"SELECT * FROM {name}")
        assert tuple(frame.columns) == table.names
        assert len(frame) > 0, name
    facts = small.sql("SELECT name FROM facts WHERE unit_key = ? AND kind = 'associations' ORDER BY line", ["model:Order"])
    assert list(facts["name"]) == ["lines", "customer"]
    frame = small.sql("SELECT metadata->>'complexity' AS c FROM units WHERE key = 'model:Order'")
    assert list(frame["c"]) == ["3"]


def test_a_wrong_query_is_explained_with_the_tables(small: DuckCatalog) -> None:
    with pytest.raises(SettingsError, match="units, relations"):
        small.sql("SELECT nothing FROM nowhere")


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE units",
        "DELETE FROM units",
        "INSERT INTO tallies VALUES ('a', 'b', 1)",
        "COPY units TO '{path}'",
        "SELECT * FROM read_text('{path}')",
        "ATTACH '{path}' AS other",
        "SET enable_external_access = true",
        "INSTALL httpfs",
    ],
)
def test_a_query_can_neither_change_the_catalog_nor_touch_other_files(
    small: DuckCatalog, tmp_path: Path, statement: str
) -> None:
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    with pytest.raises(SettingsError):
        small.sql(statement.format(path=tmp_path / "secret"))
    assert (tmp_path / "secret").read_text(encoding="utf-8") == "secret"
    assert len(small.heads()) == 7


def test_keys_that_look_like_sql_are_only_keys(small: DuckCatalog) -> None:
    assert small.units(["'; DROP TABLE units; --", 'x" OR 1=1']) == []
    assert small.sql("SELECT count(*) AS n FROM units WHERE key = ?", ["' OR '1'='1"])["n"][0] == 0


def test_many_threads_read_at_once_and_get_their_own_answers(small: DuckCatalog) -> None:
    keys = [head.key for head in small.heads()]
    wrong: list[str] = []

    def read(key: str) -> None:
        for _ in range(30):
            if [unit.key for unit in small.units([key])] != [key] or len(small.relations()) != 4:
                wrong.append(key)

    threads = [threading.Thread(target=read, args=(key,)) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_another_file_is_refused_with_the_command_that_helps(tmp_path: Path) -> None:
    (tmp_path / "catalog.duckdb").write_bytes(b"this is no database" * 1000)
    with pytest.raises(StoreError, match="orienteer index /shop --full"):
        DuckCatalog(tmp_path / "catalog.duckdb", MANIFEST)
    with pytest.raises(StoreError, match="cannot be read"):
        DuckCatalog(tmp_path / "nothing.duckdb", MANIFEST)


def test_an_empty_checkout_makes_an_empty_catalog(tmp_path: Path) -> None:
    empty = catalog(tmp_path / "c.duckdb", Extraction((), ()))
    assert empty.heads() == ()
    assert empty.relations() == ()
    assert empty.documents()[0] == []
    assert empty.metrics() == {}


def test_two_units_of_one_name_leave_one_and_a_problem() -> None:
    first = CodeUnit("model", "Order", "Order", file_path="a.rb", start_line=1, end_line=2)
    ordered = in_order(Extraction((replace(first, file_path="b.rb"), first), ()))
    assert ordered.units == (first,)
    (problem,) = ordered.problems
    assert problem == Problem("b.rb", "partial", "another model is called Order (in a.rb); this one is left out", 1)


def digest(path: Path) -> str:
    reading = DuckCatalog(path, MANIFEST)
    rows = [reading.rows(f"SELECT * FROM {name} ORDER BY rowid") for name in TABLES]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def test_equal_input_in_any_order_gives_equal_content(tmp_path: Path) -> None:
    extraction = small_extraction()
    backwards = replace(extraction, units=extraction.units[::-1], relations=extraction.relations[::-1])
    catalog(tmp_path / "a.duckdb", extraction).close()
    catalog(tmp_path / "b.duckdb", backwards).close()
    assert digest(tmp_path / "a.duckdb") == digest(tmp_path / "b.duckdb")


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)


@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=5, unique_by=lambda row: row[0]))
def test_any_text_survives_the_catalog(tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, str]]) -> None:
    units = [
        CodeUnit("method", name, name, source_code=code, docstring=doc, metadata={"notes": [code], "name": doc})
        for name, code, doc in rows
    ]
    path = tmp_path_factory.mktemp("any") / "c.duckdb"
    opened = catalog(path, Extraction(tuple(units), ()))
    assert opened.units([unit.key for unit in units]) == units
    opened.close()


def test_half_characters_become_question_marks(tmp_path: Path) -> None:
    unit = CodeUnit("method", "a", "a", source_code="x\udc80y")
    assert catalog(tmp_path / "c.duckdb", Extraction((unit,), ())).units(["method:a"])[0].source_code == "x?y"


def test_named_questions_are_answered_as_the_tables_have_it(small: DuckCatalog) -> None:
    rows = [(one.source, one.target, one.kind, one.file_path, one.line, one.certainty) for one in small.relations()]
    assert list(small.links()) == rows
    assert small.hashes().keys() == {head.key for head in small.heads() if head.type != "folder"}
    assert small.file_hashes().keys() == {head.file_path for head in small.heads() if head.type == "file"}
    (path, language, text) = next(iter(small.file_texts(["cancel!"])))
    assert (path, language) == ("app/models/order.rb", "ruby")
    assert "cancel!" in text
    assert list(small.file_texts(["nowhere"])) == []
    assert small.unresolved() == [{"name": "Foo", "line": 3}]
    assert {unit for _, unit in small.chunk_units()} <= {head.key for head in small.heads()}
    assert small.told_units() == sum(head.type != "folder" for head in small.heads())


def test_no_statement_of_a_database_leaves_the_catalogs() -> None:
    core = Path(__file__).parents[1] / "core"
    spoken = re.compile(r"\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) \S")
    found = {path.relative_to(core).as_posix() for path in core.rglob("*.py") if spoken.search(path.read_text("utf-8"))}
    found -= {"extract/rails/sql/references.py"}  # parses what is written in code, and asks no database
    found -= {"api/request_bodies.py"}  # an example of what a person may write
    found -= {
        "backends/vectors/pgvector.py",
        "backends/vectors/pgvector_tables.py",
        "backends/vectors/faiss.py",
    }  # its own tables, and none of a catalog
    found -= {
        "measured/coverage_store.py",
        "measured/formats/coverage_data.py",
    }  # coverage reports: a file of their own, and the tool's
    found -= {"measured/observed/recording_store.py"}  # recordings: a file of their own
    found -= {"text/regular.py"}  # looks for patterns in texts that it is given
    found -= {"backends/graphs/recursive.py"}  # asks the tables of catalogs how their rows lead to each other
    assert found <= {"index/caches.py"} | {path for path in found if path.startswith("backends/catalogs/")}
