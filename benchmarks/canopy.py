"""Measure retrieval on the Canopy benchmark: 62 extracted units of a Rails application and 28 labelled questions.

    python benchmarks/canopy.py [--folder ../shared/bench/canopy] [--lexical] [--questions]

A unit counts as found when it is packed into the context, as the published figures count it; recall, MRR and precision@5 are
means over the questions, in the order of packing. `lines` is the mean share of an expected unit's code that the context
holds, `whole` the share of expected units whose code it holds to the last line: what a unit shown in part hides in recall.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core import open_workbench
from core.backends import products
from core.index.embed import embed_pending
from core.index.place import Place
from core.index.publishing import Checkout, publish
from core.model import CodeUnit, Extraction, Relation, unit_key
from core.model.run import SearchRun
from core.settings import read_settings
from core.workbench import Workbench

_DEFAULT = Path(__file__).parents[2] / "shared" / "bench" / "canopy"
_BUDGETS = (300, 600, 1200, 2400)
_PUBLISHED = {
    300: "recall .355",
    600: "recall .507, whole .412",
    1200: "MiniLM: recall .580, MRR .857, P@5 .536, whole .566; lexical: .666, .780, .492; oracle over whole units .868",
    2400: "oracle over whole units .986",
}


def main() -> None:
    """Index the corpus, ask every question at every budget and print the means beside the published figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=_DEFAULT, help="where corpus.json is")
    parser.add_argument("--lexical", action="store_true", help="answer without vectors")
    parser.add_argument("--questions", action="store_true", help="also print every question at 1200 tokens")
    options = parser.parse_args()
    corpus = json.loads((options.folder / "corpus.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as home:
        bench = indexed(corpus, Path(home), vectors=not options.lexical)
        for budget in _BUDGETS:
            rows = [measured(bench, query, budget) for query in corpus["queries"]]
            means = "  ".join(f"{name} {sum(row[name] for row in rows) / len(rows):.3f}" for name in rows[0])
            print(f"{budget:>5} tokens  {means}\n{'':>14}published: {_PUBLISHED[budget]}")
        if options.questions:
            for query in corpus["queries"]:
                figures = "  ".join(f"{name} {value:.2f}" for name, value in measured(bench, query, 1200).items())
                print(f"{query['id']:<12} {figures}  {query['query']}")


def indexed(corpus: dict[str, Any], home: Path, vectors: bool) -> Workbench:
    """Publish the corpus as an index and open it; the texts of the units stand for their files."""
    units = [unit_of(row) for row in corpus["units"]]
    known = {unit.key for unit in units}
    relations = [relation for row in corpus["units"] for relation in relations_of(row) if relation.target in known]
    settings = read_settings({"home": str(home), "index.vectors": "exact"})
    place, made = Place(home, "canopy"), products(settings)
    extraction = Extraction(tuple(units), tuple(relations))
    publish(place, extraction, Checkout(str(home), "2026-01-01T00:00:00+00:00"), made, settings.index)
    if vectors:
        embed_pending(place, made, settings.index.keep_generations)
    return open_workbench("canopy", settings=settings)


def unit_of(row: dict[str, Any]) -> CodeUnit:
    """Return a unit of the corpus."""
    source, identifier = row["source_code"], row["identifier"]
    return CodeUnit(
        type=row["type"],
        identifier=identifier,
        name=identifier.rsplit("::", 1)[-1],
        namespace=row["namespace"] or "",
        language="ruby",
        file_path=row["file_path"],
        start_line=1,
        end_line=source.count("\n") + 1,
        source_code=source,
        source_hash=row["source_hash"],
        origin="woods",
    )


def relations_of(row: dict[str, Any]) -> list[Relation]:
    """Return the dependencies of a unit of the corpus."""
    source = unit_key(row["type"], row["identifier"])
    return [
        Relation(source, unit_key(to["type"], to["target"]), to["via"], row["file_path"], 1, origin="woods")
        for to in row["dependencies"]
    ]


def measured(bench: Workbench, query: dict[str, Any], budget: int) -> dict[str, float]:
    """Return the figures of one question."""
    run = bench.ask(query["query"], budget=budget, types=query.get("types", ()))
    expected = query["expected_units"]
    packed = list(dict.fromkeys(run.heads[source.unit_key].identifier for source in run.context.sources))
    found = set(expected) & set(packed)
    shares = shown_shares(bench, run, expected)
    return {
        "recall": len(found) / len(expected),
        "MRR": next((1 / place for place, name in enumerate(packed, 1) if name in found), 0.0),
        "P@5": len(found & set(packed[:5])) / min(5, len(packed)) if packed else 0.0,
        "lines": sum(shares) / len(shares),
        "whole": sum(share == 1.0 for share in shares) / len(shares),
        "tokens": float(run.context.tokens),
    }


def shown_shares(bench: Workbench, run: SearchRun, expected: Sequence[str]) -> list[float]:
    """Return for each expected unit the share of its lines of code, comments left out, that the context holds."""
    shown: dict[str, set[int]] = {}
    for source in run.context.sources:
        lines = {line for start, end in source.ranges for line in range(start, end + 1)}
        shown.setdefault(run.heads[source.unit_key].identifier, set()).update(lines)
    shares = []
    for name in expected:
        source = bench.unit(name).source_code.split("\n")
        code = {number for number, line in enumerate(source, 1) if line.strip() and not line.strip().startswith("#")}
        shares.append(len(code & shown.get(name, set())) / len(code))
    return shares


if __name__ == "__main__":
    main()
