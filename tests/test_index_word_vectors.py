"""Word vectors: there with the first generation, kept for units that are as they were, standing in for sentence vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from core import backends, open_workbench
from core.backends.embedders.table import WordTable
from core.index.embed import embed_pending
from core.index.opening import Opened, open_current
from core.index.place import Place
from core.index.publishing import publish
from core.index.word_vectors import word_vectors
from core.model import CodeUnit, Manifest
from core.model.run import SearchRun
from core.open_index import Stores
from core.pipeline.answer import ask
from core.ports import Products, ids_of
from core.settings import EmbedSettings, changed
from tests.index_samples import CHECKOUT, SETTINGS, put, small_extraction
from tests.index_samples import changed as edited
from tests.retrieval_samples import DEFAULTS, stores

TABLE = WordTable(EmbedSettings())


def opened_after(manifest: Manifest, place: Place, products: Products) -> Opened:
    assert manifest.table == TABLE.name
    return open_current(place, products)


def test_every_unit_with_text_has_a_word_vector_before_there_are_others(place: Place, products: Products) -> None:
    opened = opened_after(put(place, products, cut=False), place, products)
    assert opened.manifest.vectors == "none"
    assert opened.word_vectors is not None
    assert {head.key for head in opened.catalog.heads() if head.type not in ("file", "folder")} <= ids_of(opened.word_vectors)
    assert opened.word_vectors.nearest(TABLE.embed_question("sum of an order"), 1)[0][0] == "method:Order#total"
    opened.close()


def test_they_are_still_there_when_sentence_vectors_are(place: Place, products: Products) -> None:
    put(place, products)
    opened = opened_after(embed_pending(place, products, 3), place, products)
    assert opened.word_vectors is not None
    assert ids_of(opened.word_vectors)
    opened.close()


def test_those_of_an_incremental_index_are_those_of_a_full_one(tmp_path: Path, products: Products) -> None:
    changes = edited(small_extraction(), "Order#total", "def total; 42; end")
    step, full = Place(tmp_path, "step"), Place(tmp_path, "full")
    put(step, products)
    assert_equal(
        opened_after(put(step, products, changes), step, products), opened_after(put(full, products, changes), full, products)
    )


def assert_equal(one: Opened, other: Opened) -> None:
    assert one.word_vectors is not None
    assert other.word_vectors is not None
    ids = sorted(ids_of(one.word_vectors))
    assert ids == sorted(ids_of(other.word_vectors))
    ours, theirs = one.word_vectors.get(ids), other.word_vectors.get(ids)
    assert all(np.array_equal(ours[id_], theirs[id_]) for id_ in ids)


def test_switched_off_there_are_none_and_switched_on_again_there_are(place: Place) -> None:
    without = backends.products(changed(SETTINGS, "embed.table", False))
    assert publish(place, small_extraction(), CHECKOUT, without, SETTINGS.index).table == ""
    opened = open_current(place, without)
    assert opened.word_vectors is None
    opened.close()
    wanted = backends.products(SETTINGS)
    assert publish(place, small_extraction(), CHECKOUT, wanted, SETTINGS.index).counts["word_vectors"]


def test_those_of_another_table_are_not_compared_with_a_question(place: Place, products: Products) -> None:
    put(place, products)
    opened = open_current(place, products)
    opened.manifest = replace(opened.manifest, table="word-table/of-old")
    assert opened.word_vectors is None
    opened.close()


def asked(open_stores: Stores, **settings: object) -> SearchRun:
    chosen = DEFAULTS
    for name, value in settings.items():
        chosen = changed(chosen, name.replace("__", "."), value)
    return ask("What is paid back when somebody cancels?", open_stores, chosen, budget=500)


def shop_of(place: Place) -> Stores:
    settings = {"home": str(place.home), "embed.embedder": "hash", "index.vectors": "exact"}
    return open_workbench(place.name, settings=settings).stores


def test_word_vectors_stand_in_for_sentence_vectors_and_no_answer_repeats_it(place: Place, products: Products) -> None:
    put(place, products, cut=False)
    run = asked(shop_of(place))
    assert not any("vectors" in note for note in run.notes)
    assert "vector" not in run.plan.strategies
    assert any(unit.signals["semantic"] > 0 for unit in run.ranked)
    assert all(unit.signals["semantic"] == unit.signals["table"] for unit in run.ranked)


def test_they_stand_in_for_units_that_were_edited_since(place: Place, products: Products) -> None:
    put(place, products)
    embed_pending(place, products, 3)
    put(place, products, edited(small_extraction(), "Order#cancel!", "def cancel!; pay_back; end"))
    signals = {unit.unit_key: unit.signals for unit in asked(shop_of(place)).ranked}
    assert signals["method:Order#cancel!"]["semantic"] == signals["method:Order#cancel!"]["table"] > 0
    assert any(values["semantic"] != values["table"] for values in signals.values())


def test_word_vectors_have_a_weight_of_their_own() -> None:
    with_table, without = asked(stores()), asked(stores(), rank__table=0)
    assert any(unit.parts["table"] > 0 for unit in with_table.ranked)
    assert all(unit.parts["table"] == 0 for unit in without.ranked)


def test_a_text_has_the_same_vector_whatever_stands_beside_it() -> None:
    texts = [f"def assignable_users_{number}; users.where(active: true); end" for number in range(300)]
    together = TABLE.embed(texts)
    assert all(np.array_equal(together[row], TABLE.embed([texts[row]])[0]) for row in (0, 7, 255, 256, 299))


def test_names_are_divided_at_capitals_and_other_scripts_are_read() -> None:
    vectors = TABLE.embed(["assignableUsers", "assignable users", "größe 価格 ®", "", "\ud800"])
    assert vectors[0] @ vectors[1] > 0.99
    assert np.isfinite(vectors).all()
    assert not vectors[3].any()


def test_what_a_long_class_says_of_itself_counts_beside_its_members() -> None:
    method = "  def pump\n" + "    step\n" * 200 + "  end\n"
    source = f"class Pump\n{method}  describes 'Throws duplicate letters away.'\nend"
    outer = CodeUnit("class", "Pump", "Pump", "", "ruby", "lib/pump.rb", 1, 205, source)
    member = CodeUnit("method", "Pump#pump", "pump", "Pump", "ruby", "lib/pump.rb", 2, 203, method, parent=outer.key)
    table = Recorded()
    word_vectors([outer, member], {outer.key: [member]}, table)
    assert "duplicate letters" in table.texts[0]
    assert "step" not in table.texts[0]


class Recorded(WordTable):
    """Keeps the texts that it embeds."""

    def __init__(self) -> None:
        super().__init__(EmbedSettings())
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.texts += texts
        return super().embed(texts)
