"""Say how well vectors alone find what questions are about, on repositories that were held out.

    python -m benchmarks.training.alone MODEL NAME… [--embedder minilm]

MODEL is a folder that `benchmarks.training.exported` wrote (with `--embedder table` one of `benchmarks.training.table`), or
`-` for what comes along; each NAME is an index `train-NAME` with questions in `questions/NAME.json`. Each question is held
against all texts of its index. Counted is the place of its unit: the mean of the reciprocal ranks, and the shares of questions
whose unit is among the first 10 and 50.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.training.mined import chunks_of, questions_about
from core import open_workbench
from core.backends import EMBEDDERS, load
from core.ports import Embedder
from core.settings import EmbedSettings


def main() -> None:
    """Measure each repository, and all of their questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="a folder, or - for what comes along")
    parser.add_argument("names", nargs="+", metavar="NAME")
    parser.add_argument("--embedder", default="minilm", choices=("minilm", "table"))
    given = parser.parse_args()
    embedder = load(EMBEDDERS, given.embedder)(EmbedSettings())
    if given.model != "-":
        embedder.weights = Path(given.model)
    ranks = {name: _ranks(name, embedder) for name in given.names}
    every = [rank for of_one in ranks.values() for rank in of_one]
    for name, found in (*ranks.items(), ("all", every)):
        print(f"{name:24} {len(found):5} questions  {_figures(found)}", flush=True)


def _ranks(name: str, embedder: Embedder) -> list[int]:
    """Return the place of the unit of each question among the units of its index, from 1."""
    bench = open_workbench(f"train-{name}")
    chunks = chunks_of(bench)
    numbers: dict[str, int] = {}
    of = np.array([numbers.setdefault(chunk.unit_key, len(numbers)) for chunk in chunks])
    vectors = embedder.embed([chunk.text for chunk in chunks])
    found = []
    for key, questions in questions_about(name).items():
        for question in questions if key in numbers else ():
            best = np.full(len(numbers), -1.0, dtype=np.float32)
            np.maximum.at(best, of, vectors @ embedder.embed_question(question))
            found.append(int((best > best[numbers[key]]).sum()) + 1)
    return found


def _figures(ranks: Sequence[int]) -> str:
    places = np.array(ranks)
    return f"MRR {(1 / places).mean():.3f}  among 10 {(places <= 10).mean():.3f}  among 50 {(places <= 50).mean():.3f}"


if __name__ == "__main__":
    main()
