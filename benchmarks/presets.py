"""Index a checkout with every preset, and compare what it answers with the default: rows, vectors, graph, questions.

    python -m benchmarks.presets CHECKOUT QUESTIONS.json [--presets local mysql …] [--cache vectors.sqlite] [--embedder NAME]

The embedder is the same for all, since answers compare only then; all else is the preset's. PostgreSQL with
pgvector is started here, MariaDB is that of TEST_MYSQL. There is no server of Qdrant to be had: presets with Qdrant are tried
twice, with the engine of its client in memory and with its engine in a folder. What was embedded before may be given as a
cache.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.catalog_stores import _digest, _most
from core.model.tables import TABLES
from core.ports import ids_of
from core.settings import PRESETS, Settings, read_settings
from core.workbench import Workbench, open_workbench
from core.workbench.checkouts import index_checkout
from tests.servers import MYSQL
from tests.services import postgresql

NAME = "measured"
_ASKED = 40  # questions
_PATHS = 40  # units whose place in the graph is asked for


def settings_of(preset: str, home: str, embedder: str, addresses: Mapping[str, str], *, edge: bool = False) -> Settings:
    """Return the settings of a preset with the default's embedder and the servers that there are here."""
    given = {"home": home, "embed.embedder": embedder}
    if preset:
        stands_for = PRESETS[preset].values
        given |= {"preset": preset, "embed.model": "", "embed.url": ""}
        given["index.catalog_at"] = addresses.get(stands_for["index.catalog"], "")
        given["index.vectors_at"] = addresses.get(stands_for["index.vectors"], "")
    given = {name: value for name, value in given.items() if value or name.startswith("embed")}
    return read_settings(given | ({"index.vectors": "qdrant-edge", "index.vectors_at": ""} if edge else {}))


def tried(
    preset: str, checkout: str, questions: str, cache: str, embedder: str, addresses: Mapping[str, str], edge: bool
) -> dict[str, Any]:
    """Index a checkout with a preset and return what that took and what it answers."""
    with tempfile.TemporaryDirectory() as home:
        settings = settings_of(preset, home, embedder, addresses, edge=edge)
        if cache:
            kept = Path(home) / NAME / "cache"
            kept.mkdir(parents=True)
            shutil.copyfile(cache, kept / "vectors.sqlite")
        report = index_checkout(Path(checkout), settings, name=NAME)
        bench = open_workbench(NAME, settings=settings)
        texts = [query["query"] for query in json.loads(Path(questions).read_text(encoding="utf-8"))["queries"]][:_ASKED]
        start = perf_counter()
        bench.ask("what is here?")
        first, start = round(1000 * (perf_counter() - start)), perf_counter()
        asked = [bench.ask(text) for text in texts]
        seconds = perf_counter() - start
        ranked = [[hit.unit_key for hit in run.ranked[:20]] for run in asked]
        vectors = bench.stores.vectors
        assert vectors is not None
        found = vectors.get(sorted(ids_of(vectors)))
        frames = [bench.sql(f"SELECT * FROM {name}").astype(str).to_csv() for name in TABLES if name != "runs"]
        return {
            "index s": round(report.seconds, 1), "question ms": round(1000 * seconds / max(1, len(texts))), "MB": _most(),
            "first ms": first, "processor s": round(sum(os.times()[:4]), 1), "shown": [run.context.text for run in asked],
            "rows": _digest(frames), "graph": _digest(_graph(bench)), "ranked": ranked,
            "vectors": _digest([list(found), [np.asarray(one).round(5).tolist() for one in found.values()]]),
            "sql": int(bench.sql("SELECT count(*) AS n FROM units").n[0]), "points": len(found),
        }  # fmt: skip


def _graph(bench: Workbench) -> list[object]:
    """Return what the graph of the preset says of the most central units."""
    rows = bench.sql(f"SELECT unit_key FROM metrics ORDER BY pagerank DESC, unit_key LIMIT {_PATHS}")
    keys, graph = list(rows.unit_key), bench.graph_store
    said: list[object] = [
        [graph.dependents_of(key), graph.traverse_reverse(key, 3), graph.traverse_forward(key, 3)] for key in keys
    ]
    return [*said, [graph.shortest_path(one, other) for one, other in zip(keys, reversed(keys), strict=True)]]


def main() -> None:
    """Measure and print a row for each preset."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("checkout")
    given.add_argument("questions")
    given.add_argument("--presets", nargs="*", default=list(PRESETS), choices=list(PRESETS))
    given.add_argument("--cache", default="")
    given.add_argument("--embedder", default="minilm")
    options = given.parse_args()
    checkout, asked = str(Path(options.checkout).resolve()), options.questions
    with ExitStack() as stack:
        addresses = {"mysql": MYSQL, "qdrant": "memory://presets", "postgresql": stack.enter_context(postgresql())}
        addresses["pgvector"] = addresses["postgresql"]
        usual: dict[str, Any] = {}
        with_qdrant = [name for name in options.presets if PRESETS[name].values["index.vectors"] == "qdrant"]
        rows = [
            (name, edge) for name in ("", *options.presets) for edge in ((False, True) if name in with_qdrant else (False,))
        ]
        for preset, edge in rows:
            with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as apart:  # times and memory of its own
                found = apart.submit(tried, preset, checkout, asked, options.cache, options.embedder, addresses, edge).result()
            usual = usual or found
            same = {name: found[name] == usual[name] for name in ("rows", "graph", "vectors", "sql")}
            pairs = list(zip(found["ranked"], usual["ranked"], strict=True))
            share = sum(len({*one} & {*other}) / max(1, len(other)) for one, other in pairs) / max(1, len(pairs))
            equal = sum(one == other for one, other in pairs)
            texts = sum(one == other for one, other in zip(found["shown"], usual["shown"], strict=True))
            shown = {name: value for name, value in found.items() if name not in ("ranked", "shown")}
            print(
                f"{preset or 'default'}{' with qdrant-edge' if edge else ''}: {shown} same: {same} "
                f"of the first 20: {share:.4f}, in order: {equal}, the same text: {texts} of {len(pairs)}",
                flush=True,
            )


if __name__ == "__main__":
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    main()
