"""Who may ask a server: on this machine everybody whose request was meant for it, elsewhere only who has the token.

A page in a browser can send requests to servers of the same machine. The Host header names what the page's address
resolves to (DNS rebinding), Origin the page itself: requests for another host or from another origin are refused.
"""

from __future__ import annotations

import hmac
import os
import socket
from collections.abc import Collection
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from core.errors import SettingsError, StoreError
from core.settings import TOKEN

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

HERE = ("127.0.0.1", "localhost", "::1")
"""Addresses that only this machine reaches."""
_NOT_ALLOWED = 1008  # of websockets: against the rules of the server
_SHORTEST = 16  # characters of a token


def checked_token(host: str) -> str:
    """Return the token that clients must send, empty when none is needed; `SettingsError` where it is missing or short."""
    token = os.environ.get(TOKEN, "")
    if host not in HERE and not token:
        raise SettingsError(f"{host} is reachable from other machines. Set {TOKEN} to a secret text, or use --host 127.0.0.1.")
    if token and len(token) < _SHORTEST:
        raise SettingsError(f"The token in {TOKEN} is too short: it needs at least {_SHORTEST} characters.")
    return token


def bound_socket(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to the address; raises `StoreError` when it is taken or not this machine's."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as problem:
        listening.close()
        reason = problem.strerror or str(problem)
        raise StoreError(f"{host}:{port} cannot be served: {reason}. Choose another port with --port.") from problem
    return listening


class RequestGuard:
    """Passes on what may be answered; the token is compared in constant time, Host and Origin where the server is local.

    `names` are further names under which a local server is asked, such as that of a proxy in front of it.
    """

    def __init__(
        self, application: ASGIApp, host: str, token: str, open_paths: Collection[str] = (), names: Collection[str] = ()
    ) -> None:
        self._application = application
        self._names = frozenset((*HERE, *names))
        self._local = host in HERE
        self._wanted = f"Bearer {token}".encode() if token else b""
        self._open = open_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401, 403 or 421 to a request that may not be answered, and close a socket that may not be opened."""
        if scope["type"] == "websocket" and self._refusal(scope):
            await send({"type": "websocket.close", "code": _NOT_ALLOWED})
            return
        if scope["type"] == "http" and (refusal := self._refusal(scope)):
            from starlette.responses import JSONResponse

            status, title = refusal
            headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
            body = {"type": "about:blank", "title": title, "status": status}
            await JSONResponse(body, status, headers, "application/problem+json")(scope, receive, send)
            return
        await self._application(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        if self._local and _name(headers.get(b"host", b"").decode("latin-1")) not in self._names:
            return 421, "This server answers requests to this machine only."
        origin = headers.get(b"origin", b"").decode("latin-1")
        if self._local and origin and (urlsplit(origin).hostname or "") not in self._names:
            return 403, "Pages of other addresses may not ask this server."
        if self._wanted and scope["path"] not in self._open:
            given = headers.get(b"authorization", b"")
            if not hmac.compare_digest(given, self._wanted):
                return 401, "A bearer token is needed."
        return None


def _name(host: str) -> str:
    """Return a Host header without its port."""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
