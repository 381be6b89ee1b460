"""What any catalog must answer. One is tried by a subclass with a fixture `catalog` that holds `small_extraction()`."""

from __future__ import annotations

from core.index.publishing import in_order
from core.ports import Catalog
from tests.index_samples import small_extraction

ORDERED = in_order(small_extraction())


class CatalogContract:
    def test_units_come_whole_and_heads_in_the_order_of_keys(self, catalog: Catalog) -> None:
        heads = catalog.heads()
        assert [head.key for head in heads] == sorted(unit.key for unit in ORDERED.units)
        assert heads == tuple(unit.head for unit in ORDERED.units)
        asked = [ORDERED.units[2].key, "class:Never", ORDERED.units[0].key]
        assert catalog.units(asked) == [ORDERED.units[2], ORDERED.units[0]]
        places = dict(enumerate(heads))
        assert catalog.source_codes(list(places)) == {place: ORDERED.units[place].source_code for place in places}

    def test_relations_come_in_order_as_values_and_as_rows(self, catalog: Catalog) -> None:
        assert catalog.relations() == ORDERED.relations
        rows = [(one.source, one.target, one.kind, one.file_path, one.line, one.certainty) for one in ORDERED.relations]
        assert list(catalog.links()) == rows

    def test_texts_and_digests_are_found_by_file_and_word(self, catalog: Catalog) -> None:
        files = [unit for unit in ORDERED.units if unit.type == "file"]
        assert list(catalog.file_texts()) == [(unit.file_path, unit.language, unit.source_code) for unit in files]
        assert [path for path, _, _ in catalog.file_texts("cancel!")] == ["app/models/order.rb"]
        assert list(catalog.file_texts("nowhere")) == []
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
