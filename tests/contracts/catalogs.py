"""What any catalog must answer and how it is written. One is tried by a subclass with the class of its store as `backend`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import SettingsError, StoreError
from core.index.metrics import measure
from core.index.publishing import in_order
from core.index.rows import chunk_row, extracted_rows, fact_rows, made_rows, relation_row, unit_row
from core.index.unit_texts import IndexTexts
from core.model import CodeUnit, Extraction, Manifest, Relation
from core.model.tables import SCHEMA_VERSION, TABLES
from core.ports import Catalog, CatalogEditor, CatalogStore, StoreAddress
from tests.index_samples import small_extraction

ORDERED = in_order(small_extraction())
MANIFEST = Manifest(SCHEMA_VERSION, "shop", 1, "/shop", "", "", False, "2026-01-01T00:00:00+00:00", "", 0, "none")
RUN = (1, "2026-01-01T00:00:00+00:00", "", "", False, 8, 0, 0, 0.5)
ODD = "Größe 😀 \x00 'x' \"y\" %s ? {} \n\t"


def write(store: CatalogStore, extraction: Extraction) -> None:
    """Write the catalog of an extraction."""
    ordered = in_order(extraction)
    units = ordered.units
    of_units = [unit_row(unit) for unit in units]
    texts = IndexTexts(units, of_units, 200)
    made = zip([unit.key for unit in units], texts.words().joined, texts.made_of, strict=True)
    extracted = extracted_rows(ordered, of_units, measure(units, ordered.relations))
    with store.writer() as tables:
        tables({**extracted, **made_rows(made, texts.chunks(), [RUN])})


def told(catalog: Catalog) -> list[object]:
    """Return all that a catalog holds, in its order."""
    frames = [catalog.sql(f"SELECT * FROM {name}") for name in TABLES]
    return [(list(frame.columns), frame.astype(str).to_dict("list")) for frame in frames]


class CatalogContract:
    backend: Callable[[StoreAddress], CatalogStore]

    @pytest.fixture
    def address(self, tmp_path: Path) -> Callable[[str], StoreAddress]:
        return lambda namespace: StoreAddress(str(tmp_path), namespace)

    @pytest.fixture
    def opening(self, address: Callable[[str], StoreAddress]) -> Callable[[str], CatalogStore]:
        return lambda namespace: type(self).backend(address(namespace))

    @pytest.fixture
    def catalog(self, opening: Callable[[str], CatalogStore]) -> Iterator[Catalog]:
        write(opening("small"), small_extraction())
        with closing(opening("small").reader(MANIFEST)) as catalog:
            yield catalog

    def test_units_come_whole_and_heads_in_the_order_of_keys(self, catalog: Catalog) -> None:
        heads = catalog.heads()
        assert [head.key for head in heads] == sorted(unit.key for unit in ORDERED.units)
        assert heads == tuple(unit.head for unit in ORDERED.units)
        asked = [ORDERED.units[2].key, "class:Never", ORDERED.units[0].key]
        assert catalog.units(asked) == [ORDERED.units[2], ORDERED.units[0]]
        places = dict(enumerate(heads))
        assert catalog.facts([1, 0]) == {place: ORDERED.units[place].metadata for place in (0, 1)}
        assert catalog.source_codes(list(places)) == {place: ORDERED.units[place].source_code for place in places}

    def test_relations_come_in_order_as_values_and_as_rows(self, catalog: Catalog) -> None:
        assert catalog.relations() == ORDERED.relations
        rows = [(one.source, one.target, one.kind, one.file_path, one.line, one.certainty) for one in ORDERED.relations]
        assert list(catalog.links()) == rows

    def test_uses_of_columns_are_apart_from_relations(self, opening: Callable[[str], CatalogStore]) -> None:
        orders = CodeUnit("table", "orders", "orders", metadata={"columns": [{"name": "total"}, {"name": "state"}]})
        uses = (
            Relation("method:Order#cancel!", "column:orders.state", "writes", "app/models/order.rb", 13),
            Relation("method:Order#total", "column:orders.total", "reads", "app/models/order.rb", 9),
        )
        extraction = small_extraction()
        units, relations = (*extraction.units, orders), (*extraction.relations, *uses)
        write(opening("uses"), replace(extraction, units=units, relations=relations))
        with closing(opening("uses").reader(MANIFEST)) as catalog:
            assert (catalog.relations(), len(list(catalog.links()))) == (ORDERED.relations, len(ORDERED.relations))
            assert catalog.column_uses() == uses
            assert catalog.column_uses(columns=["column:orders.total"]) == uses[1:]
            assert catalog.column_uses(sources=["method:Order#cancel!"]) == uses[:1]
            assert catalog.column_uses(["column:orders.total"], ["method:Order#cancel!"]) == ()
            assert sorted(catalog.table_columns()) == [("table:orders", "state"), ("table:orders", "total")]

    def test_texts_and_digests_are_found_by_file_and_word(self, catalog: Catalog) -> None:
        files = [unit for unit in ORDERED.units if unit.type == "file"]
        assert list(catalog.file_texts()) == [(unit.file_path, unit.language, unit.source_code) for unit in files]
        assert [path for path, _, _ in catalog.file_texts(["cancel!"])] == ["app/models/order.rb"]
        assert list(catalog.file_texts(["nowhere"])) == []
        assert catalog.file_hashes() == {unit.file_path: unit.source_hash for unit in files}
        assert catalog.hashes() == {unit.key: unit.source_hash for unit in ORDERED.units if unit.type != "folder"}

    def test_histories_metrics_and_problems_go_by_their_keys(self, catalog: Catalog) -> None:
        assert catalog.histories() == {one.unit_key: one for one in ORDERED.history}
        assert catalog.metrics().keys() == {unit.key for unit in ORDERED.units}
        assert catalog.problems() == ORDERED.problems

    def test_what_was_not_resolved_is_kept_as_it_was(self, catalog: Catalog) -> None:
        assert catalog.unresolved() == [dict(row) for row in ORDERED.listed]
        assert catalog.unresolved_names("app/models/order.rb", 1, 99) == []

    def test_chunks_and_documents_belong_to_units(self, catalog: Catalog) -> None:
        keys, documents = catalog.documents()
        assert list(keys) == [unit.key for unit in ORDERED.units]
        assert len(documents) == len(keys)
        chunks = catalog.chunk_units()
        for key in {unit for _, unit in chunks}:
            assert [chunk.id for chunk in catalog.chunks([key])] == [id_ for id_, unit in chunks if unit == key]
        assert catalog.told_units() == sum(
            unit.type != "folder" and bool(unit.source_code.strip() or unit.docstring.strip()) for unit in ORDERED.units
        )

    def test_what_a_file_shows_is_found_by_its_path(self, catalog: Catalog) -> None:
        path = "app/models/order.rb"
        expected = [unit for unit in ORDERED.units if unit.type != "folder" and (unit.file_path == path)]
        assert catalog.units_in(path) == expected
        assert [unit.key for unit in catalog.units_in("lib/patches.rb")] == ["model:Customer"]
        shown = [one for one in ORDERED.relations if one.file_path == path]
        assert sorted(catalog.relations_in(path), key=repr) == sorted(shown, key=repr)
        assert catalog.known(["model:Order", "model:None"]) == {"model:Order"}
        inside = [unit.head for unit in ORDERED.units if unit.parent == "model:Order"]
        assert sorted(catalog.heads_inside(["model:Order"]), key=lambda head: head.key) == inside
        assert (catalog.has_problems("db/big.sql"), catalog.has_problems(path)) == (True, False)

    def test_what_was_made_of_units_comes_with_what_vectors_are_told(self, catalog: Catalog) -> None:
        keys, documents = catalog.documents()
        made = {key: words for key, _, words in catalog.made_words()}
        assert [made[key].split(" ") if made[key] else [] for key in keys] == list(documents)
        chunks = catalog.all_chunks()
        assert list(catalog.chunk_hashes().items()) == [(chunk.id, chunk.text_hash) for chunk in chunks]
        assert catalog.texts([chunk.text_hash for chunk in chunks]) == {chunk.text_hash: chunk.text for chunk in chunks}
        about = catalog.points()
        assert about.keys() == {chunk.id for chunk in chunks}
        order = next(about[chunk.id] for chunk in chunks if chunk.unit_key == "model:Order")
        assert order == {
            "repository": "shop", "type": "model", "language": "ruby", "file": "app/models/order.rb", "namespace": "",
            "is_test": False, "change_frequency": "stable", "importance": 1.0,
        }  # fmt: skip
        assert catalog.runs() == [RUN]

    def test_queries_of_people_know_one_language_and_write_nothing(self, catalog: Catalog, tmp_path: Path) -> None:
        frame = catalog.sql("SELECT metadata->>'complexity' AS c FROM units WHERE key = ? AND NOT is_test", ["model:Order"])
        assert list(frame["c"]) == ["3"]
        assert list(catalog.sql("SELECT authors[1] AS first FROM history")["first"]) == ["Ann O'Hara"]
        assert catalog.query("SELECT key FROM units ORDER BY key", 2, 5.0) == [{"key": unit.key} for unit in ORDERED.units[:2]]
        for statement in ("SELECT nothing FROM nowhere", f"COPY units TO '{tmp_path}/x.csv'", "SELECT * FROM '/etc/passwd'"):
            with pytest.raises(SettingsError, match="units, relations, facts"):
                catalog.sql(statement)
        assert not (tmp_path / "x.csv").exists()

    def test_any_text_survives_but_halves_of_letters(self, opening: Callable[[str], CatalogStore]) -> None:
        odd = CodeUnit("method", ODD, ODD, source_code=ODD, docstring=ODD, metadata={"notes": [ODD], "name": ODD})
        half = CodeUnit("method", "z", "z", source_code="x\udc80y")
        write(opening("odd"), Extraction((odd, half), ()))
        with closing(opening("odd").reader(MANIFEST)) as catalog:
            assert catalog.units([odd.key]) == [odd]
            assert catalog.units([half.key])[0].source_code == "x?y"

    def test_one_without_anything_is_a_catalog(self, opening: Callable[[str], CatalogStore]) -> None:
        write(opening("empty"), Extraction((), ()))
        with closing(opening("empty").reader(MANIFEST)) as catalog:
            assert (catalog.heads(), catalog.relations(), catalog.points(), catalog.units(["x"])) == ((), (), {}, [])

    def test_many_threads_read_at_once(self, catalog: Catalog) -> None:
        wrong: list[object] = []

        def read(number: int) -> None:
            unit = ORDERED.units[number % len(ORDERED.units)]
            for _ in range(30):
                found = catalog.units([unit.key])
                if found != [unit]:
                    wrong.append(found)

        threads = [threading.Thread(target=read, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []

    def test_one_that_is_changed_is_the_one_that_is_written(
        self, opening: Callable[[str], CatalogStore], address: Callable[[str], StoreAddress]
    ) -> None:
        extraction = small_extraction()
        write(opening("before"), extraction)
        order = next(unit for unit in extraction.units if unit.key == "model:Order")
        other = replace(order, source_code=order.source_code.replace("taxable", "x") + "\n# Größe", end_line=16)
        moved = Relation("model:Order", "model:Customer", "belongs_to", "app/models/order.rb", 3)
        relations = (moved, *(one for one in extraction.relations if one.file_path != moved.file_path))
        units = tuple(other if unit is order else unit for unit in extraction.units)
        after = replace(extraction, units=units, relations=relations)
        write(opening("after"), after)
        with closing(opening("after").reader(MANIFEST)) as wanted:
            with opening("changed").editor(address("before")) as editor:
                change(editor, other, [one for one in relations if one.file_path == moved.file_path], wanted)
            with closing(opening("changed").reader(MANIFEST)) as changed:
                assert told(changed) == told(wanted)
        with closing(opening("before").reader(MANIFEST)) as kept:
            assert kept.units([order.key]) == [order]

    def test_a_copy_is_the_same_and_what_is_not_there_is_told(
        self, opening: Callable[[str], CatalogStore], address: Callable[[str], StoreAddress], catalog: Catalog
    ) -> None:
        opening("copy").begin_as(address("small"))
        with closing(opening("copy").reader(MANIFEST)) as copy:
            assert told(copy) == told(catalog)
        with pytest.raises(StoreError, match="orienteer index /shop --full"):
            opening("nowhere").reader(MANIFEST)


def change(editor: CatalogEditor, unit: CodeUnit, relations: Sequence[Relation], wanted: Catalog) -> None:
    """Write a unit and the relations of its file by what an editor can do, and what follows from them."""
    place = editor.places([unit.key])[unit.key]
    editor.update("units", {place: unit_row(unit)})
    editor.update("facts", dict(zip(editor.fact_places(unit.key), fact_rows(unit), strict=True)))
    assert editor.relation_counts() == (len(ORDERED.relations), 0)
    assert len(editor.relation_places(unit.file_path)) == sum(one.file_path == unit.file_path for one in ORDERED.relations)
    editor.replace_relations({unit.file_path: [relation_row(one) for one in relations]})
    holders = [unit.parent, unit.key]  # what is made of a unit tells where its members stand
    editor.replace_chunks(holders, [chunk_row(chunk) for chunk in wanted.chunks(holders)])
    words = {key: (words, made_of) for key, made_of, words in wanted.made_words()}
    places = editor.places(holders)
    editor.update("documents", {places[key]: words[key] for key in holders}, ("words", "made_of"))
    assert [key for key, _, _ in editor.own_metrics()] == [head.key for head in wanted.heads()]
    assert editor.kinds() == [(head.type, head.is_test) for head in wanted.heads()]
    keys = [head.key for head in wanted.heads()]
    ends = {(keys.index(one.source), keys.index(one.target)) for one in wanted.relations() if one.source != one.target}
    assert [tuple(pair) for pair in editor.edges().tolist()] == sorted(ends)
    editor.rewrite("metrics", [(key, *values.values()) for key, values in wanted.metrics().items()])
    assert sorted(editor.chunk_ids()) == sorted(chunk.id for chunk in wanted.all_chunks())
    editor.append("runs", RUN)
    editor.rewrite("runs", [RUN])
