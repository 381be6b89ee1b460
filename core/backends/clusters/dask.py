"""Workers of Dask: what is submitted twice with the same content is done once, what a lost worker had is done by another."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Executor

from distributed import Client, KilledWorker
from distributed.comm import CommClosedError

from core.errors import ServiceError

_PATIENCE = 10  # seconds until a scheduler has answered
_RETRIES = 3  # of a task that raised


class DaskCluster:
    """The workers that a scheduler has, at an address such as `tcp://HOST:8786`."""

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            self._client = Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, TimeoutError, ImportError) as problem:
            message = f"No scheduler of Dask answers at {address} ({' '.join(str(problem).split())[:200]})."
            message += f" Start one with `dask scheduler`, and workers with `dask worker {address}`."
            raise ServiceError(message) from problem
        self.executor: Executor = self._client.get_executor(pure=True, retries=_RETRIES)
        """Its tasks are keyed by function and arguments: content, and no names of ours."""

    def workers(self) -> int:
        """Return how many threads there are for tasks."""
        return sum(self._client.nthreads().values())

    def same_everywhere(self, told: Callable[[], str]) -> list[str]:
        """Return the workers on which a function gives something else than here, or that could not say."""
        answers: dict[str, object] = self._client.run(told, on_error="return")
        own = told()
        return sorted(worker for worker, answer in answers.items() if answer != own)

    def is_lost(self, problem: BaseException) -> bool:
        """Tell whether a task failed with the worker that had it, and not by itself."""
        return isinstance(problem, KilledWorker | CommClosedError | CancelledError)

    def close(self) -> None:
        """Let go of the scheduler, which goes on."""
        self.executor.shutdown(wait=False)
        self._client.close()
