"""Vector stores on servers: their addresses, without secrets, and the messages for a server that is down."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar
from urllib.parse import urlsplit

import numpy as np
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from core.errors import StoreError
from core.ports import StoreAddress, VectorStore, checked_address
from core.settings import VECTORS_KEY, vectors_key

SECONDS = 30
"""How long one request may take."""
_ATTEMPTS = 5
_COPIED = 500  # points that are held at once
_log = logging.getLogger(__name__)
_Result = TypeVar("_Result")


def server_of(address: StoreAddress, product: str, schemes: tuple[str, ...], example: str) -> str:
    """Return the address of a server; raises `SettingsError` when it has a secret, `StoreError` when it is no such server."""
    at = checked_address(address.at, "index.vectors_at", VECTORS_KEY)
    try:
        parts = urlsplit(at)
        known = parts.scheme in schemes and (parts.port is None or parts.port > 0)
    except ValueError:
        known = False
    if not known:
        shown = f"'{address.at}' is none" if address.at else "there is none"
        raise StoreError(f"{product} needs a server address, but {shown}. Set index.vectors_at, such as {example}.")
    return at


def parts(count: int, size: int) -> Iterator[slice]:
    """Yield slices of `size` that cover so many things."""
    for start in range(0, count, size):
        yield slice(start, start + size)


def nearest_first(pairs: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    """Return pairs of id and similarity, most similar first, ties by id."""
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))


def copy_points(source: VectorStore, target: VectorStore) -> None:
    """Put all points of a store into another, and close the first."""
    for ids in source.pages(_COPIED):
        vectors, about = source.get(ids), source.metadata(ids)
        target.put(ids, np.stack([vectors[id_] for id_ in ids]), [about[id_] for id_ in ids])
    source.close()


def other_dimensions(where: str, had: int, got: int) -> StoreError:
    """Return what is raised when vectors come that do not compare with those that are there."""
    message = f"The vectors at {where} have {had} dimensions, the new ones {got}."
    return StoreError(f"{message} Build them again: orienteer index PATH --full")


class Asking:
    """Asks a server again, after a growing random pause, while it does not answer; then says so in a sentence.

    Whatever is asked may be asked twice: stores write what shall be. `absent` are the errors that may pass by, `refused` those
    that do not.
    """

    def __init__(self, at: str, absent: tuple[type[Exception], ...], refused: tuple[type[Exception], ...]) -> None:
        self._at = at
        self._absent = absent
        self._refused = refused

    def __call__(self, request: Callable[[], _Result], again: Callable[[], object] = lambda: None) -> _Result:
        """Return what the request returns; `again` is called before it is repeated. Raises `StoreError`."""

        def repeated(state: RetryCallState) -> None:
            _log.info("The server of the vectors did not answer, attempt %d of %d.", state.attempt_number, _ATTEMPTS)
            again()

        attempts = Retrying(
            stop=stop_after_attempt(_ATTEMPTS),
            wait=wait_random_exponential(multiplier=0.5, max=8),
            retry=retry_if_exception_type(self._absent),
            before_sleep=repeated,
            reraise=True,
        )
        try:
            return attempts(request)
        except self._absent as problem:
            message = f"The vectors are at {self._at}, which does not answer ({_first_line(problem)})."
            message += (
                " Start that server and run the command again; nothing was lost, and the last complete generation is kept."
            )
            raise StoreError(message) from problem
        except self._refused as problem:
            message = f"The vectors at {self._at} cannot be used: {_first_line(problem)}."
            raise StoreError(
                f"{message} Check index.vectors_at and ${VECTORS_KEY}, or build them again: orienteer index PATH --full"
            ) from problem


def _first_line(problem: Exception) -> str:
    if re.match(r"\s*<(!doctype html|html)\b", str(problem), re.IGNORECASE):
        title = re.search(r"<title>\s*(.*?)\s*</title>", str(problem), re.IGNORECASE | re.DOTALL)
        return f"a web page answered{f' ({title[1][:100]})' if title else ''}, so another server is at this address"
    text = next((line.strip() for line in str(problem).splitlines() if line.strip()), type(problem).__name__)
    secret = vectors_key()
    text = text.replace(secret, "***") if secret else text
    return text.rstrip(".")[:300]
