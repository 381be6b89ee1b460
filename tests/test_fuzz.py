"""Damaged files of every kind are read and linked: a fixed choice of them here, a random one in `make explore`."""

import random

import pytest

from benchmarks.fuzz.kinds import KINDS, ORIGINS, kind_of, seeds
from benchmarks.fuzz.mutations import MUTATIONS, mutated
from benchmarks.fuzz.search import Search
from benchmarks.fuzz.smallest import fewer, smallest
from benchmarks.fuzz.trial import Fault, Trials
from core.languages import language_of

SEEDS = seeds(ORIGINS)


def test_there_is_a_whole_file_of_every_kind():
    assert set(SEEDS) == set(KINDS)


@pytest.mark.slow
def test_damaged_files_of_every_kind_are_read_and_linked():
    search = Search(SEEDS, random.Random("repeatable"), most_bytes=20_000)  # larger ones may take a parser seconds
    with Trials(seconds=60) as trials:  # a busy machine is no fault
        search.run(trials, files=200, minimise=False)
    assert search.faults == {}
    assert set(search.tried) == set(KINDS)


def test_the_same_chance_damages_in_the_same_way():
    one, two = (Search(SEEDS, random.Random(5)) for _ in range(2))
    assert one.batch() == two.batch()
    assert one.batch() != one.batch()


@pytest.mark.parametrize("name", [*MUTATIONS, "tree"])
def test_every_mutation_bears_empty_files_and_changes_others(name, monkeypatch):
    monkeypatch.setattr(random.Random, "choices", lambda self, population, k: [name])
    chance = random.Random(3)
    for kind in KINDS:
        seed = next(one for one in SEEDS[kind] if one.data.count(b"\n") > 2)
        language = language_of(seed.path) or "text"
        mutated(chance, language, b"", b"")
        assert any(mutated(chance, language, seed.data, seed.data)[0] != seed.data for _ in range(20))


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("config/routes/api.rb", "routes"),
        ("db/schema.rb", "schema"),
        ("app/a.rb", "ruby"),
        ("a/Gemfile.lock", "manifest of Ruby"),
        ("config/locales/de/a.yml", "i18n"),
        ("a.yml", "yaml"),
        ("a.d.ts", "typescript"),
        ("a.png", ""),
    ],
)
def test_kinds_are_known_by_their_paths(path, kind):
    assert kind_of(path) == kind


def test_what_shows_a_fault_is_made_small():
    assert fewer(range(100), lambda some: {7, 60} <= set(some)) == [7, 60]


class Picky(Trials):
    """Finds fault with the word `bad` in any file."""

    def faults(self, files):
        return [Fault("bad", path, "") for path, data in files.items() if b"bad" in data]


def test_a_fault_is_reduced_to_its_file_and_bytes():
    files = {"a.rb": b"good\n" * 50, "b.rb": b"fine\nvery bad thing\nfine\n", "c.rb": b""}
    assert smallest(files, Fault("bad", "b.rb", ""), Picky()) == {"b.rb": b"bad"}


def test_a_process_that_dies_is_a_fault_and_another_one_goes_on():
    with Trials() as trials:
        assert trials.faults({"a.rb": b"class A; end"}) == []
        assert trials._process is not None
        trials._process.kill()
        assert [fault.name for fault in trials.faults({"a.rb": b"class A; end"})] == ["the process died"]
        assert trials.faults({"a.rb": b"class A; end"}) == []
