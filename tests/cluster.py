"""A cluster of Dask on this machine, whose workers are killed at random moments."""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any
from unittest.mock import patch


@contextmanager
def local_cluster(workers: int = 2) -> Iterator[Any]:
    """Run a scheduler and worker processes, which are begun again when they end.

    They would first import what `__main__` is here: after a test of pages that is a page.
    """
    import dask
    from distributed import LocalCluster

    quiet = {"distributed.logging.distributed": "critical", "distributed.logging.bokeh": "critical"}
    with (
        patch.dict(sys.modules, {"__main__": ModuleType("__main__")}),
        dask.config.set(quiet),
        LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1",
            silence_logs="CRITICAL", memory_limit=0,
        ) as cluster,
    ):  # fmt: skip
        yield cluster


@contextmanager
def killing(cluster: Any, seed: int, times: int, pause: float) -> Iterator[list[int]]:
    """Kill a worker process so many times while the block runs, after random pauses; gives the ids of the killed.

    Between two kills all workers are there again: else nothing would ever be done on a slow machine.
    """
    chance, killed, ended = random.Random(seed), [], threading.Event()

    def kill() -> None:
        while len(killed) < times and not ended.wait(chance.uniform(0, pause)):
            alive = [nanny.pid for nanny in list(cluster.workers.values()) if nanny.pid and nanny.pid not in killed]
            if len(alive) == len(cluster.scheduler_info["workers"]) == len(cluster.workers):
                killed.append(chance.choice(alive))
                os.kill(killed[-1], signal.SIGKILL)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    try:
        yield killed
    finally:
        ended.set()
        thread.join()
