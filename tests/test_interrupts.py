"""Ctrl-C and SIGTERM end `orienteer index` soon, wherever it is, with one sentence, and leave neither a process nor a loss."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from core.index.place import Place
from core.pipeline.indexing import index_checkout
from core.settings import changed, read_settings
from tests.thorough import sampled

SOON = 10.0  # seconds on a machine that does other things as well; by itself it takes less than one
WAITING = """
import hashlib, importlib, sys, time

def endless(*_, **__):
    print("here", file=sys.stderr, flush=True)
    {does}

module, _, path = "{place}".partition(":")
owner = importlib.import_module(module)
*above, last = path.split(".")
for name in above:
    owner = getattr(owner, name)
setattr(owner, last, endless)
from core.cli import main
main()
"""
INTERRUPTED_IN_A_FORK = """
import os, signal
os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))
from core.cli import main
main()
"""
ASLEEP = "time.sleep(600)"
DEAF = 'hashlib.pbkdf2_hmac("sha256", b"", b"", 2_000_000_000)'  # computes without looking at signals
SWALLOWING = "exec('while True:\\n try:\\n  time.sleep(600)\\n except BaseException: pass')"
PLACES = {
    "walk": "core.extract.run:walk",
    "git": "core.runtime.git:Output.__iter__",
    "read": "core.extract.python.reader:read",
    "link": "core.extract.python.linker:link",
    "tests": "core.extract.link:test_relations",
    "history": "core.extract.run:histories",
    "words": "core.index.unit_texts:IndexTexts.words",
    "chunk": "core.index.unit_texts:IndexTexts.chunks",
    "lexical": "core.backends.lexical.rank_bm25:RankBm25.build",
    "metrics": "core.index.publishing:measure",
    "catalog": "core.backends.catalogs.duck_writing:_write_tables",
    "settle": "core.index.generations:settle",
    "embed": "core.backends.embedders.minilm:MiniLM.embed",
    "vectors": "core.backends.vectors.chroma:ChromaVectors.put",
}


@pytest.fixture
def checkout(tmp_path):
    root = tmp_path / "shop"
    root.mkdir()
    for number in range(20):
        (root / f"m{number}.py").write_text(f"def f{number}(a):\n    return a + {number}\n")
    return root


@pytest.fixture
def indexed(checkout):
    """Give a checkout with an index that one more file has made old."""
    index_checkout(checkout, changed(read_settings(), "home", str(checkout.parent / "home")), vectors=False)
    (checkout / "new.py").write_text("def new():\n    return 1\n")
    return checkout


def start(checkout, *arguments, program=None):
    """Start the command as a person's shell does: in a group of its own, heeding interrupts."""
    command = [sys.executable, "-c", program] if program else [str(Path(sys.executable).parent / "orienteer")]
    environment = {**os.environ, "ORIENTEER_HOME": str(checkout.parent / "home")}
    return subprocess.Popen(
        [*command, "index", str(checkout), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


def group_is_gone(group, within=5.0):
    until = time.monotonic() + within
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def end(process, number):
    """Send the signal as a terminal (Ctrl-C reaches the whole group) or a supervisor does; return seconds and stderr."""
    began = time.monotonic()
    try:
        (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
        _, told = process.communicate(timeout=60)
        took = time.monotonic() - began
        assert group_is_gone(process.pid)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    return took, told


def assert_ended(process, took, told):
    assert took < SOON
    assert process.returncode == 2, told
    assert told.count("error: interrupted. What was published before is unchanged.") == 1
    assert "Traceback" not in told


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "term"])
@pytest.mark.parametrize("does", [ASLEEP, DEAF, SWALLOWING], ids=["asleep", "deaf", "swallowing"])
def test_a_run_that_hangs_while_it_links_ends(checkout, does, number):
    process = start(checkout, "--no-vectors", program=WAITING.format(place=PLACES["link"], does=does))
    while "here" not in process.stderr.readline():
        pass
    assert_ended(process, *end(process, number))


@pytest.mark.parametrize("phase", sampled((phase for phase in PLACES if phase != "link"), 2))
def test_a_run_ends_in_every_phase_and_the_next_one_makes_the_whole_index(indexed, phase):
    with_vectors = () if phase in ("embed", "vectors") else ("--no-vectors",)
    process = start(indexed, *with_vectors, program=WAITING.format(place=PLACES[phase], does=DEAF))
    while "here" not in (line := process.stderr.readline()):
        assert line, process.communicate()
    assert_ended(process, *end(process, signal.SIGTERM))
    assert Place(indexed.parent / "home", "shop").current().name == ("000001" if with_vectors else "000002")  # words first
    settings = changed(read_settings(), "home", str(indexed.parent / "home"))
    assert index_checkout(indexed, settings, vectors=not with_vectors).manifest.counts["files"] == 21


@pytest.mark.parametrize("after", ["read:", "link python:", "history:", "words:", "catalog:"])
def test_a_run_that_is_at_work_ends(checkout, after):
    for number in range(20, 400):
        (checkout / f"m{number}.py").write_text(f"def f{number}(a):\n    return a + {number}\n" * 9)
    process = start(checkout, "-v")
    while after not in (line := process.stderr.readline()):
        assert line, process.communicate()
    assert_ended(process, *end(process, signal.SIGINT))
    assert not list((checkout.parent / "home").glob("shop/generations/[0-9]*"))


def test_what_comes_while_a_process_is_forked_is_neither_lost_nor_printed(checkout):
    process = start(checkout, "--no-vectors", program=INTERRUPTED_IN_A_FORK)
    _, told = process.communicate(timeout=60)
    assert_ended(process, 0, told)
