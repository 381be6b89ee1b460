"""An index says how far the checkout has moved on, follows it, and can be compared with itself."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from core.errors import SettingsError, SourceError
from core.model.tables import SCHEMA_VERSION
from core.pipeline.indexing import index_checkout
from core.pipeline.watching import appearance, watch
from core.settings import read_settings
from core.workbench import open_workbench
from core.workbench.compare import compare

_GIT = ("git", "-c", "user.name=Edit", "-c", "user.email=edit@example.org", "-c", "commit.gpgsign=false")
ORDER = "class Order\n  def total\n    Line.sum\n  end\nend\n"
LINE = "class Line\n  def self.sum\n    1\n  end\nend\n"


class Shop:
    """A checkout of two files and the home of its index."""

    def __init__(self, folder):
        self.root = folder / "shop"
        self.settings = read_settings({"home": str(folder / "home")})
        (self.root / "app" / "models").mkdir(parents=True)
        self.write("order", ORDER)
        self.write("line", LINE)

    def write(self, name, text):
        (self.root / "app" / "models" / f"{name}.rb").write_text(text)

    def commit(self):
        for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-q", "--allow-empty", "-m", "Edit")):
            subprocess.run([*_GIT, *arguments], cwd=self.root, check=True)

    def index(self):
        index_checkout(self.root, self.settings, vectors=False)
        return self.open()

    def open(self):
        return open_workbench("shop", settings=self.settings)


@pytest.fixture
def shop(tmp_path):
    return Shop(tmp_path)


def test_without_git_an_index_counts_the_files_that_differ(shop):
    bench = shop.index()
    assert bench.freshness().state == "current"
    shop.write("order", ORDER + "# new\n")
    shop.write("refund", "class Refund\nend\n")
    (shop.root / "app" / "models" / "line.rb").unlink()
    fresh = bench.freshness()
    assert (fresh.state, fresh.changed_files) == ("stale", 3)
    assert fresh.differing == tuple(f"app/models/{name}.rb" for name in ("line", "order", "refund"))
    assert "3 files differ" in fresh.sentence
    assert f"orienteer index {shop.root}" in fresh.sentence


def test_an_index_of_another_format_is_built_anew_and_keeps_what_its_caches_know(shop):
    bench = shop.index()
    manifest = bench.directory / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "schema": 0}))
    kept = shop.root.parent / "home" / "shop" / "cache" / "facts.sqlite"
    number = kept.stat().st_ino
    again = shop.index()
    assert (again.manifest.generation, again.manifest.schema) == (2, SCHEMA_VERSION)
    assert kept.stat().st_ino == number
    with pytest.raises(SourceError, match="no earlier generation"):
        compare(again)


def test_an_index_of_another_format_is_still_that_of_its_checkout(shop, tmp_path):
    bench = shop.index()
    manifest = bench.directory / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "schema": 0}))
    (tmp_path / "other").mkdir()
    with pytest.raises(SettingsError, match="is taken by the index of"):
        index_checkout(tmp_path / "other", shop.settings, name="shop", vectors=False)


def test_word_vectors_of_another_table_are_made_anew(shop, monkeypatch):
    assert shop.index().manifest.generation == 1
    assert shop.index().manifest.generation == 1
    for name in ("core.backends.embedders.table.WordTable.name", "core.backends.WORD_TABLE"):
        monkeypatch.setattr(name, "word-table/of-tomorrow")
    assert shop.open().stores.word_vectors is None
    again = shop.index()
    assert (again.manifest.generation, again.manifest.table) == (2, "word-table/of-tomorrow")
    assert again.stores.word_vectors is not None


def test_a_file_that_was_only_touched_does_not_make_an_index_stale(shop):
    bench = shop.index()
    shop.write("order", ORDER)
    assert bench.freshness().state == "current"


@pytest.mark.needs_git
def test_with_git_an_index_says_how_far_head_is_ahead(shop):
    shop.commit()
    bench = shop.index()
    assert "Indexed at HEAD" in bench.freshness().sentence
    shop.write("order", ORDER.replace("Line", "Row"))
    assert bench.freshness().changed_files == 1
    shop.commit()
    shop.commit()
    fresh = bench.freshness()
    assert (fresh.state, fresh.commits_ahead, fresh.changed_files) == ("stale", 2, 1)
    assert "2 commits ahead" in fresh.sentence


@pytest.mark.needs_git
def test_a_file_that_was_uncommitted_when_it_was_indexed_is_not_stale(shop):
    shop.commit()
    shop.write("order", ORDER + "# not committed\n")
    assert shop.index().freshness().state == "current"


def test_two_generations_are_compared_by_units_and_relations(shop):
    shop.index()
    shop.write("order", ORDER.replace("Line.sum", "0"))
    shop.write("refund", "class Refund < Order\nend\n")
    bench = shop.index()
    rows = [(row.what, row.subject) for row in compare(bench).differences if row.what.endswith(("unit", "relation"))]
    refund = bench.head("Refund").key
    order = bench.head("Order").key
    line = bench.head("Line").key
    assert ("new unit", refund) in rows
    assert ("changed unit", "method:Order#total") in rows
    assert ("new relation", f"{refund} → {order}") in rows
    assert ("gone relation", f"method:Order#total → {line}") in rows
    assert all(line not in subject for what, subject in rows if what == "changed unit")


def test_a_generation_compared_with_itself_has_no_difference(shop):
    bench = shop.index()
    assert compare(bench, 1, 1).differences == ()
    with pytest.raises(SourceError, match="no earlier generation"):
        compare(bench)
    with pytest.raises(SourceError, match=r"No generation 7"):
        compare(bench, 7)


def test_the_appearance_of_a_checkout_changes_with_its_files(shop):
    before = appearance(shop.root, shop.settings.extract)
    assert appearance(shop.root, shop.settings.extract) == before
    shop.write("refund", "")
    assert appearance(shop.root, shop.settings.extract) != before
    assert appearance(shop.root / "nowhere", shop.settings.extract) == frozenset()


def test_watching_indexes_again_after_a_change(shop):
    heard = []
    second = threading.Event()

    class Enough(BaseException):
        """Ends the watch from within, as Ctrl-C does."""

    def told(report):
        heard.append(report)
        if len(heard) == 2:
            second.set()
            raise Enough

    def edit():
        while not heard and not second.wait(0.05):
            pass
        shop.write("refund", "class Refund\nend\n")

    editor = threading.Thread(target=edit)
    editor.start()
    with pytest.raises(Enough):
        watch(shop.root, shop.settings, told, vectors=False, interval=0.05)
    editor.join()
    assert heard[1].manifest.counts["files"] == heard[0].manifest.counts["files"] + 1


def heed_interrupts():
    """A shell's background jobs ignore interrupts and pass that on; a person's foreground command does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_watching_with_status_0_and_a_sentence(shop):
    command = [str(Path(sys.executable).parent / "orienteer"), "watch", str(shop.root), "--no-vectors", "--interval", "0.1"]
    environment = {**os.environ, "ORIENTEER_HOME": shop.settings.home}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes, env=environment, preexec_fn=heed_interrupts) as process:
        first = process.stdout.readline()
        assert first.startswith("Indexed shop"), process.stderr.read()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Stopped watching" in out
    assert err == ""
