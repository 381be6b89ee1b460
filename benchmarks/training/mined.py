"""Put beside each question the texts of its unit, and texts of other units that searches take for an answer.

    python -m benchmarks.training.mined FOLDER NAME…

Each NAME is an index (`--no-vectors` is enough) of the repository that `questions/NAME.json` is about, under the name
`train-NAME`; `FOLDER/NAME.json.gz` is written: texts, and questions with the numbers of their own and of others' texts, the
likeliest first. Others are what the searches by words and by word vectors find first, without what overlaps the unit.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from core import open_workbench
from core.index.chunks import chunk_units
from core.model import Chunk, UnitHead
from core.model.run import Filters
from core.search import classify
from core.search.by_meaning import by_word_vectors
from core.search.by_words import by_words
from core.search.search_space import SearchSpace, refusal_of
from core.settings.retrieval import read_rules
from core.workbench import Workbench

QUESTIONS = Path(__file__).parent / "questions"
_FIRST = 30  # hits of each search
_OTHERS = 45
_OWN = 3  # chunks of a unit


class Mined(NamedTuple):
    """A question, the unit that it is about, numbers of that unit's texts and of others', the likeliest first."""

    text: str
    unit: str
    own: Sequence[int]
    others: Sequence[int]


class MinedSet(NamedTuple):
    """The questions about one repository, and the texts that their numbers mean."""

    name: str
    texts: Sequence[str]
    questions: Sequence[Mined]


def main() -> None:
    """Mine each repository and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+", metavar="NAME")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.names:
        found = Repository(open_workbench(f"train-{name}"))
        questions = list(found.mined(questions_about(name)))
        with gzip.open(options.folder / f"{name}.json.gz", "wt", encoding="utf-8", compresslevel=3) as file:
            json.dump({"texts": found.texts, "questions": questions}, file)
        print(f"{name}: {len(questions):,} questions, {len(found.texts):,} texts", flush=True)


def questions_about(name: str) -> dict[str, list[str]]:
    """Return the questions about a repository by the key of their unit."""
    units: dict[str, list[str]] = json.loads((QUESTIONS / f"{name}.json").read_text(encoding="utf-8"))["units"]
    return units


def chunks_of(bench: Workbench) -> list[Chunk]:
    """Return the texts of all units of an index, those of a unit together."""
    return chunk_units(bench.catalog.units(list(bench.heads)), bench.settings.index.chunk_tokens)


def read_mined(folder: Path, without: Sequence[str] = ()) -> list[MinedSet]:
    """Return what was mined of each repository but some, in the order of their names."""
    found = []
    for path in sorted(folder.glob("*.json.gz")):
        name = path.name.removesuffix(".json.gz")
        if name not in without:
            with gzip.open(path, "rt", encoding="utf-8") as file:
                written = json.load(file)
            found.append(MinedSet(name, written["texts"], [Mined(*row) for row in written["questions"]]))
    return found


class Repository:
    """An index, and the texts of its units."""

    def __init__(self, bench: Workbench) -> None:
        self.bench, self.index = bench, bench.stores.index
        self.rules = read_rules(bench.settings.search.rules)
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}
        self._chunks: dict[str, list[str]] = defaultdict(list)
        for chunk in chunks_of(bench):
            self._chunks[chunk.unit_key].append(chunk.text)

    def mined(self, units: Mapping[str, Sequence[str]]) -> Iterator[Mined]:
        """Yield the questions about units that this index has."""
        for key, questions in units.items():
            own = [self._number(text) for text in self._chunks.get(key, ())[:_OWN]]
            for question in questions if own else ():
                found = [other for other in self._found(question) if not _overlap(self.index.by_key[key], other)]
                others = [self._number(self._chunks[other.key][0]) for other in found[:_OTHERS] if other.key in self._chunks]
                yield Mined(question, key, own, others)

    def _found(self, question: str) -> list[UnitHead]:
        plan = classify(question, self.index, self.rules, Filters())
        space = SearchSpace(
            self.bench.stores, self.rules, self.bench.settings, refusal_of(plan, self.index, self.bench.settings.not_yours)
        )
        worth: dict[str, float] = defaultdict(float)
        for hits in (by_words(plan, space), by_word_vectors(plan, space)):
            for hit in hits[:_FIRST]:
                worth[hit.unit_key] += 1 / (3 + hit.rank)
        return [self.index.by_key[key] for key in sorted(worth, key=lambda key: -worth[key])]

    def _number(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]


def _overlap(one: UnitHead, other: UnitHead) -> bool:
    same = one.file_path == other.file_path
    return same and one.start_line <= other.end_line and other.start_line <= one.end_line


if __name__ == "__main__":
    main()
