"""Measure what is asked of graphs, on drawn graphs of several sizes and on an index, and check that all answer alike.

    python -m benchmarks.graph_stores [--nodes 2000 5000 10000 100000] [--index NAME] [--stores sqlite postgresql …]

Each drawn graph has three times as many edges as nodes. Told are the seconds to write the tables (or to copy those of the
index), the milliseconds of the median and of the slowest question, and what the process holds in memory more than before. The
addresses of the servers are those of the tests: TEST_POSTGRESQL, TEST_MYSQL; TEST_NEO4J one of Bolt.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from core.backends import CATALOGS, GRAPHS, load
from core.index.rows import relation_row, unit_row
from core.model import CodeUnit, Manifest, Relation
from core.model.tables import SCHEMA_VERSION, TABLES
from core.ports import GraphStore, StoreAddress
from core.workbench import open_workbench

SERVERS = {
    "postgresql": os.environ.get("TEST_POSTGRESQL", "postgresql://postgres@127.0.0.1:5432/postgres"),
    "mysql": os.environ.get("TEST_MYSQL", "mysql://root@127.0.0.1:3306/test"),
}
STORES = {"networkx": "duckdb", "sqlite": "sqlite", "postgresql": "postgresql", "mysql": "mysql", "neo4j": "duckdb"}
_MANIFEST = Manifest(SCHEMA_VERSION, "drawn", 1, "/drawn", "", "", False, "", "", 0, "none")
Rows = dict[str, list[Sequence[object]]]


def drawn(nodes: int) -> Rows:
    """Return the rows of so many units, with three relations for each."""
    chance = Random(nodes)
    keys = [f"class:C{number:06}" for number in range(nodes)]
    units = [unit_row(CodeUnit("class", key.partition(":")[2], key.partition(":")[2])) for key in keys]
    pairs = sorted((chance.choice(keys), chance.choice(keys)) for _ in range(3 * nodes))
    relations = [relation_row(Relation(one, other, "references", "a.rb", line)) for line, (one, other) in enumerate(pairs)]
    return {"units": units, "relations": relations}


def of_index(name: str) -> Rows:
    """Return the rows of the units and relations of an index."""
    bench = open_workbench(name)
    units = [unit_row(unit) for unit in bench.catalog.units(list(bench.heads))]
    return {"units": units, "relations": [relation_row(relation) for relation in bench.relations]}


@contextmanager
def opened(store: str, rows: Rows) -> Iterator[tuple[GraphStore, float]]:
    """Give the graph of these rows, and the seconds that writing them took."""
    with tempfile.TemporaryDirectory() as folder:
        address = StoreAddress(SERVERS.get(store, folder), f"measured-{os.getpid()}")
        catalog = load(CATALOGS, STORES[store])(address)
        start = perf_counter()
        with catalog.writer() as tables:
            tables({name: iter(rows.get(name, ())) for name in TABLES})
        seconds = perf_counter() - start
        try:
            with closing(catalog.reader(_MANIFEST)) as reader:
                more = [os.environ["TEST_NEO4J"]] if store == "neo4j" else []
                graph = load(GRAPHS, "sql" if STORES[store] == store else store)(reader, *more)
                yield graph, seconds
                if store == "neo4j":
                    graph.erase()
                graph.close()
        finally:
            catalog.erase()


def measured(graph: GraphStore, keys: Sequence[str], often: int) -> tuple[dict[str, list[float]], list[Any]]:
    """Return the milliseconds of each kind of question, and all answers."""
    chance = Random(7)
    asked = chance.sample(keys, often)
    questions: dict[str, Callable[[str], Any]] = {
        "dependents": graph.dependents_of,
        "dependents to depth 3": lambda key: graph.traverse_reverse(key, 3),
        "all that is reached": graph.traverse_forward,
        "shortest path": lambda key: graph.shortest_path(key, asked[0]),
    }
    graph.dependents_of(asked[0])  # what is loaded once is not counted
    times: dict[str, list[float]] = {}
    answers: list[Any] = []
    for name, ask in questions.items():
        for key in asked if name.startswith("dependents") else asked[: max(3, often // 10)]:
            start = perf_counter()
            answers.append(list(ask(key)))
            times.setdefault(name, []).append(1000 * (perf_counter() - start))
    start = perf_counter()
    answers.append(dict(graph.degrees()))
    times["degrees of all"] = [1000 * (perf_counter() - start)]
    return times, answers


def _held() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000


def main() -> None:
    """Measure and print one row for each store and size."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--nodes", type=int, nargs="*", default=[2_000, 5_000, 10_000, 100_000])
    given.add_argument("--index")
    given.add_argument("--stores", nargs="*", default=["networkx", "sqlite", "postgresql", "mysql"], choices=sorted(STORES))
    given.add_argument("--often", type=int, default=50)
    options = given.parse_args()
    graphs = [(f"{nodes:,} nodes", lambda nodes=nodes: drawn(nodes)) for nodes in options.nodes]
    graphs += [(options.index, lambda: of_index(options.index))] if options.index else []
    for title, make in graphs:
        rows, wanted = make(), None
        print(f"{title}: {len(rows['units']):,} units, {len(rows['relations']):,} relations", flush=True)
        for store in options.stores:
            before = _held()
            with opened(store, rows) as (graph, seconds):
                start = perf_counter()
                times, answers = measured(graph, [str(row[0]) for row in rows["units"]], options.often)
                told = "; ".join(f"{name} {statistics.median(ms):.1f} / {max(ms):.1f}" for name, ms in times.items())
                wanted = answers if wanted is None else wanted
                alike = "alike" if json.dumps(answers) == json.dumps(wanted) else "OTHER ANSWERS"
                print(f"  {store}: written in {seconds:.1f} s; {told}; {_held() - before} MB; {alike}; "
                      f"{perf_counter() - start:.0f} s", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
