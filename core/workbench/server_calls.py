"""Calls of a server of Orienteer, with the token that it wants, and the problems that it tells."""

from __future__ import annotations

import os
from collections.abc import Mapping

import httpx

from core.errors import SettingsError, SourceError, StoreError, WorkbenchError
from core.settings import TOKEN

_SECONDS = 120.0
_PROBLEMS: Mapping[int, type[WorkbenchError]] = {400: SettingsError, 404: SourceError, 422: SettingsError}


def client_of() -> httpx.Client:
    """Return a client that sends the token of `$ORIENTEER_TOKEN`."""
    token = os.environ.get(TOKEN, "")
    return httpx.Client(timeout=_SECONDS, headers={"Authorization": f"Bearer {token}"} if token else {})


def answered(method: str, url: str, json: object = None, content: bytes | None = None) -> httpx.Response:
    """Return what a server answers, whatever its status; raises `StoreError` when it cannot be reached."""
    try:
        with client_of() as client:
            return client.request(method, url, json=json, content=content)
    except httpx.HTTPError as problem:
        raise unreached(url, problem) from problem


def asked_of(method: str, url: str, json: object = None, content: bytes | None = None) -> httpx.Response:
    """Return what a server answers; raises the problem that it tells, `StoreError` when it cannot be reached."""
    answer = answered(method, url, json, content)
    if answer.status_code != 200:
        raise refused(answer)
    return answer


def unreached(url: str, problem: httpx.HTTPError) -> StoreError:
    """Return the problem of a server that does not answer."""
    base = "/".join(url.split("/")[:3])
    return StoreError(f"The server {base} cannot be reached: {problem}. Start it: orienteer serve")


def refused(answer: httpx.Response) -> WorkbenchError:
    """Return the problem that a server tells."""
    try:
        told = answer.json()
        said = str(told.get("detail") or told.get("title"))
    except (ValueError, AttributeError):
        said = f"it replied with status {answer.status_code}, unlike Orienteer"
    if answer.status_code == 401:
        said += f" Set {TOKEN} to that of the server."
    return _PROBLEMS.get(answer.status_code, StoreError)(f"{answer.url.host}: {said}")
