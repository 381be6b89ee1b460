"""Training of the table of word pieces: pairs from an index, a step of learning, a table that is read again."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from subprocess import run

import numpy as np
import pytest

from benchmarks.training import commits, pairs
from benchmarks.training.bags import read_pairs
from benchmarks.training.tables import AskedTable, read_table, write_asked
from core.backends.embedders.table import WordTable
from core.settings import EmbedSettings
from tests.retrieval_samples import shop

TABLE = WordTable(EmbedSettings())


def test_rows_for_questions_change_questions_and_no_code(tmp_path: Path) -> None:
    table, question = read_table(), "how is an order refunded"
    assert write_asked(tmp_path / "none.npz", table) == 0
    assert np.allclose(AskedTable(tmp_path / "none.npz").embed_question(question), TABLE.embed_question(question), atol=1e-5)
    table[TABLE.pieces(["refunded"])[0]] *= -1
    assert write_asked(tmp_path / "asked.npz", table) > 0
    changed = AskedTable(tmp_path / "asked.npz")
    assert changed.embed_question(question) @ TABLE.embed_question(question) < 0.9
    assert np.array_equal(changed.embed([question]), TABLE.embed([question]))


def test_subjects_of_commits_come_with_what_they_changed(tmp_path: Path) -> None:
    for number, subject in enumerate(("Totals count every line of the order twice (#12)", "Bump version")):
        (tmp_path / "order.rb").write_text(f"class Order\n  def total\n    {number}\n  end\nend\n", encoding="utf-8")
        for command in (("init", "-q"), ("add", "."), ("commit", "-qm", subject)):
            run(("git", "-c", "user.name=a", "-c", "user.email=a@b", *command), cwd=tmp_path, check=True)
    found = list(commits.changed_names(tmp_path))
    assert found == [("Totals count every line of the order twice", {("order.rb", "Order"), ("order.rb", "total")})]


def test_pairs_of_an_index_are_learned(tmp_path: Path) -> None:
    train = pytest.importorskip("benchmarks.training.train", reason="torch is not installed: orienteer[sentence-transformers]")
    found = pairs.Repository(shop())
    rows = list(found.pairs())
    doc = next(row for row in rows if row.kind == "doc")
    assert doc.text in " ".join(found.texts[doc.unit].split())
    assert doc.text not in " ".join((doc.instead or "").split()), "the unit is read without what is asked"
    with gzip.open(tmp_path / "shop.json.gz", "wt") as file:
        json.dump({"keys": list(found.numbers), "texts": found.texts, "pairs": rows}, file)
    sets = read_pairs(tmp_path, ("words", "doc"))
    assert [one.name for one in sets] == ["words", "shop"]
    trained = train.train(sets, train.Options(steps=12, batch=48, others=48, rate=2e-3)).numpy()
    assert write_asked(tmp_path / "asked.npz", trained) > 100
    before, after = (
        [np.mean(one.reciprocal_ranks(train.summed(one.texts, table))) for one in sets] for table in (read_table(), trained)
    )
    assert np.mean(after) > np.mean(before)
