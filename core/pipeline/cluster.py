"""An index made with workers elsewhere: one task reads a checkout, one embeds some texts; a lost worker costs its task."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeVar

from core.errors import ServiceError, SettingsError
from core.extract.run import Snapshot
from core.pipeline.tasks import ReadCheckout, embed_texts, read_checkout, unpacked_reading, version
from core.settings import EmbedSettings

if TYPE_CHECKING:
    from core.ports import Vectors

_LOSSES = 10  # of one task, after which it is the task that kills its workers
_AHEAD = 3  # tasks for each thread of the cluster that wait in line
_Label = TypeVar("_Label")
_Result = TypeVar("_Result")


class ClusterProduct(Protocol):
    """Workers behind an executor."""

    address: str
    executor: Executor

    def workers(self) -> int:
        """Return how many tasks are done at once."""

    def same_everywhere(self, told: Callable[[], str]) -> list[str]:
        """Return the workers on which a function gives something else than here, or that could not say."""

    def is_lost(self, problem: BaseException) -> bool:
        """Tell whether a task failed with the worker that had it."""

    def close(self) -> None:
        """Let go of it."""


@contextmanager
def cluster_at(address: str) -> Iterator[Cluster]:
    """Give the workers at an address; raises `ServiceError` when nobody answers, `SettingsError` when they differ."""
    from core.backends import CLUSTERS, load

    product: ClusterProduct = load(CLUSTERS, "dask")(address)
    try:
        if not product.workers():
            raise ServiceError(f"The scheduler at {address} has no workers. Start some: dask worker {address}")
        if others := product.same_everywhere(version):
            message = f"{len(others)} workers at {address} have no Orienteer, or other versions of it or Python: {others[0]}"
            raise SettingsError(f"{message}. Install the same versions on all machines, with the configured embedder.")
        yield Cluster(product)
    finally:
        product.close()


@dataclass(slots=True)
class Cluster:
    """Work at a cluster, keyed by content: the same files and the same texts are the same task."""

    product: ClusterProduct
    lost: int = 0
    """How many tasks were lost with their worker, and were done by another."""
    _reading: dict[tuple[str, str], Future[bytes]] = field(default_factory=dict)

    def read_ahead(self, taken: Snapshot) -> None:
        """Let a checkout be read while other things are done."""
        self._reading.setdefault((str(taken.root), taken.fingerprint), self._read(taken, 0))

    def read(self, taken: Snapshot) -> ReadCheckout:
        """Return what reading a checkout gives; raises `SourceError` when it cannot be read there."""
        future = self._reading.pop((str(taken.root), taken.fingerprint), None) or self._read(taken, 0)
        return unpacked_reading(self._result(future, partial(self._read, taken)))

    def embed(self, settings: EmbedSettings, batches: Iterable[tuple[_Label, list[str]]]) -> Iterator[tuple[_Label, Vectors]]:
        """Yield the vectors of batches of texts with their labels, as they come; some batches wait in line for each worker."""
        rest, width = iter(batches), _AHEAD * max(self.product.workers(), 1)
        running: dict[Future[Vectors], tuple[_Label, list[str]]] = {}
        while True:
            for label, texts in islice(rest, width - len(running)):
                running[self._embed(settings, texts, 0)] = (label, texts)
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                label, texts = running.pop(future)
                yield label, self._result(future, partial(self._embed, settings, texts))

    def _read(self, taken: Snapshot, attempt: int) -> Future[bytes]:
        return self.product.executor.submit(read_checkout, str(taken.root), taken.fingerprint, taken.settings, attempt)

    def _embed(self, settings: EmbedSettings, texts: list[str], attempt: int) -> Future[Vectors]:
        return self.product.executor.submit(embed_texts, settings, tuple(texts), attempt)

    def _result(self, future: Future[_Result], again: Callable[[int], Future[_Result]]) -> _Result:
        """Return the result of a task, which is given to others as long as workers are lost with it."""
        for attempt in range(1, _LOSSES + 1):
            problem = future.exception()
            if problem is None:
                return future.result()
            if not self.product.is_lost(problem):
                raise problem
            self.lost += 1
            future = again(attempt)
        message = f"{_LOSSES} workers at {self.product.address} died of the same task."
        raise ServiceError(f"{message} Give them more memory; finished work is saved, and the next run continues.")
