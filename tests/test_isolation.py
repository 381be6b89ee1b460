"""What goes wrong in one file, step or input becomes its problem, and the index is made without it."""

import faulthandler
import math
import multiprocessing
import os
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from core.extract import link, read, workers
from core.extract.guard import Guard
from core.extract.limits import OverTime, check, limited
from core.extract.python import linker as python_linker
from core.extract.run import extract
from core.settings import ExtractSettings

SETTINGS = ExtractSettings()
BRIEF = 0.3  # seconds of the processor, of which what is not broken here needs a hundredth
FILES = {
    "a.py": "import b\n\n\ndef first():\n    return b.second()\n",
    "b.py": "def second():\n    return 2\n",
    "c.py": "import a\n\n\ndef third():\n    return a.first()\n",
    "README.md": "# Shop\n\nSee `first`.\n",
}


@pytest.fixture
def checkout(tmp_path):
    root = tmp_path / "shop"
    root.mkdir()
    for name, text in FILES.items():
        (root / name).write_text(text)
    return root


@pytest.fixture
def quickly(monkeypatch):
    monkeypatch.setattr(workers, "_GRACE", 0.3)
    monkeypatch.setattr(workers, "_LOOK", 0.05)


def told(found):
    return {problem.file_path: problem.reason for problem in found.problems}


def names(found):
    return {unit.name for unit in found.units}


def calls(found):
    return {(one.source, one.target) for one in found.relations if one.kind == "calls"}


def break_reader(monkeypatch, path, fault):
    """Let the reader of one file do something bad; the processes that read are forks, which inherit it."""
    whole = read._reader

    def reader(language):
        def one(file):
            if file.path == path:
                fault()
            return whole(language)(file)

        return one

    monkeypatch.setattr(read, "_reader", reader)


