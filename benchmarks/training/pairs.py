"""Make pairs for training from indexed repositories: a text that people wrote, and the unit of code that it belongs to.

    python -m benchmarks.training.pairs FOLDER INDEX…

Each INDEX is the name of an index (`--no-vectors` is enough) of a clone with its history; `FOLDER/INDEX.json.gz` is written.
Kinds of pairs: `doc`, the first sentence of a docstring and the unit without it; `commit`, the subject of a commit that
changed few units and each unit that it changed; `test`, the description of a test and what it tests; `section`, a heading of
a document with its first sentence and the unit that it mentions; `question`, from `questions/INDEX.json` beside this file,
written by a reader.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from benchmarks.training.commits import changed_names
from core import open_workbench
from core.index.chunks import can_answer
from core.index.outline import children_of
from core.index.word_vectors import table_text
from core.model import CodeUnit
from core.text.words import split_identifier
from core.workbench import Workbench

_QUESTIONS = Path(__file__).parent / "questions"
_SENTENCE = re.compile(r"(.{12,}?[.!?])(?:\s|$)", re.S)
_MARKUP = re.compile(r"[`*]+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)|:\w+:(?=`)|</?\w+>")
_NO_SENTENCE = re.compile(
    r"rubocop|eslint|noqa|pylint|todo|fixme|copyright|licen[cs]e|@param|@return|https?:|:nodoc:|frozen_string", re.I
)
_MOST_OF_A_UNIT = 6  # pairs of one kind
_LEAST_GAPS = 3  # between the words of a test's description: fewer only repeat a name
_MOST_UNITS = 4  # of one commit: one that changes more says little of each


class Pair(NamedTuple):
    """A text, the number of its unit, the kind, and the text of the unit where it is another than usual."""

    text: str
    unit: int
    kind: str
    instead: str | None = None


def main() -> None:
    """Write the pairs of each index."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("indexes", nargs="+", metavar="INDEX")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.indexes:
        found = Repository(open_workbench(name))
        pairs = list(found.pairs())
        with gzip.open(options.folder / f"{name}.json.gz", "wt", encoding="utf-8", compresslevel=3) as file:
            json.dump({"keys": list(found.numbers), "texts": found.texts, "pairs": pairs}, file)
        kinds = Counter(pair.kind for pair in pairs)
        print(f"{name}: {len(found.texts):,} units, {len(pairs):,} pairs:", dict(sorted(kinds.items())), flush=True)


class Repository:
    """The units of an index that a question can mean, without tests, and the pairs that lead to them."""

    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        units = bench.catalog.units(list(bench.heads))
        self._all = {unit.key: unit for unit in units}
        self._inside = children_of(units)
        self._units = [unit for unit in units if not unit.is_test and unit.type != "test" and can_answer(unit, self._inside)]
        self.numbers = {unit.key: number for number, unit in enumerate(self._units)}
        self.texts = [self._text(unit) for unit in self._units]

    def pairs(self) -> Iterator[Pair]:
        """Yield all pairs; of one kind no more than a few for a unit."""
        many: Counter[tuple[int, str]] = Counter()
        for pair in (*self._docs(), *self._commits(), *self._tests(), *self._sections(), *self._questions()):
            many[pair.unit, pair.kind] += 1
            if many[pair.unit, pair.kind] <= _MOST_OF_A_UNIT:
                yield pair

    def _text(self, unit: CodeUnit) -> str:
        return table_text(unit, self._inside.get(unit.key, ()))

    def _docs(self) -> Iterator[Pair]:
        for number, unit in enumerate(self._units):
            said = sentence(unit.docstring)
            if said and unit.source_code and unit.type != "doc_section":
                yield Pair(said, number, "doc", self._text(_without_docstring(unit)))

    def _commits(self) -> Iterator[Pair]:
        by_place = {(unit.file_path, unit.name): number for number, unit in enumerate(self._units)}
        for subject, places in changed_names(Path(self._bench.manifest.root)):
            units = {by_place[place] for place in places if place in by_place}
            if 1 <= len(units) <= _MOST_UNITS and sentence(subject):
                yield from (Pair(subject, number, "commit") for number in sorted(units))

    def _tests(self) -> Iterator[Pair]:
        tested: dict[str, list[str]] = defaultdict(list)
        for relation in self._bench.relations:
            if relation.target in self.numbers and relation.kind in ("tests", "calls", "references"):
                unit = self._all.get(relation.source)
                if unit is not None and unit.type in ("test", "example", "method", "function") and unit.is_test:
                    tested[relation.source].append(relation.target)
        for source, targets in tested.items():
            said = _description(self._all[source])
            best = _nearest(self._all[source], targets)
            if best and sentence(said) and said.count(" ") >= _LEAST_GAPS:
                yield Pair(said, self.numbers[best], "test")

    def _sections(self) -> Iterator[Pair]:
        for relation in self._bench.relations:
            unit = self._all.get(relation.source)
            if relation.kind in ("mentions", "links_to") and relation.target in self.numbers and unit is not None:
                title = unit.name.split(" > ")[-1]
                said = _plain(f"{title}. {sentence(unit.source_code.partition(chr(10))[2])}")
                if unit.type in ("doc_section", "readme") and sentence(said):
                    yield Pair(said[:220], self.numbers[relation.target], "section")

    def _questions(self) -> Iterator[Pair]:
        path = _QUESTIONS / f"{self._bench.name}.json"
        if path.exists():
            for question, *keys in json.loads(path.read_text(encoding="utf-8"))["questions"]:
                yield from (Pair(question, self.numbers[key], "question") for key in keys if key in self.numbers)


def sentence(text: str) -> str:
    """Return the first sentence of a text in one line, empty when it is none that says something."""
    line = _plain(text.split("\n\n")[0])
    first = _SENTENCE.match(line)
    said = (first.group(1) if first else line).strip(" .:-#=")[:220]
    words = re.findall(r"[A-Za-z]{2,}", said)
    plain = 3 <= len(words) <= 40 and len(" ".join(words)) > 0.6 * len(said) and said.isascii()
    return said if plain and not _NO_SENTENCE.search(said) else ""


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).split())


def _without_docstring(unit: CodeUnit) -> CodeUnit:
    """Return a unit whose code does not repeat what its docstring says."""
    said = {line.strip(" \t#/*\"'") for line in unit.docstring.split("\n")}
    lines = [line for line in unit.source_code.split("\n") if (bare := line.strip(" \t#/*\"'")) not in said or len(bare) < 4]
    return replace(unit, docstring="", source_code="\n".join(lines))


def _description(test: CodeUnit) -> str:
    if " > " in test.identifier:
        return " ".join(test.identifier.rpartition(":")[2].split(" > ")[-2:])
    return " ".join(word for word in split_identifier(test.name) if word not in ("test", "it", "should", "spec"))


def _nearest(test: CodeUnit, targets: Sequence[str]) -> str:
    """Return the target whose name shares most words with the test's name and path, a member before what holds it."""
    about = set(split_identifier(f"{test.identifier} {test.file_path}"))

    def shared(key: str) -> float:
        own = set(split_identifier(key.partition(":")[2]))
        return len(about & own) / max(1, len(own)) + 0.2 * key.startswith(("method:", "function:"))

    best = max(sorted(targets), key=shared)
    return best if shared(best) > 0.3 else ""


if __name__ == "__main__":
    main()
