"""Measure every vector store that can be run here: what it finds against exact, times, memory, bytes.

    python -m benchmarks.vector_stores INDEX QUESTIONS.json [--stores chroma,pgvector]     an index with vectors
    python -m benchmarks.vector_stores --points 30000 [--stores …]                         made-up points of 200 repositories

INDEX is one of $ORIENTEER_HOME. Servers are started here, from packages, on this machine alone. Each store is written by one
process and read by another. With an index its vectors are stored as `orienteer index` does, nothing is embedded anew, and every
question is asked of the workbench: "same 20" is the share of the first 20 units of each answer that are those of the store
`exact`. "recall" is of the ids nearest to a question (20, 200), against comparing all; "filtered" are those of one type, or of
one repository of 200. Times are medians of the clock. Settings are those of the environment: with
ORIENTEER_EMBED_EMBEDDER=table an index that the table of word pieces has embedded.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np

from core import open_workbench
from core.backends import VECTORS, load, products
from core.evaluate import read_questions
from core.index.embed import embed_pending
from core.index.opening import open_current
from core.index.place import Place
from core.ports import Condition, Metadata, StoreAddress, VectorStore
from core.settings import Settings, changed, read_settings
from tests.services import SERVICES, service

_REPOSITORIES, _CENTRES, _DIMENSIONS, _ASKED = 200, 300, 384, 50
_UNUSED = {"memory"}


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index", nargs="?", help="an index of $ORIENTEER_HOME with sentence vectors")
    parser.add_argument("questions", nargs="?", type=Path, help="a question set")
    parser.add_argument("--points", type=int, help="so many made-up points instead")
    parser.add_argument("--stores", default=",".join(sorted(VECTORS.keys() - _UNUSED)))
    parser.add_argument("--phase", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.phase:
        phase, kind, folder, at = json.loads(options.phase)
        print(json.dumps(_PHASES[phase](kind, Path(folder), at)))
        return
    with tempfile.TemporaryDirectory(prefix="orienteer-stores-") as name, ExitStack() as stack:
        folder = Path(name)
        about = prepared_points(folder, options.points) if options.points else prepared_index(folder, options)
        print(about)
        kinds = ["exact", *(kind for kind in options.stores.split(",") if kind != "exact")]
        for kind in kinds:
            at = stack.enter_context(service(kind)) if kind in SERVICES else "memory://here" if kind == "qdrant" else ""
            show(kind, measured(kind, folder, at, bool(options.points)))


def prepared_points(folder: Path, count: int) -> str:
    """Write made-up points and questions near to them into the folder."""
    random = np.random.default_rng(7)
    centres = random.normal(size=(_CENTRES, _DIMENSIONS))
    rows = centres[random.integers(_CENTRES, size=count)] + random.normal(scale=0.9, size=(count, _DIMENSIONS))
    asked = rows[random.integers(count, size=_ASKED)] + random.normal(scale=0.5, size=(_ASKED, _DIMENSIONS))
    np.savez(folder / "points.npz", rows=_unit(rows), asked=_unit(asked))
    return f"{count} made-up points of {_REPOSITORIES} repositories, {_ASKED} questions"


def prepared_index(folder: Path, options: argparse.Namespace) -> str:
    """Copy the index into the folder, with its questions and what comparing all vectors finds."""
    if not options.index or not options.questions:
        raise SystemExit("Give an INDEX and QUESTIONS, or --points.")
    home = Path(os.environ["ORIENTEER_HOME"])
    home = home / "indexes" if (home / "indexes" / options.index).is_dir() else home
    shutil.copytree(home / options.index, folder / "home" / "index")
    texts = [question.query for question in read_questions(options.questions).queries]
    (folder / "questions.json").write_text(json.dumps(texts), encoding="utf-8")
    with closing(open_current(Place(folder / "home", "index"), products(read_settings()))) as opened:
        assert opened.vectors is not None
        points = opened.catalog.points()
        vectors = opened.vectors.get(list(points))
        rows = np.stack([vectors[id_] for id_ in points])
        asked = np.stack([opened.embedder.embed_question(text) for text in texts])
    np.savez(folder / "points.npz", rows=rows, asked=asked)
    (folder / "points.json").write_text(json.dumps(points), encoding="utf-8")
    return f"{len(points)} vectors of {options.index}, {len(texts)} questions"


def measured(kind: str, folder: Path, at: str, made_up: bool) -> dict[str, float]:
    """Return the figures of a store, written and read by processes of their own where it outlives them."""
    found: dict[str, float] = {}
    for phase in ["both"] if kind == "qdrant" else ["write", "read"]:
        name = f"{phase} points" if made_up else phase
        command = [sys.executable, "-m", "benchmarks.vector_stores", "--phase", json.dumps([name, kind, str(folder), at])]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
        found |= json.loads(told.splitlines()[-1])
    if urlsplit(at).port:
        found["server MB"] = server_bytes(str(urlsplit(at).port)) / 1e6
    return found


def show(kind: str, found: dict[str, float]) -> None:
    """Print one row."""
    print(f"{kind:14}" + "".join(f" | {name} {value:.4g}" for name, value in found.items()), flush=True)


def _settings(kind: str, at: str) -> Settings:
    return changed(changed(read_settings(), "index.vectors", kind), "index.vectors_at", at)


def write_index(kind: str, folder: Path, at: str) -> dict[str, float]:
    """Give the index its vectors in this store; they were embedded before."""
    start = time.perf_counter()
    place = Place(folder / "home", "index")
    embed_pending(place, products(_settings(kind, at)), 9)
    seconds = time.perf_counter() - start
    space = open_current(place, products(_settings(kind, at))).manifest.vector_space
    kept = place.directory / "vectors" / space
    size = sum(file.stat().st_size for file in kept.rglob("*") if file.is_file()) if kept.is_dir() else 0
    return {"write s": seconds} | ({"MB": size / 1e6} if size else {})


def read_index(kind: str, folder: Path, at: str) -> dict[str, float]:
    """Ask the index all questions, and its store for the nearest to each."""
    points = json.loads((folder / "points.json").read_text(encoding="utf-8"))
    texts = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    with closing(open_current(Place(folder / "home", "index"), products(_settings(kind, at)))) as opened:
        assert opened.vectors is not None
        where = Condition("type", ("method",))
        found = _figures(opened.vectors, list(points), list(points.values()), np.load(folder / "points.npz"), where)
    bench = open_workbench("index", home=folder / "home", settings={"index.vectors": kind, "index.vectors_at": at})
    ranked, seconds = [], []
    for text in texts:
        start = time.perf_counter()
        run = bench.ask(text)
        seconds.append(time.perf_counter() - start)
        ranked.append([one.unit_key for one in run.ranked[:20]])
    kept = folder / "exact.json"
    if kind == "exact":
        kept.write_text(json.dumps(ranked), encoding="utf-8")
    exact = json.loads(kept.read_text(encoding="utf-8"))
    same = [len(set(one) & set(two)) / max(1, len(two)) for one, two in zip(ranked, exact, strict=True)]
    return found | {"same 20": statistics.mean(same), "ask ms": statistics.median(seconds) * 1000, "reader MB": _peak()}


def write_points(kind: str, folder: Path, at: str) -> dict[str, float]:
    """Write the made-up points."""
    rows = np.load(folder / "points.npz")["rows"]
    ids, about = _made_up(len(rows))
    start = time.perf_counter()
    with closing(_opened(kind, folder, at)) as store:
        for first in range(0, len(ids), 2000):
            part = slice(first, first + 2000)
            store.put(ids[part], rows[part], about[part])
    return {"write s": time.perf_counter() - start}


def read_points(kind: str, folder: Path, at: str) -> dict[str, float]:
    """Ask for the nearest made-up points."""
    found = np.load(folder / "points.npz")
    ids, about = _made_up(len(found["rows"]))
    with closing(_opened(kind, folder, at)) as store:
        return _figures(store, ids, about, found, Condition("repository", ("r7",))) | {"reader MB": _peak()}


def _opened(kind: str, folder: Path, at: str) -> VectorStore:
    store: VectorStore = load(VECTORS, kind)(StoreAddress(at or str(folder / kind), "made-up-000001"))
    return store


def _figures(
    store: VectorStore, ids: Sequence[str], about: Sequence[Metadata], found: np.lib.npyio.NpzFile, where: Condition
) -> dict[str, float]:
    rows, asked = found["rows"], found["asked"]
    start = time.perf_counter()
    store.nearest(asked[0], 200)
    first = time.perf_counter() - start
    held = np.array([where.holds(one) for one in about])
    figures = {"first ms": first * 1000}
    for name, limit, conditions in (("20", 20, ()), ("200", 200, ()), ("filtered 20", 20, (where,))):
        recalls, seconds = [], []
        for question in asked:
            start = time.perf_counter()
            pairs = store.nearest(question, limit, conditions)
            seconds.append(time.perf_counter() - start)
            exact = np.where(held, rows @ question, -2) if conditions else rows @ question
            best = {ids[row] for row in np.argsort(-exact, kind="stable")[:limit] if exact[row] > -2}
            recalls.append(len(best & {id_ for id_, _ in pairs}) / len(best))
        figures[f"recall {name}"] = statistics.mean(recalls)
        figures[f"{name} ms"] = statistics.median(seconds) * 1000
    return figures


def _made_up(count: int) -> tuple[list[str], list[Metadata]]:
    about: list[Metadata] = [{"repository": f"r{row % _REPOSITORIES}", "type": "method"} for row in range(count)]
    return [f"method:M{row}|0|x" for row in range(count)], about


def _unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def server_bytes(port: str) -> int:
    """Return the memory that the processes of the server at a port have for themselves, and their share of what they share."""
    mine = {int(path.name) for path in Path("/proc").glob("[0-9]*") if port in _read(path / "cmdline").split("\0")}
    mine |= {pid for pid, parent in _parents() if parent in mine}
    return sum(_share(Path(f"/proc/{pid}/smaps_rollup")) for pid in mine)


def _parents() -> Iterator[tuple[int, int]]:
    for path in Path("/proc").glob("[0-9]*"):
        told = _read(path / "stat").rpartition(")")[2].split()
        if told:
            yield int(path.name), int(told[1])


def _share(path: Path) -> int:
    return sum(int(line.split()[1]) * 1024 for line in _read(path).splitlines() if line.startswith("Pss:"))


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:  # it has ended
        return ""


def _both(write: Callable[..., dict[str, float]], read: Callable[..., dict[str, float]]) -> Callable[..., dict[str, float]]:
    return lambda *what: write(*what) | read(*what)


_PHASES: dict[str, Callable[[str, Path, str], dict[str, float]]] = {
    "write": write_index, "read": read_index, "both": _both(write_index, read_index),
    "write points": write_points, "read points": read_points, "both points": _both(write_points, read_points),
}  # fmt: skip

if __name__ == "__main__":
    main()
