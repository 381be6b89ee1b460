"""Services on the network that models are asked of: one request, again while they are busy, faults in one sentence."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from core.errors import ServiceError, SettingsError
from core.ports import checked_address

HERE = frozenset({"localhost", "127.0.0.1", "::1"})
"""Hosts from which nothing leaves this machine."""
ATTEMPTS = 5
_LONGEST_WAIT = 60.0  # seconds, whatever a service asks for
_TOO_MANY, _FAULT = 429, 500
_log = logging.getLogger(__name__)


class _Busy(Exception):
    """A service asks to come again: after so many seconds, when it says how many."""

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


def key_of(own: str, usual: str) -> str:
    """Return the key in the first of two variables that is set; empty when none is. Raises `SettingsError` for what is none."""
    for name in (own, usual):
        key = os.environ.get(name, "").strip() if name else ""
        if key and (not key.isascii() or not key.isprintable() or " " in key):
            raise SettingsError(f"${name} is not a key: it has spaces or other invalid characters. Set it to the key alone.")
        if key:
            return key
    return ""


def host_of(url: str, setting: str, variable: str) -> str:
    """Return host and port of a service; raises `SettingsError` when the setting holds no address, or a password."""
    try:
        parts = urlsplit(checked_address(url, setting, variable))
        host = parts.hostname and f"{parts.hostname}{f':{parts.port}' if parts.port else ''}"
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise SettingsError(f"{setting} is '{url}', which is not an address. Set one such as http://localhost:11434/v1.")
    return host


def is_here(url: str) -> bool:
    """Tell whether what is sent to an address stays on this machine."""
    return urlsplit(url).hostname in HERE


def asked(url: str, key: str, body: Mapping[str, object], timeout: float, whose: str) -> dict[str, Any]:
    """Return the JSON object that a service answers to a JSON object; raises `ServiceError`.

    A service that is busy (429, 5xx) or does not answer is asked again, after the pause that it names or a growing random one.
    Neither bodies nor headers are in any message: they hold code and the key.
    """

    def once() -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        try:
            answer = httpx.post(url, json=body, headers=headers, timeout=timeout)
        except httpx.TransportError as problem:
            raise _Busy(f"it does not answer ({type(problem).__name__})") from None
        if answer.status_code == _TOO_MANY or answer.status_code >= _FAULT:
            raise _Busy(f"it is busy (status {answer.status_code})", _seconds(answer.headers.get("retry-after")))
        if answer.status_code in (401, 403):
            raise ServiceError(f"{whose}: it refused the key (status {answer.status_code}). Set the variable of the key.")
        if answer.is_error:
            message = f"{whose}: it refused the request (status {answer.status_code})."
            raise ServiceError(f"{message} Check model, dimensions and address in the settings.")
        try:
            found = answer.json()
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise ServiceError(f"{whose}: it sent an unreadable reply. Check the address in the settings.")
        return found

    attempts = Retrying(
        stop=stop_after_attempt(ATTEMPTS), wait=_pause, retry=retry_if_exception_type(_Busy), before_sleep=_told, reraise=True
    )
    try:
        return attempts(once)
    except _Busy as problem:
        raise ServiceError(
            f"{whose}: {problem}, {ATTEMPTS} times. Finished work is saved. Run the command again later."
        ) from None


_growing = wait_random_exponential(multiplier=0.5, max=20)


def _pause(state: RetryCallState) -> float:
    problem = state.outcome.exception() if state.outcome else None
    named = problem.seconds if isinstance(problem, _Busy) else None
    return _growing(state) if named is None else named


def _told(state: RetryCallState) -> None:
    _log.info("A service is busy, attempt %d of %d.", state.attempt_number, ATTEMPTS)


def _seconds(text: str | None) -> float | None:
    """Return how long to wait as a service says; None when it says nothing that is a number of seconds."""
    try:
        return min(max(float(text or ""), 0.0), _LONGEST_WAIT)
    except ValueError:
        return None
