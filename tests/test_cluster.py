"""`orienteer index --cluster`: workers of Dask give the same index, also when they are killed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.backends import products
from core.errors import ServiceError, SettingsError, SourceError
from core.extract.run import snapshot
from core.index.opening import open_current
from core.index.place import Place
from core.model.tables import TABLES
from core.pipeline.cluster import Cluster
from core.pipeline.indexing import index_checkout, index_checkouts
from core.pipeline.tasks import read_checkout
from core.ports import ids_of
from core.settings import ExtractSettings, Settings, read_settings
from tests.cluster import killing, local_cluster
from tests.command import orienteer

ROOT = Path(__file__).parents[1]
QUICK = {"embed.embedder": "hash", "index.vectors": "exact"}


class Loses:
    """Workers here, of which some are lost: every other time that the same is asked for."""

    class Lost(Exception):
        pass

    address = "tcp://HOST:8786"

    def __init__(self, always: bool = False) -> None:
        self.executor = self
        self._threads = ThreadPoolExecutor(2)
        self._always, self._done = always, 0

    def submit(self, work: Any, *arguments: Any) -> Any:
        self._done += 1
        if self._always or self._done % 2:
            return self._threads.submit(self._lose)
        return self._threads.submit(work, *arguments)

    def _lose(self) -> None:
        raise self.Lost

    def workers(self) -> int:
        return 2

    def same_everywhere(self, told: Any) -> list[str]:
        return []

    def is_lost(self, problem: BaseException) -> bool:
        return isinstance(problem, self.Lost)

    def close(self) -> None:
        self._threads.shutdown()


def held(settings: Settings, name: str) -> tuple[dict[str, object], dict[str, Any]]:
    """Return the rows of all tables but that of runs, and the vectors by their ids."""
    with closing(open_current(Place(Path(settings.home), name), products(settings))) as opened:
        frames = {table: opened.catalog.sql(f"SELECT * FROM {table}") for table in TABLES if table != "runs"}
        assert opened.vectors is not None
        vectors = opened.vectors.get(sorted(ids_of(opened.vectors)))
    return {table: frame.astype(str).to_dict("list") for table, frame in frames.items()}, vectors


def assert_same(one: Settings, other: Settings, name: str) -> None:
    (rows, vectors), (other_rows, other_vectors) = held(one, name), held(other, name)
    assert rows == other_rows
    assert len(vectors) > 0
    assert vectors.keys() == other_vectors.keys()
    assert all(np.array_equal(vectors[id_], other_vectors[id_]) for id_ in vectors)


@pytest.fixture(scope="module")
def checkouts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("checkouts")
    sources = {"harbour": ROOT / "data" / "sample", "axum": ROOT / "tests/repos/rust", "flask": ROOT / "tests/repos/python"}
    return [Path(shutil.copytree(source, folder / name)) for name, source in sources.items()]


@pytest.fixture(scope="module")
def local(checkouts: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Settings:
    settings = read_settings({"home": str(tmp_path_factory.mktemp("local")), **QUICK})
    for root in checkouts:
        index_checkout(root, settings)
    return settings


@pytest.mark.slow
def test_workers_of_dask_that_are_killed_give_the_index_of_a_local_run(
    checkouts: list[Path], local: Settings, tmp_path: Path
) -> None:
    pytest.importorskip("distributed", reason="distributed is not installed: pip install 'orienteer[cluster]'")
    from core.pipeline.cluster import cluster_at

    settings = read_settings({"home": str(tmp_path), **QUICK})
    with (
        local_cluster() as cluster,
        cluster_at(cluster.scheduler_address) as workers,
        killing(cluster, seed=3, times=3, pause=1) as killed,
    ):
        names = [report.manifest.name for report in index_checkouts(checkouts, settings, workers)]
    assert names == ["harbour", "axum", "flask"]
    assert killed
    for name in names:
        assert_same(settings, local, name)


def test_a_task_that_is_lost_is_given_to_another(checkouts: list[Path], local: Settings, tmp_path: Path) -> None:
    settings = read_settings({"home": str(tmp_path), **QUICK})
    with closing(Loses()) as losing:
        cluster = Cluster(losing)
        (report,) = index_checkouts(checkouts[:1], settings, cluster)
        assert cluster.lost > 3, "the reading and batches of texts"
    assert_same(settings, local, report.manifest.name)
    (checkouts[0] / "app/models/basket.rb").open("a").write("# a line\n")
    with closing(Loses()) as losing:
        cluster = Cluster(losing)
        index_checkout(checkouts[0], settings, cluster=cluster)
        assert not cluster._reading, "an edit is followed here, from what the workers left behind"
        index_checkout(checkouts[0], local)
        assert_same(settings, local, report.manifest.name)


def test_a_task_that_kills_every_worker_ends_in_a_sentence(checkouts: list[Path], tmp_path: Path) -> None:
    settings = read_settings({"home": str(tmp_path), **QUICK})
    with closing(Loses(always=True)) as losing, pytest.raises(ServiceError, match=r"10 workers at .* died of the same task"):
        list(index_checkouts(checkouts[:1], settings, Cluster(losing)))


def test_reading_for_another_ends_in_a_thread_and_refuses_other_files(checkouts: list[Path]) -> None:
    settings = ExtractSettings()
    with ThreadPoolExecutor(1) as threads:
        fingerprint = snapshot(checkouts[1], settings).fingerprint
        assert threads.submit(read_checkout, str(checkouts[1]), fingerprint, settings).result(timeout=100)
        with pytest.raises(SourceError, match="has other files at"):
            threads.submit(read_checkout, str(checkouts[1]), "other", settings).result(timeout=100)


def test_a_reading_ends_with_the_worker_that_asked_for_it() -> None:
    command = [sys.executable, "-c", "from core.pipeline.tasks import serve_reading; serve_reading()", "/nowhere"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--cluster", "tcp://127.0.0.1:9"), "No path given"),
        (("--cluster", "tcp://127.0.0.1:9", "--name", "x", "PATH"), "--name works with a single local PATH"),
        (("PATH", "--from-woods", "PATH", "PATH"), "--from-woods works with a single local PATH"),
        (("PATH", "PATH"), "Two checkouts would have the name"),
    ],
)
def test_what_does_not_go_together_is_refused(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = orienteer("index", *(str(tmp_path) if one == "PATH" else one for one in arguments), home=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr


def test_several_checkouts_are_indexed_one_after_the_other(checkouts: list[Path], tmp_path: Path) -> None:
    sets = [word for name, value in QUICK.items() for word in ("--set", f"{name}={value}")]
    done = orienteer("index", *checkouts[1:], "--no-vectors", *sets, home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["Indexed axum", "Indexed flask"]


def test_workers_that_have_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from core.backends import CLUSTERS
    from core.pipeline import cluster as module

    class Other(Loses):
        def __init__(self, address: str) -> None:
            super().__init__()

        def same_everywhere(self, told: Any) -> list[str]:
            return ["tcp://other"]

    monkeypatch.setattr("core.backends.load", lambda table, name: Other if table is CLUSTERS else None)
    with pytest.raises(SettingsError, match="have no Orienteer, or other versions"), module.cluster_at("tcp://HOST:8786"):
        pass
