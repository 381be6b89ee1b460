"""Index a checkout on every catalog, compare the answers with those of the default, and tell times and memory.

    python -m benchmarks.catalog_stores CHECKOUT [--catalogs duckdb sqlite …] [--vectors]

Each catalog gets an index of its own, read and written by processes of their own: a full run, a run after one line was added to
a file, questions, the first query of a person; `--vectors` makes vectors with the embedder of the environment too. The rows of
all tables and the answers to all questions are compared with those of the first catalog. The addresses of the servers are those
of the tests: TEST_POSTGRESQL, TEST_MYSQL.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.graph_stores import SERVERS
from benchmarks.same_answers import TYPICAL
from core.backends import CATALOGS, load
from core.index.place import Place, read_manifest
from core.model.tables import TABLES
from core.ports import StoreAddress
from core.settings import changed, read_settings
from core.workbench import open_workbench
from core.workbench.checkouts import index_checkout

NAME = "measured"


def settings(home: str, catalog: str):  # type: ignore[no-untyped-def]
    """Return the settings for an index of this catalog."""
    given = changed(changed(read_settings(), "home", home), "index.catalog", catalog)
    return changed(given, "index.catalog_at", SERVERS.get(catalog, ""))


def index(home: str, catalog: str, checkout: str, vectors: bool) -> dict[str, object]:
    """Index a checkout and return what it took."""
    report = index_checkout(Path(checkout), settings(home, catalog), name=NAME, vectors=vectors)
    writing = {name: round(report.manifest.seconds.get(name, 0), 2) for name in ("catalog", "vectors")}
    return {"seconds": round(report.seconds, 1), "changed": report.changed, **writing, "MB": _most()}


def ask(home: str, catalog: str) -> dict[str, object]:
    """Open an index, ask it, and return what it took, with digests of the answers and of all rows."""
    start = perf_counter()
    bench = open_workbench(NAME, settings=settings(home, catalog))
    first = bench.ask(TYPICAL[0])
    opened, times, answers = perf_counter() - start, [], [[hit.unit_key for hit in first.ranked]]
    for question in TYPICAL[1:]:
        start = perf_counter()
        run = bench.ask(question)
        times.append(1000 * (perf_counter() - start))
        answers.append([hit.unit_key for hit in run.ranked] + [run.context.text])
    held = _most()
    start = perf_counter()
    bench.sql("SELECT count(*) FROM units")
    query = perf_counter() - start
    frames = [bench.sql(f"SELECT * FROM {name}").astype(str).to_csv() for name in TABLES if name != "runs"]
    return {
        "first answer s": round(opened, 2), "p50 ms": round(statistics.median(times)), "max ms": round(max(times)), "MB": held,
        "first sql s": round(query, 2), "answers": _digest(answers), "rows": _digest(frames),
    }  # fmt: skip


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:12]


def _most() -> int:
    both = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return max(both) // 1000


def _apart(what: str, *given: str | bool) -> dict[str, object]:
    """Run a function of this module in a process of its own, as a command would be."""
    code = f"import json; from benchmarks.catalog_stores import {what}; print(json.dumps({what}{given!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ)
    if done.returncode:
        raise SystemExit(done.stderr)
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def _forget(home: str, catalog: str) -> None:
    for folder in Place(Path(home), NAME).generations.glob("[0-9]*"):
        manifest = read_manifest(folder)
        if manifest.catalog_at:
            load(CATALOGS, catalog)(StoreAddress(manifest.catalog_at, manifest.catalog_space)).erase()


def main() -> None:
    """Measure and print three rows for each catalog."""
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("checkout", type=Path)
    given.add_argument("--catalogs", nargs="*", default=["duckdb", "sqlite", "postgresql", "mysql"], choices=sorted(CATALOGS))
    given.add_argument("--edit", default="app/models/issue.rb", help="the file that gets a line")
    given.add_argument("--vectors", action="store_true", help="with the vectors of ORIENTEER_EMBED_EMBEDDER")
    options = given.parse_args()
    wanted: dict[str, object] = {}
    for catalog in options.catalogs:
        with tempfile.TemporaryDirectory() as folder:
            checkout, home = str(Path(folder) / "checkout"), str(Path(folder) / "home")
            shutil.copytree(options.checkout, checkout, ignore_dangling_symlinks=True)
            print(f"{catalog} full: {_apart('index', home, catalog, checkout, options.vectors)}", flush=True)
            with (Path(checkout) / options.edit).open("a", encoding="utf-8") as file:
                file.write("\n# a line\n")
            print(f"{catalog} edit: {_apart('index', home, catalog, checkout, options.vectors)}", flush=True)
            asked = _apart("ask", home, catalog)
            wanted = wanted or asked
            alike = all(asked[name] == wanted[name] for name in ("answers", "rows"))
            print(f"{catalog} asked: {asked}: {'alike' if alike else 'OTHER ANSWERS'}", flush=True)
            _forget(home, catalog)


if __name__ == "__main__":
    main()