def work(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def spin():
    work(math.inf)


def hold():
    """Do what C code does that never comes back: no signal of the limit gets through."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    spin()


def swallow():
    while True:
        with suppress(Exception):
            work(0.01)


def too_deep():
    too_deep()


def no_memory():
    raise MemoryError


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def crash():
    faulthandler.disable()  # its report would stand in the middle of those of the tests
    os.kill(os.getpid(), signal.SIGSEGV)


@pytest.mark.parametrize("fault", [too_deep, no_memory], ids=lambda fault: fault.__name__)
def test_a_reader_that_stops_costs_its_file(checkout, monkeypatch, fault):
    break_reader(monkeypatch, "b.py", fault)
    found = extract(checkout, SETTINGS)
    assert "the python reader stopped: " in told(found)["b.py"]
    assert {"first", "third"} <= names(found)


@pytest.mark.parametrize("fault", [spin, swallow, hold], ids=lambda fault: fault.__name__)
def test_a_file_that_takes_too_long_is_left_and_named_with_its_limit(checkout, monkeypatch, quickly, fault):
    break_reader(monkeypatch, "b.py", fault)
    found = extract(checkout, ExtractSettings(file_seconds=BRIEF))
    assert f"took more than {BRIEF} seconds (extract.file_seconds)" in told(found)["b.py"]
    assert {"first", "third"} <= names(found)
    assert found.given_up == 1


@pytest.mark.parametrize("fault", [die, crash], ids=lambda fault: fault.__name__)
def test_a_process_that_is_killed_costs_the_file_that_it_read(checkout, monkeypatch, fault):
    break_reader(monkeypatch, "b.py", fault)
    found = extract(checkout, SETTINGS)
    assert "its process died" in told(found)["b.py"]
    assert {"first", "third"} <= names(found)
    assert found.given_up == 1


def test_a_process_that_is_killed_once_costs_nothing(checkout, monkeypatch, tmp_path):
    def die_once():
        if not (tmp_path / "dead").exists():
            (tmp_path / "dead").touch()
            die()

    before = extract(checkout, SETTINGS)
    break_reader(monkeypatch, "b.py", die_once)
    assert extract(checkout, SETTINGS) == before


def test_processes_that_die_of_nothing_end_the_run_with_a_sentence(checkout, monkeypatch):
    monkeypatch.setattr(workers, "_serve", lambda *_: os._exit(1))
    with pytest.raises(workers.SourceError, match="The system kills"):
        extract(checkout, SETTINGS)


def test_no_process_is_left_behind(checkout, monkeypatch, quickly):
    break_reader(monkeypatch, "b.py", hold)
    extract(checkout, ExtractSettings(file_seconds=BRIEF))
    assert multiprocessing.active_children() == []


def test_what_was_given_up_is_in_no_cache(checkout, monkeypatch, quickly):
    class Memory(dict):
        def get(self, keys):
            return {key: self[key] for key in keys if key in self}

        put = dict.update

    kept = Memory()
    with monkeypatch.context() as broken:
        break_reader(broken, "b.py", spin)
        assert extract(checkout, ExtractSettings(file_seconds=BRIEF), kept).given_up == 1
    assert extract(checkout, SETTINGS, kept) == extract(checkout, SETTINGS)


def broken_in(path, fault):
    def of(module, *_):
        if module.facts.path == path:
            fault()
        return iter(())

    return of


def wrong():
    raise KeyError("what")


def test_a_fault_in_the_references_of_a_file_costs_its_relations_alone(checkout, monkeypatch):
    whole = python_linker._imports

    def imports(module, *rest):
        if module.facts.path == "a.py":
            wrong()
        return whole(module, *rest)

    monkeypatch.setattr(python_linker, "_imports", imports)
    found = extract(checkout, SETTINGS)
    assert told(found)["a.py"].startswith("python references: not all of them: KeyError: 'what'")
    assert calls(found) == {("function:c.third", "function:a.first")}
    assert {"first", "second", "third"} <= names(found)
    assert found.given_up == 0


@pytest.mark.parametrize("fault", [spin, swallow], ids=lambda fault: fault.__name__)
def test_a_file_whose_references_take_too_long_is_left(checkout, monkeypatch, fault):
    monkeypatch.setattr(python_linker, "_inherits", broken_in("a.py", fault))
    found = extract(checkout, ExtractSettings(file_seconds=BRIEF))
    assert f"took more than {BRIEF} seconds (extract.file_seconds)" in told(found)["a.py"]
    assert calls(found) == {("function:c.third", "function:a.first")}
    assert found.given_up == 1


def test_a_step_that_takes_too_long_leaves_the_rest_of_its_files(checkout, monkeypatch):
    monkeypatch.setattr(python_linker, "_inherits", broken_in("b.py", spin))
    found = extract(checkout, ExtractSettings(step_seconds=BRIEF))
    assert (
        f"none of the last 2 files, from b.py on: it took more than {BRIEF} seconds (extract.step_seconds)" in told(found)[""]
    )
    assert calls(found) == {("function:a.first", "function:b.second")}


def test_a_linker_that_stops_as_a_whole_leaves_the_file_out_and_links_the_others(checkout, monkeypatch):
    whole = python_linker.link

    def linker(repository):
        for facts in repository.of("python"):
            if facts.path == "a.py":
                wrong()
        return whole(repository)

    monkeypatch.setattr(python_linker, "link", linker)
    found = extract(checkout, SETTINGS)
    assert told(found)["a.py"].startswith("link python: left out: KeyError: 'what'")
    assert {"second", "third", "a.py"} <= names(found)
    assert "first" not in names(found)


@pytest.mark.parametrize(
    ("module", "name", "step"),
    [
        (python_linker, "link", "link python"),
        (link, "merge_units", "merge"),
        (link, "file_units", "files"),
        (link, "folder_units", "folders"),
        (link, "with_parents", "parents"),
        (link, "test_relations", "tests"),
        (link, "mention_relations", "mentions"),
    ],
)
@pytest.mark.parametrize("fault", [too_deep, no_memory, wrong, spin], ids=lambda fault: fault.__name__)
def test_a_step_that_fails_is_told_and_left_out(checkout, monkeypatch, module, name, step, fault):
    monkeypatch.setattr(module, name, lambda *_: fault())
    found = extract(checkout, ExtractSettings(step_seconds=BRIEF))
    assert any(problem.reason.startswith(f"{step}: left out: ") for problem in found.problems)
    assert found.units or name == "merge_units"


def test_a_limit_ends_what_runs_in_the_main_thread():
    with pytest.raises(OverTime, match=r"more than 0.1 seconds \(a.b\)"), limited(0.1, "a.b"):
        spin()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_who_handles_an_end_is_left_in_peace():
    with limited(0.1, "a.b") as limit:
        with pytest.raises(OverTime), limited(10, "c.d"):
            spin()
        work(0.1)  # on a busy machine the timer would strike here
        limit.renew()
        check()


def test_an_end_whose_exception_was_lost_is_raised_again():
    with limited(0.1, "a.b"):
        with suppress(OverTime):
            spin()
        with pytest.raises(OverTime):
            spin()


def test_the_outer_limit_holds_inside_of_an_inner_one():
    with pytest.raises(OverTime, match="outer"), limited(0.1, "outer"), limited(10, "inner"):
        spin()


def test_a_step_inside_of_a_step_has_its_own_time():
    with limited(0.2, "outer", own=True):
        with limited(10, "inner", own=True):
            work(0.4)
        check()


def test_in_another_thread_a_limit_is_seen_between_two_files():
    guard, seen = Guard(ExtractSettings(step_seconds=0.2)), []

    def slow(file):
        seen.append(file)
        work(0.15)
        return [file.name]

    def run():
        gathered = guard.gathered("names", [Path(name) for name in "abcdef"], slow, str)
        seen.append(gathered)

    thread = threading.Thread(target=lambda: guard.attempt("linking", run, None))
    thread.start()
    thread.join()
    assert seen[-1] == ["a", "b"]
    assert "none of the last 4 files, from c on" in guard.problems[0].reason
